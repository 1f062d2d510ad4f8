/**
 * The file into which a session's hooks write `export NAME=value`, so that every later hook gets it, and the host. It is
 * read as a shell reads assignments, and nothing in it is ever run.
 *
 * @since 0.1.0
 */
import type { EnvRule } from "@hookline/schema/Settings"
import type { Dialect } from "@hookline/core/Dialect"
import { HookDialects } from "@hookline/core/HookDialects"
import { sentence } from "@hookline/core/PipelineError"
import { type Exports, nothing, SessionEnv } from "@hookline/core/SessionEnv"
import type { SessionKey } from "@hookline/core/SessionState"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { closeSync, constants, fstatSync, lstatSync, mkdirSync, mkdtempSync, openSync, readSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { inherited, reserved } from "./HookEnv.ts"
import { type Assignments, type Change, readAssignments } from "./internal/env/assignments.ts"
import { append } from "./internal/env/append.ts"

/** More than this nobody writes who means it. */
const mostRead = 1 << 20
const mostTold = 10

/** Files tell the time of their last change no closer than this. */
const tickMillis = 50

type Environment = Readonly<Record<string, string | undefined>>

const noNames: ReadonlySet<string> = new Set()

interface Session {
  readonly file: string
  /** By what a change of the file shows. */
  stamp: string
  /** By what rule, and as what, it was read last. */
  rule: EnvRule | undefined
  text: string
  exports: Exports
  told: ReadonlySet<string>
}

const keyOf = ({ project, session = "" }: SessionKey): string => JSON.stringify([project, session])

/** What was set and taken away, all together. */
const together = ({ changes }: Assignments): Exports => {
  const set = new Map<string, string>()
  const unset = new Set<string>()
  for (const change of changes) {
    if (change._tag === "Set") {
      set.set(change.name, change.value)
      unset.delete(change.name)
    } else {
      set.delete(change.name)
      unset.add(change.name)
    }
  }
  return set.size + unset.size === 0 ? nothing : { set: Object.fromEntries(set), unset: [...unset] }
}

const readAll = (fd: number): { readonly text: string; readonly cut: boolean } => {
  const { size } = fstatSync(fd)
  const bytes = Buffer.alloc(Math.min(size, mostRead))
  let read = 0
  for (let more = -1; more !== 0 && read < bytes.length; read += more) {
    more = readSync(fd, bytes, read, bytes.length - read, read)
  }
  const cut = size > mostRead
  // Half a line says something else than all of it.
  const end = cut ? bytes.lastIndexOf("\n") + 1 : read
  return { text: bytes.subarray(0, end).toString(), cut }
}

/** What is wrong with the file, and what with the lines in it. */
interface Problems {
  readonly file?: string
  readonly lines: ReadonlyArray<string>
}

const none: Problems = { lines: [] }

const isOurs = ({ uid }: { readonly uid: number }): boolean =>
  process.geteuid === undefined || uid === process.geteuid()

/** From what exports are read: what their lines may refer to, and which names are not theirs to set. */
interface From {
  readonly env: Environment
  readonly reserved: ReadonlySet<string>
}

/** Reads the file where it has changed. A link in its place is somebody's attempt to have something else read. */
const refresh = (session: Session, { env, reserved }: From, rule: EnvRule | undefined): Problems => {
  let fd: number
  try {
    fd = openSync(session.file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    const file = `the file for exports can't be read, so that what was exported stays as it was: ${sentence(error)}`
    return { file, lines: [] }
  }
  try {
    const status = fstatSync(fd)
    const stamp = `${status.ino} ${status.mtimeMs} ${status.size}`
    if (stamp === session.stamp && rule === session.rule) return none
    // What was written a moment ago may be written again, as long as it is, in the same tick of the file's clock.
    session.stamp = Math.abs(Date.now() - status.mtimeMs) < tickMillis ? "" : stamp
    if (!status.isFile() || !isOurs(status)) {
      const file = "something else has been put in the place of the file for exports; it is not read"
      return { file, lines: [] }
    }
    const { cut, text } = readAll(fd)
    if (text === session.text && rule === session.rule) return none
    session.text = text
    session.rule = rule
    const variables = inherited(env, noNames, rule, nothing)
    const read = readAssignments(text, (name) => (Object.hasOwn(variables, name) ? variables[name] : undefined))
    const isOwn = ({ name }: Change): boolean => !reserved.has(name)
    session.exports = together({ ...read, changes: read.changes.filter(isOwn) })
    const foreign = new Set(read.changes.filter((change) => !isOwn(change)).map(({ name }) => name))
    const problems = [
      ...read.problems.map(({ line, text: why }) => `line ${line} of the exports does not count: ${why}`),
      ...[...foreign].map((name) => `${name} is no hook's to export: it is set for each of them`)
    ]
    const rest = `the file for exports is longer than ${mostRead} bytes; the rest does not count`
    return { lines: cut ? [...problems, rest] : problems }
  } catch (error) {
    return { file: `the file for exports can't be read: ${sentence(error)}`, lines: [] }
  } finally {
    closeSync(fd)
  }
}

/** Only what is new: a line that was told need not be told after every event. */
const newOnes = (session: Session, { file, lines }: Problems): ReadonlyArray<string> => {
  const problems = file === undefined ? lines : [file, ...lines]
  const news = problems.filter((problem) => !session.told.has(problem))
  session.told = new Set([...session.told, ...news])
  return news.length <= mostTold
    ? news
    : [...news.slice(0, mostTold), `${news.length - mostTold} more lines of the exports do not count`]
}

/** Where the files of sessions lie that outlive this process. Where there is no folder, a session lasts as long as we do. */
type FolderOf = (session: SessionKey) => string | undefined

const fileIn = (folder: string): string => path.join(folder, "env")

/** Whether the folder is there. One that is a link, or somebody else's, is thrown. */
const isThere = (folder: string): boolean => {
  const status = lstatSync(folder, { throwIfNoEntry: false })
  if (status !== undefined && !(status.isDirectory() && isOurs(status))) {
    throw new Error(`${folder} is a link, or belongs to somebody else`)
  }
  return status !== undefined
}

/** The file, made where there is none yet. */
const makeFile = (folder: string): string => {
  if (!isThere(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = fileIn(folder)
  const { O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants
  closeSync(openSync(file, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600))
  return file
}

/** A session of which nothing has been read yet. */
const unread = (file: string): Session => ({
  file,
  stamp: "",
  rule: undefined,
  text: "",
  exports: nothing,
  told: new Set()
})

const make = (from: From, folderOf: FolderOf) => {
  const sessions = new Map<string, Session>()
  const problems = new Map<string, string>()
  let folder: string | undefined
  let files = 0

  /** Goes on with what processes before this one have exported. What is wrong with their lines they have told. */
  const goOn = (key: string, file: string, rule: EnvRule | undefined): Session => {
    const session = unread(file)
    const { file: problem, lines } = refresh(session, from, rule)
    if (problem !== undefined) throw new Error(problem)
    session.told = new Set(lines)
    sessions.set(key, session)
    return session
  }

  /** What is known of a session, or what another process has left of it. */
  const find = (session: SessionKey, rule?: EnvRule): Session | undefined => {
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

  /** A file that is gone with this process. */
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

  const service: typeof SessionEnv.Service = {
    isKept: true,
    file: (session) => Effect.sync(() => find(session)?.file ?? createLasting(session)),
    exports: (session, rule) => find(session, rule)?.exports ?? nothing,
    refresh: (session, rule) =>
      Effect.sync(() => {
        // Most sessions export nothing at all.
        if (sessions.size + problems.size === 0) return []
        const key = keyOf(session)
        const known = sessions.get(key)
        const before = takeProblem(key)
        return known === undefined ? before : [...before, ...newOnes(known, refresh(known, from, rule))]
      }),
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

const layerOf = (env: Environment, folderOf: FolderOf): Layer.Layer<never> =>
  Layer.effect(
    SessionEnv,
    Effect.gen(function* () {
      // Who knows dialects knows which names are theirs.
      const dialects = yield* Effect.serviceOption(HookDialects)
      const from = { env, reserved: reserved(Option.getOrElse(dialects, () => [])) }
      const { service } = yield* Effect.acquireRelease(
        Effect.sync(() => make(from, folderOf)),
        ({ close }) => Effect.sync(close)
      )
      return service
    })
  )

/**
 * Files in a folder that only its owner can open, for hosts that live as long as their sessions. Variables that a line
 * refers to are looked up in `env`, the environment of this process unless it is given.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerWith = (env: Environment): Layer.Layer<never> => layerOf(env, () => undefined)

/**
 * The same with the environment of this process.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Layer.Layer<never> = Layer.suspend(() => layerWith({ ...process.env }))

/**
 * A file in each session's own folder, for hosts that start a process for every event: what hooks export in one of them
 * is there for those of the next. A session without a folder lasts as long as the process.
 *
 * **Details**
 *
 * The folder is made, and the file in it, when a hook first may export something. Of lines that nobody can understand a
 * process tells those that came while it lived.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerAt = (
  folderOf: (session: SessionKey) => string | undefined,
  env?: Readonly<Record<string, string | undefined>>
): Layer.Layer<never> => Layer.suspend(() => layerOf(env ?? { ...process.env }, folderOf))

/**
 * The file that our own host has given us for exports, by the variables of dialects that have one.
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
 * Appends what was exported meanwhile to a host's own file, so that a shell that reads it has the same values. What stands
 * there stays, and a link is not followed. It tells what went wrong.
 *
 * @category writing
 * @since 0.1.0
 */
export const appendTo = (file: string, before: Exports, after: Exports): Effect.Effect<ReadonlyArray<string>> =>
  Effect.sync(() => append(file, before, after))
