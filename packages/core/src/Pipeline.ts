/**
 * The pipeline of one event: discover, match, execute, translate. What surrounds them is a decorator in `decorate/`.
 *
 * @since 0.1.0
 */
import type { Catalog } from "@hookline/schema/Catalog"
import type { OnFailure } from "@hookline/schema/Hook"
import { type HookEvent, nameOf } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import type { Plan } from "@hookline/schema/Plan"
import type { Report } from "@hookline/schema/Report"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { EmitOptions } from "./EmitOptions.ts"
import { contextOf, type EventContext, onFailureOf, surroundings } from "./execute/EventContext.ts"
import { runGroups } from "./execute/groups.ts"
import { planOf } from "./execute/plan.ts"
import { type PipelineNeeds, services } from "./execute/services.ts"
import { Mapper } from "./map/Mapper.ts"
import type { PayloadAnswer } from "./map/PayloadAnswer.ts"
import { runPayload } from "./map/runPayload.ts"
import { CompiledCatalogs } from "./match/CompiledCatalogs.ts"
import type { PipelineError } from "./PipelineError.ts"
import * as FailurePolicy from "./policy/FailurePolicy.ts"
import { combine } from "./translate/combine.ts"
import { diagnosticsOf } from "./translate/report.ts"

export type { EmitOptions, PayloadAnswer }

/** Adds the failures of policies that broke, on which the policy for failures decides. */
const withBroken = (context: EventContext, outcome: Outcome.Outcome): Outcome.Outcome =>
  Outcome.reducer.combineAll([
    ...context.broken.map((text) =>
      FailurePolicy.decide(onFailureOf(context), { by: "hookline", text }, context.event)
    ),
    outcome
  ])

const make = Effect.gen(function* () {
  const all = yield* services
  const mapper = yield* Mapper
  const catalogs = yield* CompiledCatalogs

  const answer = Effect.fnUntraced(function* (event: HookEvent, options?: EmitOptions): Effect.fn.Return<Report> {
    const around = yield* surroundings
    // Discover: the files are read again only after a change.
    const compiled = catalogs.current(event) ?? (yield* catalogs.read(event))
    // Match.
    const groups = compiled.groups(event)
    // Execute and translate, hook by hook: what one changes, the next one gets.
    const context = contextOf(all, compiled, event, around, options)
    const contributions = yield* runGroups(context, groups)
    const outcome = combine(event, contributions, options?.continuations ?? 0)
    return {
      event: nameOf(event),
      outcome: context.broken.length === 0 ? outcome : withBroken(context, outcome),
      runs: contributions.map(({ run }) => run),
      diagnostics: diagnosticsOf(compiled),
      env: {}
    }
  })

  const catalog = (session?: string) =>
    Effect.map(catalogs.readWhole({ sessionId: session }), (compiled) => compiled.catalog)

  const policy = () => onFailureOf({ onFailure: all.onFailure, settings: catalogs.last().catalog.settings })

  return Pipeline.of({
    answer,
    run: (payload, options) => runPayload({ ...all, mapper, policy, catalog }, answer, () => true, payload, options),
    plan: (event) => Effect.flatMap(catalogs.readWhole(event), (compiled) => planOf(all, compiled, event)),
    wants: (event) => catalogs.current(event)?.wants(event) ?? true,
    prewarm: () => Effect.void,
    catalog,
    refresh: catalogs.refresh,
    onFailure: policy
  })
})

/**
 * The hooks of one project.
 *
 * @example
 * ```ts
 * import { Pipeline } from "@hookline/core/Pipeline"
 * import * as HookEvent from "@hookline/schema/HookEvent"
 * import * as Effect from "effect/Effect"
 *
 * const event = HookEvent.cases.PreToolUse.make({ toolName: "Bash", toolInput: { command: "rm -rf /" } })
 *
 * const verdict = Effect.gen(function* () {
 *   const pipeline = yield* Pipeline
 *   const report = yield* pipeline.answer(event)
 *   return report.outcome.verdict
 * })
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class Pipeline extends Context.Service<
  Pipeline,
  {
    /**
     * Runs the hooks of an event.
     *
     * **Gotchas**
     *
     * The effect decides when it runs, on the catalog that is current then. For an event without hooks it is one small
     * object: nothing is looked up or traced.
     */
    answer(event: HookEvent, options?: EmitOptions): Effect.Effect<Report>
    /** Runs the hooks of a host's payload, and encodes the answer for the host. */
    run(payload: unknown, options?: EmitOptions): Effect.Effect<PayloadAnswer, PipelineError>
    /** Returns the hooks that an event would run, in order, and the reason for every other hook. */
    plan(event: HookEvent): Effect.Effect<Plan>
    /** Checks whether an event would run any hook, or have anything to report: `false` means that its answer is empty. */
    wants(event: HookEvent): boolean
    /**
     * Prepares for an event that is about to come, such as a tool whose name a model has already sent. It runs no hook.
     * Likely events are prepared for in any case.
     */
    prewarm(event: HookEvent): Effect.Effect<void>
    /** Returns the catalog of a session, with the hooks of its open skills and with all diagnostics. */
    catalog(session?: string): Effect.Effect<Catalog>
    /** Reads all configurations again. */
    readonly refresh: Effect.Effect<void>
    /** Returns the policy for failures, by the layer and the settings, of hooks without one. */
    onFailure(): OnFailure
  }
>()("@hookline/core/Pipeline") {
  /** The four stages alone, without decorators. */
  static readonly layerStages: Layer.Layer<Pipeline, never, PipelineNeeds> = Layer.effect(Pipeline, make)
}
