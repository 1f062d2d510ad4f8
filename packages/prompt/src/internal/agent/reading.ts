/** The parts of a project that a model may read: a file, a folder, the lines that contain a text. Each has a limit. */
import * as Effect from "effect/Effect"
import { readdir } from "node:fs/promises"
import { join, posix, sep } from "node:path"
import { type Opened, Refused, use } from "./inside.ts"

/** The limits of what a model gets. */
export const limits = {
  /** The size of a file, in bytes. */
  file: 2 * 1024 * 1024,
  /** The part of a file in one answer, in characters. */
  text: 64 * 1024,
  entries: 1000,
  /** The number of files in a search. */
  files: 5000,
  folders: 2000,
  matches: 100,
  line: 300
} as const

const notText = (path: string): Refused => new Refused({ message: `${path} is no text` })

const bytesOf = async ({ handle }: Opened, path: string): Promise<Buffer> => {
  const { size } = await checkedStat(handle, path)
  const buffer = Buffer.alloc(Math.min(size, limits.file))
  let filled = 0
  while (filled < buffer.length) {
    const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return buffer.subarray(0, filled)
}

const checkedStat = async (handle: Opened["handle"], path: string) => {
  const stat = await handle.stat()
  if (!stat.isFile()) throw new Refused({ message: `${path} is no file` })
  return stat
}

const textOf = (root: string, path: string): Effect.Effect<string, Refused> =>
  Effect.flatMap(
    use(root, path, (opened) => bytesOf(opened, path)),
    (bytes) => (bytes.includes(0) ? Effect.fail(notText(path)) : Effect.succeed(bytes.toString("utf8")))
  )

/** Returns lines of a file, from `from` on. */
export const file = (root: string, path: string, from = 1, count = Infinity): Effect.Effect<string, Refused> =>
  Effect.map(textOf(root, path), (text) => {
    const lines = text.split("\n")
    const first = Math.max(1, Math.trunc(from))
    const wanted = lines.slice(first - 1, first - 1 + Math.max(1, Math.trunc(count)))
    const part = wanted.join("\n").slice(0, limits.text)
    const last = first + part.split("\n").length - 1
    const isWhole = first === 1 && last === lines.length && part.length === text.length
    return isWhole ? part : `${part}\n[lines ${first} to ${last} of ${lines.length}]`
  })

interface Entry {
  readonly name: string
  readonly kind: "file" | "folder" | "link" | "other"
}

const entriesOf = (root: string, path: string): Effect.Effect<ReadonlyArray<Entry>, Refused> =>
  use(root, path, async ({ handle, pinned, real }) => {
    if (!(await handle.stat()).isDirectory()) throw new Refused({ message: `${path} is no folder` })
    const found = await readdir(pinned ?? real, { withFileTypes: true })
    return found
      .map((entry): Entry => {
        if (entry.isSymbolicLink()) return { name: entry.name, kind: "link" }
        if (entry.isDirectory()) return { name: entry.name, kind: "folder" }
        return { name: entry.name, kind: entry.isFile() ? "file" : "other" }
      })
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
  })

const marks = { file: "", folder: "/", link: " (a link)", other: " (neither file nor folder)" } as const

/** Returns the names in a folder. */
export const folder = (root: string, path: string): Effect.Effect<string, Refused> =>
  Effect.map(entriesOf(root, path), (entries) => {
    const shown = entries.slice(0, limits.entries).map(({ kind, name }) => `${name}${marks[kind]}`)
    const more = entries.length - shown.length
    if (shown.length === 0) return "[empty]"
    return more === 0 ? shown.join("\n") : `${shown.join("\n")}\n[${more} more]`
  })

/** Folders with dependencies or binary files. */
const skipped = new Set([".git", "node_modules"])

const matchesIn = (text: string, wanted: string, path: string): ReadonlyArray<string> =>
  text
    .split("\n")
    .flatMap((line, index) =>
      line.includes(wanted) ? [`${path}:${index + 1}: ${line.trim().slice(0, limits.line)}`] : []
    )

const told = (matches: ReadonlyArray<string>, cut: string | undefined): string => {
  const shown = matches.slice(0, limits.matches)
  const more = matches.length > shown.length ? "[more matches are not shown]" : cut
  const lines = shown.length === 0 ? ["[no match]"] : shown
  return [...lines, ...(more === undefined ? [] : [more])].join("\n")
}

/** Returns the lines that contain a text, of all files below a folder. Links are not followed. */
export const search = (root: string, wanted: string, below: string): Effect.Effect<string, Refused> =>
  Effect.gen(function* () {
    const waiting = [below]
    const matches: Array<string> = []
    let files = 0
    let folders = 0
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      if (++folders > limits.folders) return told(matches, "[too many folders: not all were searched]")
      const isFirst = path === below
      const entries = yield* isFirst ? entriesOf(root, path) : Effect.orElseSucceed(entriesOf(root, path), () => [])
      for (const { kind, name } of entries) {
        const child = path === "." ? name : join(path, name)
        if (kind === "folder" && !skipped.has(name)) waiting.push(child)
        if (kind !== "file") continue
        if (++files > limits.files) return told(matches, "[too many files: not all were searched]")
        // A binary or deleted file has no match.
        const text = yield* Effect.orElseSucceed(textOf(root, child), () => "")
        matches.push(...matchesIn(text, wanted, child.split(sep).join(posix.sep)))
        if (matches.length > limits.matches) return told(matches, undefined)
      }
    }
    return told(matches, undefined)
  })
