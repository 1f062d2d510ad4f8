// What became of mutants in earlier runs, so that an interrupted run continues and an unchanged mutant is not tried again.
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { applied } from "./Edit.ts"
import type { Mutant } from "./Mutant.ts"
import type { Related } from "./related.ts"
import type { Fate } from "./trial.ts"

interface Kept {
  /** The hash of the mutated source and of the tests by which its fate is known. */
  readonly hash: string
  readonly fate: Fate
}

/** Remembers fates in a file. */
export interface Memory {
  readonly of: (mutant: Mutant) => Fate | undefined
  readonly keep: (mutant: Mutant, fate: Fate) => void
}

const readKept = (path: string): Map<string, Kept> => {
  if (!existsSync(path)) return new Map()
  // Only `keep` writes this file.
  return new Map(Object.entries(JSON.parse(readFileSync(path, "utf8")) as Record<string, Kept>))
}

/** Opens the file, or an empty memory if there is none. `textOf` reads a file of the repository, `""` if there is none. */
export const open = (path: string, related: Related["to"], textOf: (path: string) => string): Memory => {
  const all = readKept(path)
  const hashOf = (mutant: Mutant, fate: Fate): string => {
    const files = fate._tag === "Killed" ? [fate.file] : related(mutant.source.path).map((file) => file.path)
    const hash = createHash("sha256").update(applied(mutant.source.text, mutant.edit))
    for (const file of files) hash.update(`\0${textOf(file)}`)
    return hash.digest("hex")
  }
  return {
    of: (mutant) => {
      const kept = all.get(mutant.id)
      return kept !== undefined && kept.hash === hashOf(mutant, kept.fate) ? kept.fate : undefined
    },
    keep: (mutant, fate) => {
      all.set(mutant.id, { hash: hashOf(mutant, fate), fate })
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, JSON.stringify(Object.fromEntries(all)))
    }
  }
}
