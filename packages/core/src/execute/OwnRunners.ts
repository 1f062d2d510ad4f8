/** Finds executors that would leave a runner of the project unused. */
import type { Kind } from "@hookline/schema/Handler"
import type { Report } from "@hookline/schema/Report"
import { Concurrency } from "../policy/Concurrency.ts"
import type { Check, Origin, Use } from "../stack.ts"
import type { Executor } from "./Executor.ts"
import * as Runners from "./Runners.ts"

const byKind: Readonly<Record<Kind, { readonly key: string }>> = {
  Agent: Runners.AgentRunner,
  Command: Runners.CommandRunner,
  Http: Runners.HttpRunner,
  McpTool: Runners.McpToolRunner,
  Module: Runners.ModuleRunner,
  Native: Runners.NativeRunner,
  Prompt: Runners.PromptRunner,
  Python: Runners.PythonRunner
}

/** Checks whether hooks of some kind have started. */
const hasRun = ({ runs }: Report, is: (kind: string) => boolean): boolean =>
  runs.some(({ kind, status }) => status !== "skipped" && is(kind))

/** The services that Hookline's own executor uses: runners for hooks of their kinds, and slots for those of processes and models. */
export const uses: ReadonlyArray<Use> = [
  { key: Concurrency, isUsedOn: (report) => hasRun(report, (kind) => kind !== "Native") },
  ...Object.entries(byKind).map(([kind, key]) => ({
    key,
    isUsedOn: (report: Report) => hasRun(report, (each) => each === kind)
  }))
]

const keys: ReadonlySet<string> = new Set(Object.values(byKind).map(({ key }) => key))

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
