// Derives mutants from the syntax trees of sources, always in the same order.
import { createHash } from "node:crypto"
import { declarationsAround, symbolOf } from "./declarations.ts"
import { applied } from "./Edit.ts"
import type { Mutant } from "./Mutant.ts"
import { operators } from "./operators.ts"
import { sites } from "../internal/syntax.ts"
import type { Source } from "./Source.ts"

/** Derives every mutant of the sources. An ordinal counts the mutants of one symbol by one operator. */
export const derive = (sources: ReadonlyArray<Source>): ReadonlyArray<Mutant> => {
  const counts = new Map<string, number>()
  const found: Array<Mutant> = []
  for (const source of sources) {
    for (const site of sites(source.program)) {
      const symbol = symbolOf(source.module, declarationsAround(site))
      for (const [name, operator] of Object.entries(operators)) {
        const prefix = `${source.package}/${symbol}/${name}`
        for (const { edit } of operator(site, source.text)) {
          const ordinal = (counts.get(prefix) ?? 0) + 1
          counts.set(prefix, ordinal)
          if (applied(source.text, edit) !== source.text) found.push({ id: `${prefix}/${ordinal}`, source, edit })
        }
      }
    }
  }
  return found
}

const rank = (seed: string, id: string): string => createHash("sha256").update(`${seed} ${id}`).digest("hex")

/**
 * Chooses `size` mutants of each package by a seed: one of each module before the second of any. Another mutant in the
 * sources changes little about the choice, because each has its rank by itself.
 */
export const sample = (mutants: ReadonlyArray<Mutant>, size: number, seed: string): ReadonlyArray<Mutant> => {
  const taken = new Map<string, number>()
  const ranked = mutants
    .map((mutant) => ({ mutant, rank: rank(seed, mutant.id) }))
    .toSorted((self, that) => (self.rank < that.rank ? -1 : 1))
    .map(({ mutant, ...rest }) => {
      const turn = taken.get(mutant.source.path) ?? 0
      taken.set(mutant.source.path, turn + 1)
      return { mutant, ...rest, turn }
    })
    .toSorted((self, that) => self.turn - that.turn)
  const sizes = new Map<string, number>()
  return ranked.flatMap(({ mutant }) => {
    const before = sizes.get(mutant.source.package) ?? 0
    sizes.set(mutant.source.package, before + 1)
    return before < size ? [mutant] : []
  })
}
