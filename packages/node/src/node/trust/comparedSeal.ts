/** Seals a hook as it is now, and compares it with what was trusted. */
import * as Seals from "@hookline/core/kit/trust/seal"
import type { Sights } from "@hookline/core/kit/trust/sights"
import type { Hook } from "@hookline/schema/Hook"
import type { Seal } from "@hookline/schema/kit/Seal"
import * as Effect from "effect/Effect"
import type { RealFolders } from "./places.ts"
import { makeSealer } from "./sealing.ts"

/** The marks of the files that were compared, or the files that are others than before. */
export type Compared =
  | { readonly changed?: never; readonly sights: Sights }
  | { readonly changed: ReadonlyArray<string>; readonly sights?: never }

const comparedWith = (before: Seal, { seal, sights }: Seals.Sealed): Compared => {
  const differences = Seals.differences(before, seal)
  if (Seals.isSame(differences)) return { sights }
  const { appeared, changed, entry, gone } = differences
  return { changed: [...(entry ? ["its entry"] : []), ...changed, ...appeared, ...gone] }
}

/** Compares a hook with its seal. Each comparison reads the files anew: they may have changed since the one before. */
export const comparedSeal = (hook: Hook, folders: RealFolders, before: Seal): Effect.Effect<Compared> =>
  Effect.match(
    Effect.flatMap(makeSealer, (seal) => seal(hook, folders, { before, state: before.state })),
    {
      onSuccess: (now) => comparedWith(before, now),
      // What can't be sealed is not what was.
      onFailure: ({ path }): Compared => ({ changed: [path] })
    }
  )
