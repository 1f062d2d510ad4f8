/** The environments of sessions: each is created once, and stays the same object until a change. */
import type { Dialect } from "@hookline/core/Dialect"
import type { Exports } from "@hookline/core/SessionEnv"
import type { Settings } from "@hookline/schema/Settings"
import * as HookEnv from "../../HookEnv.ts"
import { withoutProject } from "../env/searchLists.ts"

type Environment = Readonly<Record<string, string | undefined>>

const everything = {}
const minimal = {}

/** The environments under one rule. */
interface Made {
  readonly all: HookEnv.Variables
  /** Those of the user's hooks, by the project. */
  readonly users: Map<string, HookEnv.Variables>
}

/**
 * Creates the function that returns the variables every hook of a session inherits, by the settings and the exports. For
 * hooks of the user `outside` is the project, from which no list of folders lets them load code.
 */
export const environments = (
  parent: Environment,
  dialects: ReadonlyArray<Dialect>
): ((settings: Settings, exports: Exports, outside?: string) => HookEnv.Variables) => {
  const reserved = HookEnv.reserved(dialects)
  // Keyed by the rule's reference: settings that are read again have a new rule, and the old one is not used any more.
  const made = new WeakMap<Exports, WeakMap<object, Made>>()
  return ({ env }, exports, outside) => {
    const known = made.get(exports) ?? new WeakMap<object, Made>()
    made.set(exports, known)
    const rule = typeof env === "object" ? env : env === undefined ? everything : minimal
    const variables = known.get(rule) ?? {
      all: HookEnv.inherited(parent, reserved, env, exports),
      users: new Map<string, HookEnv.Variables>()
    }
    known.set(rule, variables)
    if (outside === undefined) return variables.all
    const users = variables.users.get(outside) ?? withoutProject(variables.all, outside, parent["HOME"])
    variables.users.set(outside, users)
    return users
  }
}
