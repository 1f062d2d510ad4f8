// The summary of loaded configurations, a row for each kind, as a table in Markdown.
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import type { Hook } from "@hookline/schema/Hook"

export interface Loaded {
  readonly kind: string
  readonly name: string
  readonly hooks: ReadonlyArray<Hook>
  readonly diagnostics: ReadonlyArray<Diagnostic>
  /** What the loader says it found, as hooks and as losses. */
  readonly entries: number
  /** What is in the file. */
  readonly written: number
}

const codes = (files: ReadonlyArray<Loaded>): string => {
  const counts = Map.groupBy(
    files.flatMap(({ diagnostics }) => diagnostics),
    ({ code }) => code
  )
  return [...counts]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([code, found]) => `${code} ${found.length}`)
    .join(", ")
}

const row = (kind: string, files: ReadonlyArray<Loaded>): ReadonlyArray<string | number> => {
  const hooks = files.reduce((sum, file) => sum + file.hooks.length, 0)
  const written = files.reduce((sum, file) => sum + file.written, 0)
  const lost = files.reduce((sum, file) => sum + file.entries - file.hooks.length, 0)
  const clean = files.filter(({ diagnostics }) => diagnostics.length === 0).length
  return [kind, files.length, clean, written, hooks, lost, codes(files)]
}

/** The table. */
export const table = (loaded: ReadonlyArray<Loaded>): string => {
  const kinds = [...Map.groupBy(loaded, ({ kind }) => kind)].map(([kind, files]) => row(kind, files))
  const head = ["kind", "files", "nothing to say", "entries", "hooks loaded", "told as lost", "diagnostics"]
  const rows = [head, ["---", "---:", "---:", "---:", "---:", "---:", "---"], ...kinds, row("all", loaded)]
  return rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n")
}
