/**
 * Seals the hooks of a project on this machine.
 *
 * @since 0.1.0
 */
import * as Seals from "@hookline/core/kit/trust/seal"
import { SealFiles } from "@hookline/core/kit/trust/SealFiles"
import type { Hook } from "@hookline/schema/Hook"
import * as Effect from "effect/Effect"
import * as SealFilesNode from "../SealFilesNode.ts"
import type { RealFolders } from "./places.ts"
import { sealPlace } from "./sealPlace.ts"

/**
 * Seals a hook as it is now. `state` are the files that the hook writes itself, by the decision of the user; `before` is a
 * seal to be compared with, so that no file is read that changes nothing.
 *
 * @category models
 * @since 0.1.0
 */
export type Sealer = (
  hook: Hook,
  folders: RealFolders,
  choices?: Pick<Seals.SealPlace, "before" | "state">
) => Effect.Effect<Seals.Sealed, Seals.SealProblem>

/**
 * Creates a sealer of these files. It reads each file once, so that it serves hooks that are sealed together.
 *
 * @category sealing
 * @since 0.1.0
 */
export const makeSealerOf = (files: SealFiles["Service"]): Effect.Effect<Sealer> =>
  Effect.map(
    Effect.provideService(Seals.makeSealOf, SealFiles, files),
    (sealOf) =>
      (hook, folders, choices = {}) =>
        sealOf(hook, { ...sealPlace(hook, folders), ...choices })
  )

/**
 * Creates a sealer of the files of this machine.
 *
 * @category sealing
 * @since 0.1.0
 */
export const makeSealer: Effect.Effect<Sealer> = makeSealerOf(SealFilesNode.files)
