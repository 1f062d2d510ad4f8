/** The environments of sessions: made once, and the same value for as long as nothing about them changes. */
import type { Dialect } from "@hookline/core/Dialect"
import type { Exports } from "@hookline/core/SessionEnv"
import type { Settings } from "@hookline/schema/Settings"
import * as HookEnv from "../../HookEnv.ts"

type Environment = Readonly<Record<string, string | undefined>>

const everything = {}
const minimal = {}

/** What every hook of a session inherits, by the settings and by what was exported. */
export const environments = (
  parent: Environment,
  dialects: ReadonlyArray<Dialect>
): ((settings: Settings, exports: Exports) => HookEnv.Variables) => {
  const reserved = HookEnv.reserved(dialects)
  // By the rule itself: settings that are read again bring another, and nobody asks for the one before any more.
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
