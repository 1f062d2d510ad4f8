/** The environment and the wrapping program of each hook: no export of a project reaches the wrapping program. */
import type { Dialect } from "@hookline/core/Dialect"
import type { Work } from "@hookline/core/Runner"
import { exporterOf, type SessionEnv } from "@hookline/core/SessionEnv"
import type { Settings } from "@hookline/schema/Settings"
import type { Variables } from "../../HookEnv.ts"
import { carried } from "./carried.ts"
import { environments } from "./environments.ts"

export interface Around {
  /** The program that wraps the hook, with its arguments. */
  readonly wrap: ReadonlyArray<string>
  /** The variables with which the outermost program is spawned. */
  readonly base: Variables
}

type Hooked = Pick<Work, "hook" | "session" | "settings">

export interface Surroundings {
  readonly wrapOf: (settings: Settings) => ReadonlyArray<string>
  /** Returns the variables that a hook inherits. */
  readonly inherited: (work: Hooked) => Variables
  readonly around: (work: Hooked) => Around
}

/** Creates the surroundings of all hooks. `wrap` is the program's own wrapper. */
export const makeSurroundings = (
  parent: Readonly<Record<string, string | undefined>>,
  dialects: ReadonlyArray<Dialect>,
  sessionEnv: SessionEnv["Service"],
  wrap: ReadonlyArray<string>
): Surroundings => {
  const inheritedBy = environments(parent, dialects)
  // A user's sandbox stays around the hooks, inside the program's.
  const wrapOf = (settings: Settings): ReadonlyArray<string> => [...wrap, ...(settings.wrap ?? [])]

  const users = ({ session, settings }: Omit<Hooked, "hook">): Variables =>
    inheritedBy(settings, sessionEnv.exports(session, "user", settings.env), session.project)

  const inherited = (work: Hooked): Variables =>
    exporterOf(work.hook) === "user"
      ? users(work)
      : inheritedBy(work.settings, sessionEnv.exports(work.session, "project", work.settings.env))

  const around = (work: Hooked): Around => {
    const words = wrapOf(work.settings)
    const base = inherited(work)
    const outside = words.length === 0 ? base : users(work)
    if (outside === base) return { wrap: words, base }
    const inside = carried(outside, base)
    return { wrap: [...words, ...inside.words], base: { ...outside, ...inside.variables } }
  }

  return { wrapOf, inherited, around }
}
