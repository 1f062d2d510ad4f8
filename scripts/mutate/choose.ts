// Chooses the mutants that a run tries.
import { packageFolders } from "../internal/workspace.ts"
import { derive, sample } from "./derive.ts"
import { declarationsIn, find } from "./Law.ts"
import { laws } from "./laws.ts"
import type { Mutant } from "./Mutant.ts"
import type { Options } from "./options.ts"
import { readAll, type Source } from "./Source.ts"

/** Returns the named mutants, each breaking a law; throws an error that lists the laws without a place. */
export const named = (sources: ReadonlyArray<Source>): ReadonlyArray<Mutant> => {
  const declarations = declarationsIn(sources)
  const found = laws.map((law) => find(law, declarations))
  const problems = found.flatMap((each) => (each._tag === "Problem" ? [each.problem] : []))
  if (problems.length > 0) throw new Error(problems.join("\n"))
  return found.flatMap((each) => (each._tag === "Mutant" ? [each.mutant] : []))
}

const byIds = (ids: ReadonlyArray<string>, all: ReadonlyArray<Mutant>): ReadonlyArray<Mutant> => {
  const byId = new Map(all.map((mutant) => [mutant.id, mutant]))
  const unknown = ids.filter((id) => !byId.has(id))
  if (unknown.length > 0) throw new Error(`There is no mutant ${unknown.join(", ")}.`)
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Returns the mutants that the options ask for. */
export const choose = ({ ids, packages, sample: size, seed }: Options): ReadonlyArray<Mutant> => {
  const unknown = packages.filter((name) => !packageFolders().includes(name))
  if (unknown.length > 0) throw new Error(`There is no package ${unknown.join(", ")}.`)
  const sources = readAll()
  const chosen = sources.filter((source) => packages.length === 0 || packages.includes(source.package))
  if (ids.length > 0) {
    const isDerived = ids.some((id) => id.includes("/"))
    return byIds(ids, [...named(sources), ...(isDerived ? derive(chosen) : [])])
  }
  if (size !== undefined) return sample(derive(chosen), size, seed)
  return named(sources).filter(({ source }) => chosen.includes(source))
}
