/**
 * Adds the failure of events whose names are not theirs, because the hooks that are meant for them may have denied, and of
 * known events without what their hooks judge.
 */
import type { OnFailure } from "@hookline/schema/Hook"
import { type HookEvent, nameOf } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import type { Plan } from "@hookline/schema/Plan"
import type { Report } from "@hookline/schema/Report"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { EmitOptions } from "../EmitOptions.ts"
import * as Broken from "../execute/broken.ts"
import { misjudged } from "../map/misjudged.ts"
import { CompiledCatalogs } from "../match/CompiledCatalogs.ts"
import { type Compiled, none } from "../match/Matcher.ts"
import { type Misnamed, misnamedBy, nameless, ofProgram } from "../match/misnamed.ts"
import { everyEvent, NativeHooks } from "../match/NativeHooks.ts"
import { wrongFields } from "../match/wrongFields.ts"
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

/** Judges each event that a program emits. Those of a host have names that it knows, and were decoded. */
export const layer: Layer.Layer<Pipeline, never, CompiledCatalogs | NativeHooks | Pipeline> = Layer.effect(
  Pipeline,
  Effect.gen(function* () {
    const pipeline = yield* Pipeline
    const catalogs = yield* CompiledCatalogs
    const natives = yield* NativeHooks
    const misnamed = misnamedBy(natives)

    const reported = new WeakSet<Misnamed>()
    /** Checks whether an event that a program may mean was reported before. */
    const isReported = (found: Misnamed): boolean => found.mayBeMeant === true && reported.has(found)

    const failed = (answered: Effect.Effect<Report>, found: Misnamed): Effect.Effect<Report> =>
      Effect.map(answered, (report) => ({
        ...report,
        outcome: Outcome.reducer.combine(decided(pipeline.onFailure(), found), report.outcome)
      }))

    const compiledOf = (event: HookEvent): Compiled => catalogs.current(event) ?? catalogs.last()

    const isUsed = (event: HookEvent): boolean => compiledOf(event).groups(event) !== none

    /** Decides on an event that its hooks can't judge. */
    const unjudged = (event: HookEvent, text: string): Outcome.Outcome => {
      const hooks = [...compiledOf(event).catalog.hooks, ...natives.named(event).map(({ hook }) => hook)]
      return misjudged(text, [event], { hooks }, pipeline.onFailure())
    }

    /** Answers an event under a name of its own. The hooks of one that they can't judge run, because one may still deny it. */
    const judged = (event: HookEvent, options?: EmitOptions): Effect.Effect<Report> => {
      const answered = pipeline.answer(event, options)
      const text = wrongFields(event)
      return text === undefined
        ? answered
        : Effect.map(answered, (report) =>
            report.runs.length > 0 || isUsed(event)
              ? { ...report, outcome: Outcome.reducer.combine(unjudged(event, text), report.outcome) }
              : report
          )
    }

    /** Plans an event under a name of its own. The stages may break on one that hooks can't judge. */
    const planned = (event: HookEvent): Effect.Effect<Plan> => {
      const text = wrongFields(event)
      if (text === undefined) return pipeline.plan(event)
      const failures = [{ stage: "map", reason: "Unjudged", text }]
      return Broken.orElse(
        Effect.map(
          Broken.called(() => pipeline.plan(event)),
          (plan) => (isUsed(event) ? { ...plan, failures } : plan)
        ),
        () => Effect.succeed({ event: nameOf(event), groups: [], failures, others: [] })
      )
    }

    return Pipeline.of({
      ...pipeline,
      answer: (event, options) => {
        const found = misnamed(event, options?.forHost)
        if (found === undefined && options?.forHost !== true) return judged(event, options)
        if (found === undefined || isReported(found)) return pipeline.answer(event, options)
        reported.add(found)
        return failed(
          event === nameless ? Effect.succeed(emptyReport) : pipeline.answer(ofProgram(event), options),
          found
        )
      },
      plan: (event) => {
        const found = misnamed(event)
        if (found === undefined || found.mayBeMeant === true) return planned(event)
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
