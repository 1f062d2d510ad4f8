/** The environments of sessions: each is created once, and stays the same object until a change. */
import type { Dialect } from "@hookline/core/Dialect"
import type { Confinement } from "@hookline/core/Runner"
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
  /** Those of confined hooks, by their confinement. */
  readonly confined: Map<string, HookEnv.Variables>
}

/** The names that were withheld from environments of confined hooks. */
const withheld = new WeakMap<HookEnv.Variables, ReadonlyArray<string>>()

/** Returns the names of variables that an environment does not have because of its confinement. */
export const withheldFrom = (variables: HookEnv.Variables): ReadonlyArray<string> => withheld.get(variables) ?? []

type Rule = Confinement["env"]

const keyOf = (outside: string | undefined, rule: Rule): string =>
  JSON.stringify([outside ?? null, rule === "untrusted" ? rule : [...rule].toSorted()])

/** Returns the environments of confined hooks, each created once. */
const confinedIn = (made: Made, variables: HookEnv.Variables, outside: string | undefined, rule: Rule) => {
  const key = keyOf(outside, rule)
  const known = made.confined.get(key)
  if (known !== undefined) return known
  const divided = HookEnv.confined(variables, rule)
  withheld.set(divided.variables, divided.withheld)
  made.confined.set(key, divided.variables)
  return divided.variables
}

/**
 * Creates the function that returns the variables every hook of a session inherits, by the settings and the exports. For
 * hooks of the user `outside` is the project, from which no list of folders lets them load code. `rule` is that of a
 * confined hook. `change` adds to the variables of all hooks.
 */
export const environments = (
  parent: Environment,
  dialects: ReadonlyArray<Dialect>,
  change: (variables: HookEnv.Variables) => HookEnv.Variables = (variables) => variables
): ((settings: Settings, exports: Exports, outside?: string, rule?: Rule) => HookEnv.Variables) => {
  const reserved = HookEnv.reserved(dialects)
  // Keyed by the rule's reference: settings that are read again have a new rule, and the old one is not used any more.
  const made = new WeakMap<Exports, WeakMap<object, Made>>()
  return ({ env }, exports, outside, rule) => {
    const known = made.get(exports) ?? new WeakMap<object, Made>()
    made.set(exports, known)
    const setting = typeof env === "object" ? env : env === undefined ? everything : minimal
    const variables = known.get(setting) ?? {
      all: change(HookEnv.inherited(parent, reserved, env, exports)),
      users: new Map<string, HookEnv.Variables>(),
      confined: new Map<string, HookEnv.Variables>()
    }
    known.set(setting, variables)
    const own = outside === undefined ? variables.all : usersIn(variables, outside, parent["HOME"])
    return rule === undefined ? own : confinedIn(variables, own, outside, rule)
  }
}

/** Returns the environment of the user's hooks in a project, created once. */
const usersIn = ({ all, users }: Made, project: string, home: string | undefined): HookEnv.Variables => {
  const known = users.get(project) ?? withoutProject(all, project, home)
  users.set(project, known)
  return known
}
