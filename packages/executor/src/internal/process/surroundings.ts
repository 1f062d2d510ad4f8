/** The environment and the wrapping program of each hook: no export of a project reaches the wrapping program. */
import type { Dialect } from "@hookline/core/Dialect"
import type { Confinement, Work } from "@hookline/core/Runner"
import { exporterOf, type SessionEnv } from "@hookline/core/SessionEnv"
import type { Settings } from "@hookline/schema/Settings"
import type { Variables } from "../../HookEnv.ts"
import { compiledPython } from "../env/compiledPython.ts"
import { carried } from "./carried.ts"
import { environments } from "./environments.ts"

export interface Around {
  /** The program that wraps the hook, with its arguments. */
  readonly wrap: ReadonlyArray<string>
  /** The variables with which the outermost program is spawned. */
  readonly base: Variables
}

type Hooked = Pick<Work, "confinement" | "hook" | "session" | "settings">

export interface Surroundings {
  readonly wrapOf: (settings: Settings) => ReadonlyArray<string>
  /** Returns the variables that a hook inherits. */
  readonly inherited: (work: Hooked) => Variables
  readonly around: (work: Hooked) => Around
  /** Returns the variables of the program that wraps a hook. */
  readonly users: (work: Omit<Hooked, "hook">) => Variables
}

/** Creates the surroundings of all hooks. `wrap` is the program's own wrapper. */
export const makeSurroundings = (
  parent: Readonly<Record<string, string | undefined>>,
  dialects: ReadonlyArray<Dialect>,
  sessionEnv: SessionEnv["Service"],
  wrap: ReadonlyArray<string>
): Surroundings => {
  const inheritedBy = environments(parent, dialects, compiledPython(parent))
  // A user's sandbox stays around the hooks, inside the program's.
  const wrapOf = (settings: Settings): ReadonlyArray<string> => [...wrap, ...(settings.wrap ?? [])]

  const usersBy = ({ session, settings }: Omit<Hooked, "hook">, rule?: Confinement["env"]): Variables =>
    inheritedBy(settings, sessionEnv.exports(session, "user", settings.env), session.project, rule)

  const users = (work: Omit<Hooked, "hook">): Variables => usersBy(work)

  const inherited = (work: Hooked): Variables => {
    const { confinement, hook, session, settings } = work
    return exporterOf(hook) === "user"
      ? usersBy(work, confinement?.env)
      : inheritedBy(settings, sessionEnv.exports(session, "project", settings.env), undefined, confinement?.env)
  }

  const around = (work: Hooked): Around => {
    const words = wrapOf(work.settings)
    const base = inherited(work)
    const outside = words.length === 0 ? base : users(work)
    if (outside === base) return { wrap: words, base }
    const inside = carried(outside, base)
    return { wrap: [...words, ...inside.words], base: { ...outside, ...inside.variables } }
  }

  return { wrapOf, inherited, around, users }
}
