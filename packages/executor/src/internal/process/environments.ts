/** The environments of sessions: made once, and the same value for as long as nothing about them changes. */
import type { Dialect } from "@hookline/core/Dialect"
import type { Exports } from "@hookline/core/SessionEnv"
import type { EnvRule, Settings } from "@hookline/schema/Settings"
import * as HookEnv from "../../HookEnv.ts"

type Environment = Readonly<Record<string, string | undefined>>

/** What every hook of a session inherits, by the settings and by what was exported. */
export const environments = (
  parent: Environment,
  dialects: ReadonlyArray<Dialect>
): ((settings: Settings, exports: Exports) => HookEnv.Variables) => {
  const reserved = HookEnv.reserved(dialects)
  const made = new WeakMap<Exports, Map<EnvRule | undefined, HookEnv.Variables>>()
  return ({ env }, exports) => {
    const known = made.get(exports) ?? new Map<EnvRule | undefined, HookEnv.Variables>()
    made.set(exports, known)
    const variables = known.get(env) ?? HookEnv.inherited(parent, reserved, env, exports)
    known.set(env, variables)
    return variables
  }
}
