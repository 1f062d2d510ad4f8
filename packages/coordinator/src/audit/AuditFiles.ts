/**
 * The files of an audit log: one for each process, and beside them, apart, the head of each.
 *
 * @since 0.1.0
 */
import { sentence } from "@hookline/core/PipelineError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { isUtf8 } from "node:buffer"
import { constants, lstatSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { headWithSize } from "./internal/head.ts"

/**
 * Schema for the head of one file: how many records it has, and the hash of the last.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Head = Schema.Struct({ file: Schema.String, count: Schema.Natural, hash: Schema.String })

/** @since 0.1.0 */
export type Head = typeof Head.Type

/**
 * One file's name, and its text.
 *
 * @category models
 * @since 0.1.0
 */
export interface LogFile {
  readonly name: string
  readonly text: string
}

/**
 * All that was found in the folder of a log.
 *
 * @category models
 * @since 0.1.0
 */
export interface Log {
  readonly files: ReadonlyArray<LogFile>
  readonly heads: ReadonlyArray<Head>
  /** Entries of the folder that were not read, each with the reason. */
  readonly unread: ReadonlyArray<{ readonly name: string; readonly why: string }>
}

/**
 * A log that can't be read at all.
 *
 * @category errors
 * @since 0.1.0
 */
export class LogUnreadable extends Schema.TaggedError<LogUnreadable>()("LogUnreadable", {
  folder: Schema.String,
  issue: Schema.String
}) {
  override get message(): string {
    return `the audit log in ${this.folder} can't be read: ${this.issue}`
  }
}

/**
 * The folder for heads, unless another is named.
 *
 * @category getters
 * @since 0.1.0
 */
export const headsOf = (folder: string): string => join(folder, "heads")

/** Bytes that are no text would become the same character as others: they are kept apart, so that each change shows. */
const textOf = (bytes: Buffer): string =>
  isUtf8(bytes)
    ? bytes.toString("utf8")
    : bytes
        .toString("latin1")
        .split("\n")
        .map((line) => {
          const own = Buffer.from(line, "latin1")
          return isUtf8(own) ? own.toString("utf8") : line
        })
        .join("\n")

/**
 * A link in a file's place may be an attempt to have another file read, and a pipe would be waited for. Node takes a
 * number, its types a text.
 */
const flag = (constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK) as unknown as string

const read = (path: string): Buffer => {
  if (!lstatSync(path).isFile()) throw new Error("it is no file")
  return readFileSync(path, { flag })
}

const namesIn = (folder: string, end: string): ReadonlyArray<string> =>
  readdirSync(folder)
    .filter((name) => name.endsWith(end))
    .toSorted((one, other) => (one < other ? -1 : 1))

const headOf = (text: string): Head => {
  const { count, file, hash } = headWithSize(text)
  return { file, count, hash }
}

/**
 * Reads a log. Heads come first: a process that writes meanwhile may have written more than its head counts, never less.
 *
 * @category reading
 * @since 0.1.0
 */
export const readLog = (
  folder: string,
  { heads: headsFolder = headsOf(folder) }: { readonly heads?: string } = {}
): Effect.Effect<Log, LogUnreadable> =>
  Effect.try({
    try: () => {
      const unread: Array<{ name: string; why: string }> = []
      const all = <A>(names: ReadonlyArray<string>, of: (name: string) => A): ReadonlyArray<A> =>
        names.flatMap((name) => {
          try {
            return [of(name)]
          } catch (error) {
            unread.push({ name, why: sentence(error) })
            return []
          }
        })
      const before = new Set(namesIn(folder, ".jsonl"))
      const isThere = lstatSync(headsFolder, { throwIfNoEntry: false })?.isDirectory() === true
      const found = all(isThere ? namesIn(headsFolder, ".head") : [], (name) => {
        const head = headOf(read(join(headsFolder, name)).toString("utf8"))
        if (`${head.file}.head` !== name) throw new Error("it is the head of another file")
        return head
      })
      // A file that has come meanwhile is left to the next reading, and so is its head.
      const now = new Set(namesIn(folder, ".jsonl"))
      const heads = found.filter(({ file }) => before.has(file) || !now.has(file))
      const files = all([...before], (name) => ({ name, text: textOf(read(join(folder, name))) }))
      return { files, heads, unread }
    },
    catch: (error) => new LogUnreadable({ folder, issue: sentence(error) })
  })

/**
 * The heads of a log as a text, to be kept where no process that can change the log can change it.
 *
 * @category formatting
 * @since 0.1.0
 */
export const headText = (heads: ReadonlyArray<Head>): string =>
  heads.map((head) => `${JSON.stringify(head)}\n`).join("")

/**
 * Heads from such a text.
 *
 * @category parsing
 * @since 0.1.0
 */
export const parseHeads = (text: string): Effect.Effect<ReadonlyArray<Head>, LogUnreadable> =>
  Effect.try({
    try: () =>
      text
        .split("\n")
        .filter((line) => line.trim() !== "")
        .map(headOf),
    catch: (error) => new LogUnreadable({ folder: "the heads", issue: sentence(error) })
  })
