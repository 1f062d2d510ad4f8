/**
 * The file to which a session's hooks write `export NAME=value`, so that later hooks and the host get the variable. It
 * is parsed as a shell reads assignments, and nothing in it is executed.
 *
 * @since 0.1.0
 */
import type { EnvRule } from "@hookline/schema/Settings"
import type { Dialect } from "@hookline/core/Dialect"
import { HookDialects } from "@hookline/core/HookDialects"
import { sentence } from "@hookline/core/PipelineError"
import { type Exporting, type Exports, nothing, SessionEnv } from "@hookline/core/SessionEnv"
import { seal } from "@hookline/core/kit/policy/sealed"
import type { ThisProject } from "@hookline/core/ThisProject"
import type { SessionKey } from "@hookline/core/SessionState"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { closeSync, constants, lstatSync, mkdirSync, mkdtempSync, openSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { reserved } from "./HookEnv.ts"
import { append } from "./internal/env/append.ts"
import {
  type Environment,
  type Exported,
  type From,
  isOurs,
  newOnes,
  refresh,
  unread
} from "./internal/env/exported.ts"

/** The result of `refresh` if no session has exports. */
const unchanged: Effect.Effect<ReadonlyArray<string>> = Effect.succeed([])

const keyOf = ({ project, session = "" }: SessionKey): string => JSON.stringify([project, session])

/**
 * Returns the folder of a session whose files outlive this process. Without a folder, a session lasts as long as the
 * process.
 */
type FolderOf = (session: SessionKey) => string | undefined

const fileIn = (folder: string): string => path.join(folder, "env")

/** Checks whether the folder exists. Throws if it is a link or belongs to another user. */
const isThere = (folder: string): boolean => {
  const status = lstatSync(folder, { throwIfNoEntry: false })
  if (status !== undefined && !(status.isDirectory() && isOurs(status))) {
    throw new Error(`${folder} is a link, or belongs to another user`)
  }
  return status !== undefined
}

/** Returns the file, and creates it if it is missing. */
const makeFile = (folder: string): string => {
  if (!isThere(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = fileIn(folder)
  const { O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants
  closeSync(openSync(file, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600))
  return file
}

const make = (from: From, folderOf: FolderOf) => {
  const sessions = new Map<string, Exported>()
  const problems = new Map<string, string>()
  let folder: string | undefined
  let files = 0

  /** Reads what earlier processes of the session have exported. The problems of their lines are not reported again. */
  const goOn = (key: string, file: string, rule: EnvRule | undefined): Exported => {
    const session = unread(file)
    const { file: problem, lines } = refresh(session, from, rule)
    if (problem !== undefined) throw new Error(problem)
    session.told = new Set(lines)
    sessions.set(key, session)
    return session
  }

  /** Returns the exports of a session, or reads those that another process has left. */
  const find = (session: SessionKey, rule?: EnvRule): Exported | undefined => {
    const key = keyOf(session)
    const known = sessions.get(key)
    const lasting = known === undefined && !problems.has(key) ? folderOf(session) : undefined
    if (lasting === undefined) return known
    try {
      const file = isThere(lasting) ? fileIn(lasting) : undefined
      return file === undefined || lstatSync(file, { throwIfNoEntry: false }) === undefined
        ? undefined
        : goOn(key, file, rule)
    } catch (error) {
      problems.set(key, `what hooks of this session have exported can't be read: ${sentence(error)}`)
      return undefined
    }
  }

  /** Creates a file that is deleted when this process exits. */
  const create = (key: string): string | undefined => {
    try {
      folder ??= mkdtempSync(path.join(tmpdir(), `hookline-${process.pid}-env-`))
      const file = path.join(folder, String(files++))
      closeSync(openSync(file, "wx", 0o600))
      sessions.set(key, unread(file))
      return file
    } catch (error) {
      problems.set(key, `hooks of this session can't export variables: ${sentence(error)}`)
      return undefined
    }
  }

  const createLasting = (session: SessionKey): string | undefined => {
    const key = keyOf(session)
    const lasting = folderOf(session)
    problems.delete(key)
    if (lasting === undefined) return create(key)
    try {
      return goOn(key, makeFile(lasting), undefined).file
    } catch (error) {
      const file = create(key)
      const text = `what hooks of this session export lasts for this process only: ${sentence(error)}`
      if (file !== undefined) problems.set(key, text)
      return file
    }
  }

  const takeProblem = (key: string): ReadonlyArray<string> => {
    const problem = problems.get(key)
    problems.delete(key)
    return problem === undefined ? [] : [problem]
  }

  const service: Exporting = {
    isKept: true,
    file: (session) => Effect.sync(() => find(session)?.file ?? createLasting(session)),
    exports: (session, rule) => find(session, rule)?.exports ?? nothing,
    refresh: (session, rule) => {
      // Most sessions export nothing.
      if (sessions.size + problems.size === 0) return unchanged
      return Effect.sync(() => {
        const key = keyOf(session)
        const known = sessions.get(key)
        const before = takeProblem(key)
        return known === undefined ? before : [...before, ...newOnes(known, refresh(known, from, rule))]
      })
    },
    end: (session) =>
      Effect.sync(() => {
        const key = keyOf(session)
        const known = find(session)
        sessions.delete(key)
        problems.delete(key)
        if (known !== undefined) rmSync(known.file, { force: true })
      })
  }
  const close = () => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
    folder = undefined
    sessions.clear()
  }
  return { service, close }
}

const layerOf = (env: Environment, folderOf: FolderOf): Layer.Layer<SessionEnv, never, HookDialects | ThisProject> =>
  Layer.effect(
    SessionEnv,
    Effect.gen(function* () {
      const from = { env, reserved: reserved(yield* HookDialects) }
      const { service } = yield* Effect.acquireRelease(
        Effect.sync(() => make(from, folderOf)),
        ({ close }) => Effect.sync(close)
      )
      return seal(service)
    })
  )

/**
 * Keeps exports in files in a folder that only its owner can open, for hosts that live as long as their sessions.
 * References in a line are resolved with `env`, by default the environment of this process.
 *
 * @example
 * ```ts
 * import * as EnvFile from "@hookline/executor/EnvFile"
 *
 * const layer = EnvFile.layerWith({ HOME: "/home/me" })
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerWith = (env: Environment): Layer.Layer<SessionEnv, never, HookDialects | ThisProject> =>
  layerOf(env, () => undefined)

/**
 * Like `layerWith`, but with the environment of this process.
 *
 * @example
 * ```ts
 * import * as EnvFile from "@hookline/executor/EnvFile"
 *
 * const provide = [EnvFile.layer]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Layer.Layer<SessionEnv, never, HookDialects | ThisProject> = Layer.suspend(() =>
  layerWith({ ...process.env })
)

/**
 * Keeps a file in each session's own folder, for hosts that start a process for every event: exports of one process are
 * visible to the next. A session without a folder lasts as long as the process.
 *
 * **Details**
 *
 * The folder and the file are created when a hook may first export. A process reports only lines with problems that
 * were written while it ran.
 *
 * @example
 * ```ts
 * import * as EnvFile from "@hookline/executor/EnvFile"
 *
 * const layer = EnvFile.layerAt(({ session }) => (session === undefined ? undefined : `/var/sessions/${session}`))
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerAt = (
  folderOf: (session: SessionKey) => string | undefined,
  env?: Readonly<Record<string, string | undefined>>
): Layer.Layer<SessionEnv, never, HookDialects | ThisProject> =>
  Layer.suspend(() => layerOf(env ?? { ...process.env }, folderOf))

/**
 * Returns the file for exports that Hookline's own host provides, by the variables of dialects that have one.
 *
 * @category getters
 * @since 0.1.0
 */
export const hostFile = (
  dialects: ReadonlyArray<Pick<Dialect, "envFileVariable">>,
  env: Readonly<Record<string, string | undefined>> = process.env
): string | undefined =>
  dialects
    .map(({ envFileVariable: name }) => (name === undefined ? undefined : env[name]))
    .find((file) => file !== undefined && path.isAbsolute(file))

/**
 * Appends new exports to a host's own file, so that a shell that reads the file has the same values. Existing content
 * is kept, and a link is not followed. Returns the problems.
 *
 * @category writing
 * @since 0.1.0
 */
export const appendTo = (file: string, before: Exports, after: Exports): Effect.Effect<ReadonlyArray<string>> =>
  Effect.sync(() => append(file, before, after))
