/** Reads the file into which a session's hooks write assignments. Nothing in it is ever run. */
import { sentence } from "@hookline/core/PipelineError"
import { type Exports, nothing } from "@hookline/core/SessionEnv"
import type { EnvRule } from "@hookline/schema/Settings"
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs"
import { inherited } from "../../HookEnv.ts"
import { type Assignments, type Change, readAssignments } from "./assignments.ts"

/** More than this nobody writes who means it. */
const mostRead = 1 << 20
const mostTold = 10

/** Files tell the time of their last change no closer than this. */
const tickMillis = 50

export type Environment = Readonly<Record<string, string | undefined>>

const noNames: ReadonlySet<string> = new Set()

/** The file of one session, and what was read of it last. */
export interface Exported {
  readonly file: string
  /** By what a change of the file shows. */
  stamp: string
  /** By what rule, and as what, it was read last. */
  rule: EnvRule | undefined
  text: string
  exports: Exports
  told: ReadonlySet<string>
}

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
export interface Problems {
  readonly file?: string
  readonly lines: ReadonlyArray<string>
}

const none: Problems = { lines: [] }

/** Whether something on the disk belongs to who runs us. */
export const isOurs = ({ uid }: { readonly uid: number }): boolean =>
  process.geteuid === undefined || uid === process.geteuid()

/** From what exports are read: what their lines may refer to, and which names are not theirs to set. */
export interface From {
  readonly env: Environment
  readonly reserved: ReadonlySet<string>
}

/** Reads the file where it has changed. A link in its place is somebody's attempt to have something else read. */
export const refresh = (session: Exported, { env, reserved }: From, rule: EnvRule | undefined): Problems => {
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
export const newOnes = (session: Exported, { file, lines }: Problems): ReadonlyArray<string> => {
  const problems = file === undefined ? lines : [file, ...lines]
  const news = problems.filter((problem) => !session.told.has(problem))
  session.told = new Set([...session.told, ...news])
  return news.length <= mostTold
    ? news
    : [...news.slice(0, mostTold), `${news.length - mostTold} more lines of the exports do not count`]
}

/** A session of which nothing has been read yet. */
export const unread = (file: string): Exported => ({
  file,
  stamp: "",
  rule: undefined,
  text: "",
  exports: nothing,
  told: new Set()
})
