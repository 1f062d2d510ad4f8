// The targets by their names: `npm run fuzz -- NAME`.
import type { Group } from "./targets.ts"

const readers = () => import("./readers.ts")

/** The groups of readers. Each can be fuzzed alone. */
const groups: Readonly<Record<Group, typeof readers>> = {
  files: readers,
  payloads: readers,
  outputs: readers,
  replies: readers,
  matchers: readers
}

export const isGroup = (name: string): name is Group => Object.hasOwn(groups, name)

/** What a name runs. */
export const names = {
  readers,
  ...groups,
  shell: () => import("./shell/run.ts"),
  ports: () => import("./ports/run.ts"),
  bounds: () => import("./bounds/run.ts"),
  configs: () => import("./configs/run.ts")
}
