// The list of planted faults in docs/testing.md, with what found each: written here, and read again so that a run of some
// of them leaves the others as they are.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { read, root } from "../scripts/internal/workspace.ts"
import type { Mutant } from "./Mutant.ts"

/** What became of a planted fault when it was tried last. */
export type Fate =
  | { readonly _tag: "Killed"; readonly by: string }
  | { readonly _tag: "Survived" }
  | { readonly _tag: "Unknown" }

const path = "docs/testing.md"
const begin = "<!-- mutants -->"
const end = "<!-- /mutants -->"
const survived = "**nothing**"

const cell = (text: string): string => text.replaceAll("|", String.raw`\|`)

/** The part of the document between the marks, and where it is. */
const between = (text: string): { readonly from: number; readonly to: number } => {
  const from = text.indexOf(begin)
  const to = text.indexOf(end)
  if (from < 0 || to < from) throw new Error(`${path} lacks ${begin} and ${end}`)
  return { from: from + begin.length, to }
}

const fateOf = (by: string): Fate => {
  if (by === "") return { _tag: "Unknown" }
  return by === survived ? { _tag: "Survived" } : { _tag: "Killed", by: by.replaceAll(String.raw`\|`, "|") }
}

/** What the document says, by the faults' ids. */
export const readFates = (text = read(path)): ReadonlyMap<string, Fate> => {
  const { from, to } = between(text)
  const rows = text
    .slice(from, to)
    .split("\n")
    .filter((line) => line.startsWith("| `"))
  // A line within a cell has a backslash before it.
  const cells = rows.map((row) => row.split(/(?<!\\)\|/).map((part) => part.trim()))
  return new Map(cells.map(([, id = "", , , by = ""]) => [id.replaceAll("`", ""), fateOf(by)]))
}

/** What is known of one of them. */
export const fateIn = (fates: ReadonlyMap<string, Fate>, id: string): Fate => fates.get(id) ?? { _tag: "Unknown" }

const told = (fate: Fate): string => (fate._tag === "Killed" ? cell(fate.by) : fate._tag === "Survived" ? survived : "")

/** The document with these rows. */
export const written = (text: string, mutants: ReadonlyArray<Mutant>, fates: ReadonlyMap<string, Fate>): string => {
  const { from, to } = between(text)
  const all = mutants.map((mutant) => ({ mutant, fate: fateIn(fates, mutant.id) }))
  const count = (tag: Fate["_tag"]): number => all.filter(({ fate }) => fate._tag === tag).length
  const [left, untried] = [count("Survived"), count("Unknown")]
  const rest = untried === 0 ? "" : `, ${untried} not tried yet`
  const summary = `${mutants.length} planted faults: ${left === 0 ? "none" : left} survived${rest}.`
  const rows = all.map(
    ({ fate, mutant: { breaks, file, id } }) =>
      `| \`${id}\` | ${file.replace(/^packages\//, "").replace("/src/", "/")} | ${cell(breaks)} | ${told(fate)} |`
  )
  const table = ["| fault | in | what goes wrong | found by |", "| --- | --- | --- | --- |", ...rows].join("\n")
  return `${text.slice(0, from)}\n\n${summary}\n\n${table}\n\n${text.slice(to)}`
}

/** Writes what is known now. */
export const write = (mutants: ReadonlyArray<Mutant>, fates: ReadonlyMap<string, Fate>): void =>
  writeFileSync(join(root, path), written(read(path), mutants, fates))
