/**
 * Parses the patches of Codex's `apply_patch` as its own parser does (codex-rs/apply-patch), and no stricter: a patch that
 * Codex applies is never one that no guard can read.
 */

/** A run of lines that takes the place of another. */
export interface Replacement {
  readonly before: string
  readonly after: string
}

/** A file that a patch adds, deletes or changes. */
export type FileChange =
  | { readonly _tag: "Add"; readonly path: string; readonly content: string }
  | { readonly _tag: "Delete"; readonly path: string }
  | {
      readonly _tag: "Update"
      readonly path: string
      readonly movedTo?: string
      readonly replacements: ReadonlyArray<Replacement>
    }

/** Matches a character of white space for Rust's `trim`, which is not that of JavaScript. */
const blank = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/

/** Removes blanks at the end. A regular expression for it takes quadratic time on a line of blanks. */
const trimEnd = (text: string): string => {
  let end = text.length
  while (end > 0 && blank.test(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

const trim = (text: string): string => {
  const kept = trimEnd(text)
  let start = 0
  while (start < kept.length && blank.test(kept.charAt(start))) start++
  return kept.slice(start)
}

const header = /^\*\*\* (Add File|Delete File|Update File|Move to): ([^]+)$/
const heredoc = /^<<(?:EOF|'EOF'|"EOF")$/

interface Chunk {
  readonly before: Array<string>
  readonly after: Array<string>
}

/** A file of a patch while its lines are read. */
interface Draft {
  readonly kind: "Add" | "Delete" | "Update"
  readonly path: string
  movedTo?: string
  readonly added: Array<string>
  readonly chunks: Array<Chunk>
}

const kinds: Readonly<Record<string, Draft["kind"]>> = {
  "Add File": "Add",
  "Delete File": "Delete",
  "Update File": "Update"
}

const finished = ({ added, chunks, kind, movedTo, path }: Draft): FileChange => {
  if (kind === "Delete") return { _tag: kind, path }
  if (kind === "Add") return { _tag: kind, path, content: added.map((line) => `${line}\n`).join("") }
  const replacements = chunks
    .filter(({ after, before }) => after.length + before.length > 0)
    .map(({ after, before }) => ({ before: before.join("\n"), after: after.join("\n") }))
  return { _tag: kind, path, ...(movedTo !== undefined && { movedTo }), replacements }
}

/** Reads a line of a changed file. Returns `false` if it is none. */
const readUpdate = (draft: Draft, line: string): boolean => {
  const end = trimEnd(line)
  const [, kind, path] = header.exec(end) ?? []
  if (kind === "Move to" && path !== undefined && draft.chunks.length === 0) {
    draft.movedTo = path
    return true
  }
  if (end === "@@" || end.startsWith("@@ ")) {
    draft.chunks.push({ before: [], after: [] })
    return true
  }
  if (end === "*** End of File") return true
  const mark = line.charAt(0)
  if (mark !== "" && mark !== " " && mark !== "+" && mark !== "-") return false
  if (draft.chunks.length === 0) draft.chunks.push({ before: [], after: [] })
  const chunk = draft.chunks.at(-1)
  const text = line.slice(1)
  if (mark !== "+") chunk?.before.push(text)
  if (mark !== "-") chunk?.after.push(text)
  return true
}

/** Reads a line of a file's part. Returns `false` if it is none. */
const readLine = (draft: Draft | undefined, line: string): boolean => {
  if (draft === undefined) return trim(line).startsWith("*** Environment ID:")
  if (draft.kind === "Update") return readUpdate(draft, line)
  if (draft.kind === "Delete" || !line.startsWith("+")) return false
  draft.added.push(line.slice(1))
  return true
}

/** Returns the lines between the marks of a patch, which may be inside of a here-document; or `undefined`. */
const bodyOf = (text: string): ReadonlyArray<string> | undefined => {
  const all = trim(text)
    .split("\n")
    .map((line) => line.replace(/\r{1,2}$/, ""))
  const isQuoted = heredoc.test(all[0] ?? "") && all.at(-1)?.endsWith("EOF") === true
  const lines = isQuoted ? all.slice(1, -1) : all
  const isMarked = trim(lines[0] ?? "") === "*** Begin Patch" && trim(lines.at(-1) ?? "") === "*** End Patch"
  return isMarked && lines.length > 1 ? lines.slice(1, -1) : undefined
}

/** Returns the files of a patch, in order; or `undefined` if it can't be read, or changes no file. */
export const parse = (text: string): ReadonlyArray<FileChange> | undefined => {
  const drafts: Array<Draft> = []
  for (const line of bodyOf(text) ?? []) {
    const draft = drafts.at(-1)
    // Among the lines of a changed file, an indented header is a line of the file.
    const [, word = "", path = ""] = header.exec(draft?.kind === "Update" ? trimEnd(line) : trim(line)) ?? []
    const kind = kinds[word]
    if (kind !== undefined) drafts.push({ kind, path, added: [], chunks: [] })
    else if (!readLine(draft, line)) return undefined
  }
  return drafts.length === 0 ? undefined : drafts.map(finished)
}

/** Returns the files that a patch names, also one that can't be read. */
export const named = (text: string): ReadonlyArray<string> => {
  const paths = text.split("\n").flatMap((line) => header.exec(trim(line))?.[2] ?? [])
  return [...new Set(paths)]
}
