/**
 * The records of a log, of all its files, in the order of their times.
 *
 * @since 0.1.0
 */
import { isJson } from "@hookline/schema/Json"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Entry } from "./Audit.ts"
import type { Log, LogFile } from "./AuditFiles.ts"

/**
 * One record: when it was made, in which file and as which of its records, and its content.
 *
 * @category models
 * @since 0.1.0
 */
export interface AuditRecord {
  readonly at: number
  readonly file: string
  readonly n: number
  readonly entry: Entry
}

const entryOf = Schema.decodeUnknownOption(Entry)

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    // Verifying reports lines that are no records. A reader wants to see the rest.
    return undefined
  }
}

const recordOf = (file: string, line: string): AuditRecord | undefined => {
  const value = parsed(line)
  if (!isJson(value) || typeof value["at"] !== "number" || typeof value["n"] !== "number") return undefined
  const entry = Option.getOrUndefined(entryOf(value["entry"]))
  return entry && { at: value["at"], file, n: value["n"], entry }
}

/**
 * The lines of a text, without the empty one behind its last end.
 *
 * @category getters
 * @since 0.1.0
 */
export const linesOf = (text: string): ReadonlyArray<string> => {
  const lines = text.split("\n")
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines
}

/** A clock may be set back: within a file the order is that of its lines, and a record is as late as the latest before it. */
const timed = ({ name, text }: LogFile) => {
  let latest = Number.NEGATIVE_INFINITY
  return linesOf(text).flatMap((line) => {
    const record = recordOf(name, line)
    if (record === undefined) return []
    latest = Math.max(latest, record.at)
    return [{ record, latest }]
  })
}

/**
 * Reads the records of a log, whether or not it is sound, which `verify` reports. Lines that are no records are left out.
 *
 * @category reading
 * @since 0.1.0
 */
export const records = ({ files }: Pick<Log, "files">): ReadonlyArray<AuditRecord> =>
  files
    .flatMap(timed)
    .toSorted((one, other) => one.latest - other.latest)
    .map(({ record }) => record)
