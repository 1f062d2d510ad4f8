/** The sandbox in which a confined hook is started, and the plan of its start. */
import { executing, type PipelineError, SandboxMissing } from "@hookline/core/PipelineError"
import { type Confinement, isConfined, type Work } from "@hookline/core/Runner"
import type { Inside, Sandbox } from "@hookline/core/Sandbox"
import { rights } from "@hookline/schema/Profile"
import * as Effect from "effect/Effect"
import type { Confined } from "./ColdProcess.ts"
import type { Plan } from "./commandOf.ts"
import { withheldFrom } from "./environments.ts"
import type { Surroundings } from "./surroundings.ts"

/** Enters the sandbox of a hook, or returns `undefined` for a hook without one. */
export const enter = (
  sandbox: Sandbox["Service"],
  home: string,
  { confinement, facts, hook }: Pick<Work, "confinement" | "facts" | "hook">
): Effect.Effect<Inside, PipelineError> | undefined => {
  if (!isConfined(confinement)) return undefined
  const { profile } = confinement
  return Effect.mapError(sandbox.enter(profile, { project: facts.projectDir, home }), ({ message }) =>
    executing(new SandboxMissing({ hook: hook.id, profile, issue: message }))
  )
}

/** Reports the variables that a hook does not get. */
export const reportWithheld = (
  { confinement, onWithheld }: Work,
  variables: Readonly<Record<string, string>>
): void => {
  if (confinement === undefined || onWithheld === undefined) return
  const names = withheldFrom(variables)
  if (names.length > 0) onWithheld(names)
}

/** Returns the sandbox of one start. What wraps the hook is outside of the sandbox, and gets the variables of the user. */
export const confinedBy = (
  inside: Inside | undefined,
  { users, wrapOf }: Surroundings,
  work: Work,
  envFile: string | undefined
): Confined | undefined => {
  if (inside === undefined) return undefined
  const words = wrapOf(work.settings)
  const { confinement, hook } = work
  const mayWrite = confinement !== undefined && rights[confinement.profile].writes
  const { pluginData } = hook.source
  const writes = [
    ...(envFile === undefined ? [] : [envFile]),
    ...(mayWrite && pluginData !== undefined ? [pluginData] : [])
  ]
  return {
    inside,
    ...(words.length > 0 && { wrap: { words, env: users(work) } }),
    ...(writes.length > 0 && { writes })
  }
}

/** Returns the plan inside of a sandbox. The sandbox starts a shell where a command is no program, so there is no second start. */
export const planInside = ({ asShell, orElse, start, warm }: Plan, { wrap, writes }: Confined): Plan => ({
  start: orElse ?? start,
  asShell,
  // A shell that waits is in no wrapping program, and may write no file of one run.
  ...(warm !== undefined && wrap === undefined && writes === undefined && { warm })
})

/** Checks whether a hook gets a file to which it exports variables. Exports of a hook that no user has trusted are none. */
export const mayHaveFile = (confinement: Confinement | undefined): boolean => confinement?.env !== "untrusted"
