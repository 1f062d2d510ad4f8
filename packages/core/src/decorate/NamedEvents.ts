/** Adds the failure of events whose names are not theirs: the hooks that are meant for them may have denied. */
import type { OnFailure } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import type { Plan } from "@hookline/schema/Plan"
import type { Report } from "@hookline/schema/Report"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Misnamed, misnamedBy, nameless, ofProgram } from "../match/misnamed.ts"
import { everyEvent, NativeHooks } from "../match/NativeHooks.ts"
import { Pipeline } from "../Pipeline.ts"
import * as FailurePolicy from "../policy/FailurePolicy.ts"

const emptyReport: Report = { event: "", outcome: Outcome.empty, runs: [], diagnostics: [], env: {} }

/** Decides on an event by the policy, as if it were the one that is meant. */
const decided = (policy: OnFailure, { mayBeMeant, meant, text }: Misnamed): Outcome.Outcome =>
  FailurePolicy.decide(
    mayBeMeant === true ? "open" : policy,
    { by: "hookline", text },
    // Only the capabilities of an event of this name and the name itself are read.
    { _tag: meant } as HookEvent
  )

/** Moves the hooks that run on every event, because none runs on one without a name. */
const withoutGroups = ({ groups, others, ...plan }: Plan): Plan => ({
  ...plan,
  groups: [],
  others: [
    ...others,
    ...groups
      .flatMap(({ hooks }) => hooks)
      .map((hook) => ({ hook, why: { _tag: "OtherEvent" as const, configured: everyEvent } }))
  ]
})

/** Judges the name of each event that a program emits. A host knows the names of its own. */
export const layer: Layer.Layer<Pipeline, never, NativeHooks | Pipeline> = Layer.effect(
  Pipeline,
  Effect.gen(function* () {
    const pipeline = yield* Pipeline
    const misnamed = misnamedBy(yield* NativeHooks)

    const reported = new WeakSet<Misnamed>()
    /** Checks whether an event that a program may mean was reported before. */
    const isReported = (found: Misnamed): boolean => found.mayBeMeant === true && reported.has(found)

    const failed = (answered: Effect.Effect<Report>, found: Misnamed): Effect.Effect<Report> =>
      Effect.map(answered, (report) => ({
        ...report,
        outcome: Outcome.reducer.combine(decided(pipeline.onFailure(), found), report.outcome)
      }))

    return Pipeline.of({
      ...pipeline,
      answer: (event, options) => {
        const found = misnamed(event, options?.forHost)
        if (found === undefined || isReported(found)) return pipeline.answer(event, options)
        reported.add(found)
        return failed(
          event === nameless ? Effect.succeed(emptyReport) : pipeline.answer(ofProgram(event), options),
          found
        )
      },
      plan: (event) => {
        const found = misnamed(event)
        if (found === undefined || found.mayBeMeant === true) return pipeline.plan(event)
        const failures = [{ stage: "map", reason: "Misnamed", text: found.text }]
        return Effect.map(pipeline.plan(ofProgram(event)), (plan) => ({
          ...(event === nameless ? withoutGroups(plan) : plan),
          failures
        }))
      },
      wants: (event) => {
        const found = misnamed(event)
        return (found !== undefined && !isReported(found)) || pipeline.wants(event)
      }
    })
  })
)
