/** Reads the file to which a session's hooks write assignments, without executing anything. */
import { sentence } from "@hookline/core/PipelineError"
import { type Exports, nothing } from "@hookline/core/SessionEnv"
import type { EnvRule } from "@hookline/schema/Settings"
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs"
import { inherited } from "../../HookEnv.ts"
import { type Change, readAssignments } from "./assignments.ts"

/** The maximum size that is read. Real files are smaller. */
const mostRead = 1 << 20
const mostTold = 10

/** The character to which decoding turns bytes that are no text. */
const replacement = "\uFFFD"

/** The resolution of modification times. */
const tickMillis = 50

export type Environment = Readonly<Record<string, string | undefined>>

const noNames: ReadonlySet<string> = new Set()

/** The file of one session, with the result of the last read. */
export interface Exported {
  readonly file: string
  /** A stamp by which a change of the file is detected. */
  stamp: string
  /** The rule, the exports before these, and the result of the last read. */
  rule: EnvRule | undefined
  before: Exports
  text: string
  exports: Exports
  told: ReadonlySet<string>
}

/** Merges changes into exports. */
const together = (changes: ReadonlyArray<Change>): Exports => {
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

const readAll = (fd: number): { readonly text: string; readonly cut: boolean; readonly isText: boolean } => {
  const { size } = fstatSync(fd)
  const bytes = Buffer.alloc(Math.min(size, mostRead))
  let read = 0
  for (let more = -1; more !== 0 && read < bytes.length; read += more) {
    more = readSync(fd, bytes, read, bytes.length - read, read)
  }
  const cut = size > mostRead
  // An incomplete line could have another meaning.
  const end = cut ? bytes.lastIndexOf("\n") + 1 : read
  const whole = bytes.subarray(0, end)
  const text = whole.toString()
  return { text, cut, isText: !text.includes(replacement) || Buffer.from(text).equals(whole) }
}

/** The problem of the file, and the problems of its lines. */
export interface Problems {
  readonly file?: string
  readonly lines: ReadonlyArray<string>
}

const none: Problems = { lines: [] }

/** Checks whether a file or folder belongs to the user of this process. */
export const isOurs = ({ uid }: { readonly uid: number }): boolean =>
  process.geteuid === undefined || uid === process.geteuid()

/** The environment for references, and the names that exports can't set. */
export interface From {
  readonly env: Environment
  readonly reserved: ReadonlySet<string>
  /** Returns the reason for which a name is not exported under a rule. */
  readonly whyNot: (rule: EnvRule | undefined) => (name: string) => string | undefined
  /** Returns a notice about a name that is exported. */
  readonly caution: (name: string) => string | undefined
}

/** Returns the changes that count, and the notices about names. */
const bounded = (
  changes: ReadonlyArray<Change>,
  { caution, reserved, whyNot }: From,
  rule: EnvRule | undefined,
  isText: boolean
): { readonly changes: ReadonlyArray<Change>; readonly notices: ReadonlyArray<string> } => {
  const whyNotUnder = whyNot(rule)
  const whyNotChange = (change: Change): string | undefined => {
    if (reserved.has(change.name)) return `${change.name} is no hook's to export: it is set for each of them`
    if (!isText && change._tag === "Set" && change.value.includes(replacement))
      return `the value of ${change.name} is no UTF-8, and does not count`
    return whyNotUnder(change.name)
  }
  const notices = new Set<string>()
  const counting = changes.filter((change) => {
    const { name } = change
    const why = whyNotChange(change)
    const notice = why ?? caution(name)
    if (notice !== undefined) notices.add(notice)
    return why === undefined
  })
  return { changes: counting, notices: [...notices] }
}

/**
 * Reads the file if it has changed. A link is refused, because it may point to a foreign file. `before` are the exports
 * to which its lines may refer.
 */
export const refresh = (session: Exported, from: From, rule: EnvRule | undefined, before: Exports): Problems => {
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
    const isSame = rule === session.rule && before === session.before
    if (stamp === session.stamp && isSame) return none
    // A second write within the clock's resolution would leave the stamp unchanged, so a recent file is read again.
    session.stamp = Math.abs(Date.now() - status.mtimeMs) < tickMillis ? "" : stamp
    if (!status.isFile() || !isOurs(status)) {
      const file = "something else has been put in the place of the file for exports; it is not read"
      return { file, lines: [] }
    }
    const { cut, isText, text } = readAll(fd)
    if (text === session.text && isSame && !cut) return none
    session.text = text
    session.rule = rule
    session.before = before
    const variables = inherited(from.env, noNames, rule, before)
    const read = readAssignments(text, (name) => (Object.hasOwn(variables, name) ? variables[name] : undefined))
    const { changes, notices } = bounded(read.changes, from, rule, isText)
    session.exports = together(changes)
    const problems = [
      ...read.problems.map(({ line, text: why }) => `line ${line} of the exports does not count: ${why}`),
      ...notices
    ]
    const rest = `the file for exports is longer than ${mostRead} bytes; the rest does not count`
    return { lines: cut ? [...problems, rest] : problems }
  } catch (error) {
    return { file: `the file for exports can't be read: ${sentence(error)}`, lines: [] }
  } finally {
    closeSync(fd)
  }
}

/** Returns the problems that were not reported before, because events are frequent. */
export const newOnes = (session: Exported, { file, lines }: Problems): ReadonlyArray<string> => {
  const problems = file === undefined ? lines : [file, ...lines]
  const news = problems.filter((problem) => !session.told.has(problem))
  session.told = new Set([...session.told, ...news])
  return news.length <= mostTold
    ? news
    : [...news.slice(0, mostTold), `${news.length - mostTold} more lines of the exports do not count`]
}

/** Creates the state of a session that was not read yet. */
export const unread = (file: string): Exported => ({
  file,
  stamp: "",
  rule: undefined,
  before: nothing,
  text: "",
  exports: nothing,
  told: new Set()
})
