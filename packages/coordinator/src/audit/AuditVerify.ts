/**
 * Verifies that a log is as it was written.
 *
 * @since 0.1.0
 */
import type { Head, Log, LogFile } from "./AuditFiles.ts"
import * as chain from "./internal/chain.ts"

/**
 * Something that is not as it was written: in which file, at which line (from 1), and what that means. A warning costs
 * nothing but what it names, and comes of a process that was killed in the midst of writing, too.
 *
 * @category models
 * @since 0.1.0
 */
export interface Fault {
  readonly kind: "changed" | "moved" | "unended" | "cut" | "rewritten" | "missing" | "headless" | "unread"
  readonly level: "error" | "warning"
  readonly file: string
  readonly line?: number
  readonly text: string
}

/**
 * The result of a verification.
 *
 * @category models
 * @since 0.1.0
 */
export interface Verification {
  /** `true` if all findings are warnings. */
  readonly isSound: boolean
  readonly records: number
  readonly faults: ReadonlyArray<Fault>
  /** The heads of what is there: to be kept elsewhere, and given to a later verification. */
  readonly heads: ReadonlyArray<Head>
  /** The kinds of changes that this verification can find, and those that it can't. */
  readonly claim: string
}

const found = "Found is any change, removal or reordering of records, unless everything after it was rewritten too"

/**
 * The scope of a verification, with and without heads that were kept elsewhere.
 *
 * @category constants
 * @since 0.1.0
 */
export const claim = {
  withoutHead: `${found}, heads included. To find that as well, keep the heads where a writer of the log can't write, and verify against them.`,
  withHead: `${found}. In what the given heads know, that is found as well; of what came later they know nothing.`
} as const

const error = (kind: Fault["kind"], file: string, text: string, line?: number): Fault => ({
  kind,
  level: "error",
  file,
  text,
  ...(line !== undefined && { line })
})

interface Checked {
  readonly name: string
  /** The links of the records, the first behind the beginning. */
  readonly links: ReadonlyArray<chain.Link>
  readonly faults: ReadonlyArray<Fault>
}

/** A line that could not be checked breaks the chain once: the next one is taken at its word. */
const checked = ({ name, text }: LogFile): Checked => {
  const links: Array<chain.Link> = []
  const faults: Array<Fault> = []
  const lines = text.split("\n")
  const isEnded = lines.at(-1) === ""
  let last: chain.Link | undefined = chain.genesis(name)
  for (let index = 0; index < lines.length - (isEnded ? 1 : 0); index++) {
    const line = lines[index] ?? ""
    const read = chain.read(line)
    const isLast = !isEnded && index === lines.length - 1
    if (isLast) {
      const text =
        read === undefined
          ? "The last record is incomplete, as when a process is killed while it writes. All others are whole."
          : "The last record is whole, and only the end of its line is missing."
      faults.push({ kind: "unended", level: "warning", file: name, line: index + 1, text })
    }
    if (read === undefined) {
      if (!isLast) faults.push(error("changed", name, "This is not what was written here.", index + 1))
      last = undefined
      continue
    }
    const { link, prev } = read
    const wasBefore: chain.Link | undefined = last
    if (wasBefore !== undefined && (prev !== wasBefore.hash || link.count !== wasBefore.count + 1)) {
      const what = `This is record ${link.count}, and does not follow the record before it: records were removed, moved or put in.`
      faults.push(error("moved", name, what, index + 1))
    }
    links.push(link)
    last = link
  }
  return { name, links, faults }
}

const records = (count: number): string => `${count} record${count === 1 ? "" : "s"}`

/** Compares a head with a file that was checked. */
const against = ({ links, name }: Checked, { count, hash }: Head): ReadonlyArray<Fault> => {
  if (count === 0) return []
  const last = links.at(-1)
  if (last === undefined || last.count < count) {
    const text = `Its head knows of ${records(count)}, and it ends with record ${last?.count ?? 0}: its tail was cut off.`
    return [error("cut", name, text)]
  }
  const known = links.find((link) => link.count === count)
  return known?.hash === hash
    ? []
    : [
        error(
          "rewritten",
          name,
          `Record ${count} is not the one that the head knows: it, or what is before it, was rewritten.`
        )
      ]
}

const missing = ({ count, file }: Head): ReadonlyArray<Fault> =>
  count === 0 ? [] : [error("missing", file, `The file is gone, with ${records(count)}.`)]

const headless = ({ name }: Checked): Fault =>
  error("headless", name, "Its head is gone: if its tail was cut off, that does not show.")

/**
 * Verifies a log, by its own heads and by those that were kept elsewhere.
 *
 * @category verifying
 * @since 0.1.0
 */
export const verify = ({ files, heads, unread }: Log, kept: ReadonlyArray<Head> = []): Verification => {
  const all = new Map(files.map((file) => [file.name, checked(file)]))
  const own = new Set(heads.map(({ file }) => file))
  const told = [...heads, ...kept].flatMap((head) => {
    const file = all.get(head.file)
    return file === undefined ? missing(head) : against(file, head)
  })
  const faults = [
    ...unread.map(({ name, why }) => error("unread", name, `It was not read: ${why}`)),
    ...[...all.values()].flatMap((file) => [...file.faults, ...(own.has(file.name) ? [] : [headless(file)])]),
    // Both kinds of heads may report the same finding.
    ...new Map(told.map((fault) => [`${fault.file} ${fault.kind}`, fault])).values()
  ]
  return {
    isSound: faults.every(({ level }) => level === "warning"),
    records: [...all.values()].reduce((sum, { links }) => sum + links.length, 0),
    faults,
    heads: [...all.values()].flatMap(({ links, name }) => {
      const last = links.at(-1)
      return last === undefined ? [] : [{ file: name, ...last }]
    }),
    claim: kept.length === 0 ? claim.withoutHead : claim.withHead
  }
}
