// Tries one text after the other, each told before it is tried: whoever listens knows which one never ends.
import { parentPort, workerData } from "node:worker_threads"
import { chance, mutated, shortened } from "./mutate.ts"
import { type Group, type Target, targets } from "./targets.ts"

export interface Asked {
  readonly seed: number
  readonly seconds: number
  /** The number of texts, if it is not the time that ends it. */
  readonly runs?: number
  /** The one group of targets to try; all, if left out. */
  readonly group?: Group
  readonly corpus?: string
}

export type Told =
  | { readonly _tag: "Trying"; readonly target: string; readonly text: string }
  | { readonly _tag: "Found"; readonly target: string; readonly text: string; readonly what: string }
  | { readonly _tag: "Done"; readonly tried: Readonly<Record<string, number>> }

// The one who starts this gives it so.
const { corpus, group, runs = Infinity, seconds, seed } = workerData as Asked
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- Threads have no origins, as windows have.
const tell = (told: Told): void => parentPort?.postMessage(told)

/** Longer than this nothing may take. */
const slow = 2000

const problemOf = async ({ problem }: Target, text: string): Promise<string | undefined> => {
  const started = performance.now()
  try {
    const what = await problem(text)
    const millis = performance.now() - started
    return what ?? (millis > slow ? `it takes ${millis.toFixed(0)} ms` : undefined)
  } catch (error) {
    return `it throws: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
  }
}

const all = (await targets(corpus)).filter(
  ({ group: own, seeds }) => seeds.length > 0 && (group === undefined || own === group)
)
const tried: Record<string, number> = {}
const found = new Set<string>()
const { below, of } = chance(seed)
const until = performance.now() + seconds * 1000
for (let round = 0; round < runs && performance.now() < until; round++) {
  const target = of(all)
  const text =
    target.make !== undefined && below(2) === 0 ? target.make({ below, of }) : mutated(of(target.seeds), { below, of })
  if (round % 50 === 0) tell({ _tag: "Trying", target: target.name, text })
  tried[target.name] = (tried[target.name] ?? 0) + 1
  const what = await problemOf(target, text)
  // What is wrong in the same way is told once.
  const kind = `${target.name} ${what?.replaceAll(/\d+/g, "n").slice(0, 120)}`
  if (what === undefined || found.has(kind) || found.size > 20) continue
  found.add(kind)
  const isProblem = async (shorter: string) => (await problemOf(target, shorter)) !== undefined
  const short = text.length > 20_000 ? text : await shortened(text, isProblem)
  tell({ _tag: "Found", target: target.name, text: short, what: (await problemOf(target, short)) ?? what })
}
tell({ _tag: "Done", tried })
