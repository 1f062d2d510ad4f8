/** The exports of the user's and of the project's hooks, as each receiver gets them. */
import { isDeciding } from "@hookline/core/kit/session/decidingNames"
import { type Exports, nothing, type Receiver } from "@hookline/core/SessionEnv"

/** Returns the notice about a name of a project that the host does not get. */
export const caution = (name: string): string | undefined =>
  isDeciding(name)
    ? `${name} is exported by a hook of the project: its own hooks get it, the user's hooks and the host do not`
    : undefined

/** Adds the exports of the project's hooks to those of the user's, which they override. */
const added = (users: Exports, projects: Exports): Exports => {
  const set: Record<string, string> = { ...users.set }
  for (const name of projects.unset) delete set[name]
  Object.assign(set, projects.set)
  const unset = users.unset.filter((name) => !Object.hasOwn(projects.set, name))
  return { set, unset: [...new Set([...unset, ...projects.unset])] }
}

/** Returns the part of a project's exports that its host may have. */
const harmless = ({ set, unset }: Exports): Exports => ({
  set: Object.fromEntries(Object.entries(set).filter(([name]) => !isDeciding(name))),
  unset: unset.filter((name) => !isDeciding(name))
})

/** Creates the function that returns the exports for a receiver. The result is the same object until a change. */
export const makeReceivers = (): ((receiver: Receiver, users: Exports, projects: Exports) => Exports) => {
  const known = new WeakMap<Exports, WeakMap<Exports, Readonly<Record<"project" | "host", Exports>>>>()
  return (receiver, users, projects) => {
    if (receiver === "user" || projects === nothing) return users
    const byProjects = known.get(users) ?? new WeakMap<Exports, Readonly<Record<"project" | "host", Exports>>>()
    known.set(users, byProjects)
    const both = byProjects.get(projects) ?? {
      project: added(users, projects),
      host: added(users, harmless(projects))
    }
    byProjects.set(projects, both)
    return both[receiver]
  }
}
