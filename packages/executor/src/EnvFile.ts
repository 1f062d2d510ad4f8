/**
 * The file into which a session's hooks write `export NAME=value`, so that every later hook gets it, and the host. It is
 * read as a shell reads assignments, and nothing in it is ever run.
 *
 * @since 0.1.0
 */
import type { EnvRule } from "@hookline/schema/Settings"
import { type Exports, nothing, SessionEnv } from "@hookline/core/SessionEnv"
import type { SessionKey } from "@hookline/core/SessionState"
import { sentence } from "@hookline/core/PipelineError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { closeSync, constants, fstatSync, mkdtempSync, openSync, readSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { inherited } from "./HookEnv.ts"
import { type Assignments, readAssignments } from "./internal/env/assignments.ts"

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

/** Reads the file where it has changed. A link in its place is somebody's attempt to have something else read. */
const refresh = (session: Session, env: Environment, rule: EnvRule | undefined): ReadonlyArray<string> => {
  let fd: number
  try {
    fd = openSync(session.file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    return [`the file for exports can't be read, so that what was exported stays as it was: ${sentence(error)}`]
  }
  try {
    const status = fstatSync(fd)
    const stamp = `${status.ino} ${status.mtimeMs} ${status.size}`
    if (stamp === session.stamp && rule === session.rule) return []
    // What was written a moment ago may be written again, as long as it is, in the same tick of the file's clock.
    session.stamp = Math.abs(Date.now() - status.mtimeMs) < tickMillis ? "" : stamp
    if (!status.isFile()) return ["a hook has put something else in the place of the file for exports; it is not read"]
    const { cut, text } = readAll(fd)
    if (text === session.text && rule === session.rule) return []
    session.text = text
    session.rule = rule
    const variables = inherited(env, noNames, rule, nothing)
    const read = readAssignments(text, (name) => (Object.hasOwn(variables, name) ? variables[name] : undefined))
    session.exports = together(read)
    const problems = read.problems.map(({ line, text: why }) => `line ${line} of the exports does not count: ${why}`)
    return cut
      ? [...problems, `the file for exports is longer than ${mostRead} bytes; the rest does not count`]
      : problems
  } catch (error) {
    return [`the file for exports can't be read: ${sentence(error)}`]
  } finally {
    closeSync(fd)
  }
}

/** Only what is new: a line that was told need not be told after every event. */
const newOnes = (session: Session, problems: ReadonlyArray<string>): ReadonlyArray<string> => {
  const news = problems.filter((problem) => !session.told.has(problem))
  session.told = new Set([...session.told, ...news])
  return news.length <= mostTold
    ? news
    : [...news.slice(0, mostTold), `${news.length - mostTold} more lines of the exports do not count`]
}

const make = (env: Environment) => {
  const sessions = new Map<string, Session>()
  const problems = new Map<string, string>()
  let folder: string | undefined
  let files = 0

  const create = (key: string): string | undefined => {
    try {
      folder ??= mkdtempSync(path.join(tmpdir(), `hookline-${process.pid}-env-`))
      const file = path.join(folder, String(files++))
      closeSync(openSync(file, "wx", 0o600))
      sessions.set(key, { file, stamp: "", rule: undefined, text: "", exports: nothing, told: new Set() })
      problems.delete(key)
      return file
    } catch (error) {
      problems.set(key, `hooks of this session can't export variables: ${sentence(error)}`)
      return undefined
    }
  }

  const service: typeof SessionEnv.Service = {
    file: (session) =>
      Effect.sync(() => {
        const key = keyOf(session)
        return sessions.get(key)?.file ?? create(key)
      }),
    exports: (session) => sessions.get(keyOf(session))?.exports ?? nothing,
    refresh: (session, rule) =>
      Effect.sync(() => {
        // Most sessions export nothing at all.
        if (sessions.size + problems.size === 0) return []
        const key = keyOf(session)
        const known = sessions.get(key)
        if (known !== undefined) return newOnes(known, refresh(known, env, rule))
        const problem = problems.get(key)
        problems.delete(key)
        return problem === undefined ? [] : [problem]
      }),
    end: (session) =>
      Effect.sync(() => {
        const key = keyOf(session)
        const known = sessions.get(key)
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

/**
 * Files in a folder that only its owner can open, for hosts that live as long as their sessions. Variables that a line
 * refers to are looked up in `env`, the environment of this process unless it is given.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerWith = (env: Environment): Layer.Layer<never> =>
  Layer.effect(
    SessionEnv,
    Effect.map(
      Effect.acquireRelease(
        Effect.sync(() => make(env)),
        ({ close }) => Effect.sync(close)
      ),
      ({ service }) => service
    )
  )

/**
 * The same with the environment of this process.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Layer.Layer<never> = Layer.suspend(() => layerWith({ ...process.env }))
