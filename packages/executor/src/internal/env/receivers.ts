/** The exports of the user's and of the project's hooks, as each receiver gets them. */
import { type Exports, nothing, type Receiver } from "@hookline/core/SessionEnv"

/**
 * Matches names that decide which programs run, which code they load, or which settings they read. What a project exports
 * under them is for its own hooks: in the host's shells it would replace programs that the user starts.
 */
const deciding =
  /^(?:PATH|ENV|IFS|CDPATH|HOME|SHELL|ZDOTDIR|SHELLOPTS|BASHOPTS|PROMPT_COMMAND|PS[0-4]|EDITOR|VISUAL|PAGER|BROWSER|CLASSPATH|NODE_PATH|PERL5(?:LIB|OPT|DB)|RUBY(?:LIB|OPT)|BASH_.*|LD_.*|DYLD_.*|PYTHON.*|GIT_.*|SSH_ASKPASS|XDG_.*|HOOKLINE_.*|.*_OPTIONS)$/i

/** Returns the notice about a name of a project that the host does not get. */
export const caution = (name: string): string | undefined =>
  deciding.test(name)
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
  set: Object.fromEntries(Object.entries(set).filter(([name]) => !deciding.test(name))),
  unset: unset.filter((name) => !deciding.test(name))
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
