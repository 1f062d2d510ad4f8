/**
 * Modules of a project that its user has not allowed. They would run in the agent's own process, and their entries do not
 * show that a setting keeps them from running.
 *
 * @since 0.1.0
 */
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import { codes } from "@hookline/schema/DiagnosticCode"
import type { Hook } from "@hookline/schema/Hook"
import type { Settings } from "@hookline/schema/Settings"
import * as Effect from "effect/Effect"
import type { Dialect } from "../Dialect.ts"

/** Checks whether a hook is off because its user has not decided about modules of projects. */
export const isUndecided = (
  { enabled, off }: Pick<Hook, "enabled" | "off">,
  { allowProjectModules }: Settings
): boolean =>
  enabled &&
  allowProjectModules === undefined &&
  off?._tag === "SourceNotAllowed" &&
  off.setting === "allow_project_modules"

const none: Effect.Effect<ReadonlyArray<Diagnostic>> = Effect.succeed([])

/**
 * Returns diagnostics for the modules of a file that its user has not allowed. Each is a loss, because it may be a guard.
 * Where the user or an organisation has set `allow_project_modules` to false, that is a decision, and no loss.
 *
 * @category discovering
 * @since 0.1.0
 */
export const diagnose = (
  hooks: ReadonlyArray<Hook>,
  text: string,
  dialect: Dialect,
  settings: Settings
): Effect.Effect<ReadonlyArray<Diagnostic>> => {
  const first = hooks.find((hook) => isUndecided(hook, settings))
  if (first === undefined) return none
  const refused = hooks.filter((hook) => isUndecided(hook, settings))
  return Effect.map(dialect.config.locate(first.source, text), (position) =>
    refused.map(({ event, source }): Diagnostic => {
      const at = [...source.at, "type"]
      return {
        code: "module-not-allowed",
        level: codes["module-not-allowed"][0],
        dialect: source.dialect,
        file: source.file,
        ...position(at),
        at,
        text: "This module of the project would run in the agent's own process, which `allow_project_modules` does not allow.",
        fix: `If you trust the project's modules, write "allow_project_modules": true into ~/.hookline/settings.json, or set HOOKLINE_ALLOW_PROJECT_MODULES=true for one command.`,
        lost: { entries: 1, events: [event], inCatalog: true }
      }
    })
  )
}
