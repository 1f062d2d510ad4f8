/** Prepares for the hooks of events that are likely to come next. */
import type { Hook } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { boundedHere } from "../execute/bounded.ts"
import { Executor } from "../execute/Executor.ts"
import type { PrewarmRequest } from "../execute/Runner.ts"
import { Sandbox } from "../execute/Sandbox.ts"
import { settingsFor } from "../execute/settingsFor.ts"
import { confinementsOf } from "../execute/trusted.ts"
import { CompiledCatalogs } from "../match/CompiledCatalogs.ts"
import type { Compiled } from "../match/Matcher.ts"
import { Pipeline } from "../Pipeline.ts"
import { ThisProject } from "../ThisProject.ts"
import { Trust } from "../trust/Trust.ts"
import { TrustPolicy } from "../trust/TrustPolicy.ts"
import { hooksOf, LikelyHooks } from "./likelyHooks.ts"
import { likelyNext, stop } from "./likelyNext.ts"

/** The time for one preparation, in milliseconds. */
const prewarmMillis = 30_000

/** An event for hooks that are prepared for before the first one. */
const [anEvent = stop] = likelyNext(undefined)

/** Prewarms after every event that ran hooks, and once before the first event, if the executor supports it. */
export const layer: Layer.Layer<
  Pipeline,
  never,
  CompiledCatalogs | Executor | Pipeline | Sandbox | ThisProject | Trust | TrustPolicy
> = Layer.effect(
  Pipeline,
  Effect.gen(function* () {
    const pipeline = yield* Pipeline
    const catalogs = yield* CompiledCatalogs
    const { prewarm } = yield* Executor
    const { project } = yield* ThisProject
    const sandbox = yield* Sandbox
    const trust = yield* Trust
    const trustPolicy = yield* TrustPolicy
    const scope = yield* Effect.scope
    if (prewarm === undefined) return pipeline

    const likely = new LikelyHooks()

    /** Starts a preparation, with which the scope ends. It may be a program's, which throws, fails or never ends. */
    const start = (preparation: () => Effect.Effect<void>): Effect.Effect<void> =>
      Effect.asVoid(
        Effect.forkIn(boundedHere(Effect.suspend(preparation), prewarmMillis), scope, { startImmediately: true })
      )

    const prewarmFor = (
      compiled: Compiled,
      hooks: ReadonlyArray<Hook>,
      event: HookEvent | undefined
    ): Effect.Effect<void> => {
      const [first] = hooks
      if (first === undefined) return Effect.void
      const { catalog } = compiled
      const settings = settingsFor(catalog, first)
      // Hooks of an organisation run under its settings.
      const others = hooks.filter((hook) => settingsFor(catalog, hook) !== settings)
      if (others.length > 0) {
        const same = hooks.filter((hook) => settingsFor(catalog, hook) === settings)
        return Effect.andThen(
          prewarmFor(compiled, same, event),
          Effect.suspend(() => prewarmFor(compiled, others, event))
        )
      }
      const session = { project: project.project, session: event?.sessionId }
      const request: PrewarmRequest = { hooks, settings, session }
      const judged = confinementsOf({ compiled, sandbox, settings, trust, trustPolicy }, hooks, event ?? anEvent)
      if (judged === undefined) return start(() => prewarm(request))
      // What may have to be sealed or tried is not awaited either.
      return start(() =>
        Effect.flatMap(judged, (found) =>
          prewarm({
            ...request,
            hooks: hooks.filter((each) => found.has(each)),
            confinementOf: (each) => found.get(each)
          })
        )
      )
    }

    const compiledOf = (event: HookEvent): Compiled => catalogs.current(event) ?? catalogs.last()

    const first = catalogs.last()
    yield* prewarmFor(first, hooksOf(first, likelyNext(undefined)), undefined)
    return Pipeline.of({
      ...pipeline,
      answer: (event, options) =>
        Effect.tap(pipeline.answer(event, options), ({ runs }) => {
          if (runs.length === 0 || catalogs.last().catalog.hooks.length === 0) return Effect.void
          const compiled = compiledOf(event)
          return prewarmFor(compiled, likely.after(compiled, event), event)
        }),
      prewarm: (event) =>
        Effect.suspend(() => {
          const compiled = compiledOf(event)
          return prewarmFor(compiled, hooksOf(compiled, [event]), event)
        })
    })
  })
)
