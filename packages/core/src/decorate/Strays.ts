/** Reports services that were provided where hooks do not use them. */
import * as Outcome from "@hookline/schema/Outcome"
import type { Report } from "@hookline/schema/Report"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Executor } from "../execute/Executor.ts"
import * as Runners from "../execute/Runners.ts"
import { Pipeline } from "../Pipeline.ts"
import { Conflict } from "../policy/Conflict.ts"
import { FailurePolicy } from "../policy/FailurePolicy.ts"
import { ShortCircuit } from "../policy/ShortCircuit.ts"
import { Timeouts } from "../policy/Timeouts.ts"
import { isComposed } from "../stack.ts"

type AnyKey = Context.Key<never, unknown>

/** The services that a program may believe to be in use: runners, such as a sandbox, and policies. */
const keys: ReadonlyArray<AnyKey> = [
  Runners.CommandRunner,
  Runners.HttpRunner,
  Runners.PromptRunner,
  Runners.AgentRunner,
  Runners.PythonRunner,
  Runners.ModuleRunner,
  Runners.McpToolRunner,
  Runners.NativeRunner,
  Executor,
  Timeouts,
  ShortCircuit,
  FailurePolicy,
  Conflict
  // A key's identifier type only keeps keys apart, and is not read.
] as unknown as ReadonlyArray<AnyKey>

type Notices = Outcome.Outcome["notices"]

const noNotices: Notices = []

/** Creates the function that looks at a context. Each service is reported once. */
const strays = (inUse: Context.Context<never>): ((context: Context.Context<never>) => Notices) => {
  const reported = new Set<unknown>()
  let last: Context.Context<never> | undefined
  return (context) => {
    // Events mostly come from the same place.
    if (context === last) return noNotices
    last = context
    return keys.flatMap((key) => {
      const found = Context.getOrUndefined(context, key)
      if (found === undefined || found === Context.getOrUndefined(inUse, key)) return []
      // An event that a tool of another Hookline emits is in the middle of its services.
      if (reported.has(found) || isComposed(found)) return []
      reported.add(found)
      const text = `a ${key.key} is provided beside the hooks, and they do not use it: give it to Hookline.layer({ provide })`
      return [{ by: "hookline", level: "warning" as const, text }]
    })
  }
}

const noted = (report: Report, notices: Notices): Report => ({
  ...report,
  outcome: { ...report.outcome, notices: [...report.outcome.notices, ...notices] }
})

/** Looks at the context of every event that runs hooks. */
export const layer: Layer.Layer<Pipeline, never, Pipeline> = Layer.effect(
  Pipeline,
  Effect.gen(function* () {
    const pipeline = yield* Pipeline
    const look = strays(yield* Effect.context())
    return Pipeline.of({
      ...pipeline,
      answer: (event, options) =>
        Effect.withFiber(({ context }) => {
          const answered = pipeline.answer(event, options)
          const notices = look(context)
          return notices.length === 0 ? answered : Effect.map(answered, (report) => noted(report, notices))
        })
    })
  })
)
