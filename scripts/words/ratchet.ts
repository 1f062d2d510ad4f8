// Compares the counts of findings with the committed ones: a count may fall, and may not rise.
import { type Finding, type Rule, rules } from "./findings.ts"

/** The counts of each package. */
export type Counts = Readonly<Record<string, Readonly<Partial<Record<Rule, number>>>>>

export interface Change {
  readonly folder: string
  readonly rule: Rule
  readonly before: number
  readonly now: number
}

/** Counts findings by rule. */
export const countsOf = (findings: ReadonlyArray<Finding>): Readonly<Record<Rule, number>> => {
  const of = (rule: Rule): number => findings.filter((finding) => finding.rule === rule).length
  return { heads: of("heads"), words: of("words"), messages: of("messages"), examples: of("examples") }
}

/** Lists the counts that differ. A package that is not committed yet has counts of 0. */
export const changes = (committed: Counts, now: Counts): ReadonlyArray<Change> =>
  Object.entries(now).flatMap(([folder, counts]) =>
    rules.flatMap((rule) => {
      const [before, after] = [committed[folder]?.[rule] ?? 0, counts[rule] ?? 0]
      return before === after ? [] : [{ folder, rule, before, now: after }]
    })
  )

/** Prints the counts with a line for each package, so that branches that change two packages merge. */
export const print = (counts: Counts): string => {
  const lines = Object.entries(counts).map(([folder, each]) => {
    const cells = rules.map((rule) => `"${rule}": ${each[rule] ?? 0}`)
    return `  "${folder}": { ${cells.join(", ")} }`
  })
  return `{\n${lines.join(",\n")}\n}\n`
}
