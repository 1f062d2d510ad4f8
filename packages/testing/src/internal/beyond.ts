// Compares the resources of a process at two moments.
import type { Leftovers } from "../Leftovers.ts"

/** Returns the resources that did not exist before. Those that were about to end may be gone. */
export const beyond = (before: Leftovers, left: Leftovers): Leftovers => ({
  files: Math.max(0, left.files - before.files),
  children: left.children.filter((pid) => !before.children.includes(pid)),
  temporary: left.temporary.filter((name) => !before.temporary.includes(name)),
  listeners: Math.max(0, left.listeners - before.listeners)
})

/** No resources. */
export const nothing: Leftovers = { files: 0, children: [], temporary: [], listeners: 0 }
