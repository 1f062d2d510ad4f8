/**
 * Seals the hooks of a project on this machine.
 *
 * @since 0.1.0
 */
import * as Seals from "@hookline/core/kit/trust/seal"
import { SealFiles } from "@hookline/core/kit/trust/SealFiles"
import * as Dialects from "@hookline/dialects/Dialects"
import type { Hook } from "@hookline/schema/Hook"
import { cases } from "@hookline/schema/HookEvent"
import * as Effect from "effect/Effect"
import * as path from "node:path"
import * as SealFilesNode from "../SealFilesNode.ts"
import type { RealFolders } from "./places.ts"

const start = cases.SessionStart.make({})

/** Returns the place of a hook's process: its folders, and the variables that name folders. */
const placeOf = (
  { source }: Hook,
  { home, project }: RealFolders,
  choices: Pick<Seals.SealPlace, "before" | "state">
): Seals.SealPlace => {
  const facts = { projectDir: project, event: start, source }
  const variables = {
    ...Dialects.canonical.hostEnv(facts),
    ...Dialects.named(source.dialect)?.env(facts),
    HOME: home,
    PWD: project
  }
  return {
    project,
    home,
    variables,
    beside: path.dirname(source.file),
    searched: (process.env["PATH"] ?? "").split(path.delimiter).filter((folder) => path.isAbsolute(folder)),
    ...choices
  }
}

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
        sealOf(hook, placeOf(hook, folders, choices))
  )

/**
 * Creates a sealer of the files of this machine.
 *
 * @category sealing
 * @since 0.1.0
 */
export const makeSealer: Effect.Effect<Sealer> = makeSealerOf(SealFilesNode.files)
