/** Finds executors that would leave a runner of the project unused. */
import type { Check, Origin } from "../stack.ts"
import type { Executor } from "./Executor.ts"
import * as Runners from "./Runners.ts"

/** The runners that Hookline's own executor uses. */
export const all = [
  Runners.AgentRunner,
  Runners.CommandRunner,
  Runners.HttpRunner,
  Runners.McpToolRunner,
  Runners.ModuleRunner,
  Runners.NativeRunner,
  Runners.PromptRunner,
  Runners.PythonRunner
]

const keys: ReadonlySet<string> = new Set(all.map(({ key }) => key))

/** Executors that were built on runners of their own. */
const executors = new WeakSet<object>()

/** Records that an executor was built on runners of its own. */
export const mark = (executor: Executor["Service"]): Executor["Service"] => {
  executors.add(executor)
  return executor
}

const placeOf = (origin: Origin): string => (origin._tag === "Provided" ? `of provide[${origin.index}]` : "around it")

/**
 * Refuses an executor on runners of its own beside other runners: a sandbox among them would not be used. Runners of the
 * executor's own layer are those that it uses.
 */
export const check: Check<Executor["Service"]> = (executor, index, origins) => {
  if (!executors.has(executor)) return undefined
  const unused = [...origins].flatMap(([{ key }, origin]) =>
    keys.has(key) && origin._tag !== "Default" && !(origin._tag === "Provided" && origin.index === index)
      ? [`the ${key} ${placeOf(origin)}`]
      : []
  )
  if (unused.length === 0) return undefined
  return `provide[${index}] is an Executor on runners of its own, and does not use ${unused.join(", ")}: give them to that Executor, or provide runners without it`
}
