/** The environments of sessions: each is created once, and stays the same object until a change. */
import type { Dialect } from "@hookline/core/Dialect"
import type { Exports } from "@hookline/core/SessionEnv"
import type { Settings } from "@hookline/schema/Settings"
import * as HookEnv from "../../HookEnv.ts"

type Environment = Readonly<Record<string, string | undefined>>

const everything = {}
const minimal = {}

/**
 * Creates the function that returns the variables every hook of a session inherits, by the settings and the exports.
 */
export const environments = (
  parent: Environment,
  dialects: ReadonlyArray<Dialect>
): ((settings: Settings, exports: Exports) => HookEnv.Variables) => {
  const reserved = HookEnv.reserved(dialects)
  // Keyed by the rule's reference: settings that are read again have a new rule, and the old one is not used any more.
  const made = new WeakMap<Exports, WeakMap<object, HookEnv.Variables>>()
  return ({ env }, exports) => {
    const known = made.get(exports) ?? new WeakMap<object, HookEnv.Variables>()
    made.set(exports, known)
    const rule = typeof env === "object" ? env : env === undefined ? everything : minimal
    const variables = known.get(rule) ?? HookEnv.inherited(parent, reserved, env, exports)
    known.set(rule, variables)
    return variables
  }
}
