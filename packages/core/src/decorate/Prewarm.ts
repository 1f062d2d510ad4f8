/** Prepares for the hooks of events that are likely to come next. */
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Executor } from "../execute/Executor.ts"
import type { PrewarmRequest } from "../execute/Runner.ts"
import { CompiledCatalogs } from "../match/CompiledCatalogs.ts"
import type { Compiled } from "../match/Matcher.ts"
import { Pipeline } from "../Pipeline.ts"
import { ThisProject } from "../ThisProject.ts"
import { likelyNext } from "./likelyNext.ts"

/** Prewarms after every event that ran hooks, and once before the first event, if the executor supports it. */
export const layer: Layer.Layer<Pipeline, never, CompiledCatalogs | Executor | Pipeline | ThisProject> = Layer.effect(
  Pipeline,
  Effect.gen(function* () {
    const pipeline = yield* Pipeline
    const catalogs = yield* CompiledCatalogs
    const { prewarm } = yield* Executor
    const { project } = yield* ThisProject
    if (prewarm === undefined) return pipeline

    /** Prepares for the event that runs most hooks. */
    const prewarmFor = (
      { catalog: { settings }, groups }: Compiled,
      events: ReadonlyArray<HookEvent>,
      session: string | undefined
    ): Effect.Effect<void> => {
      const wanted = events.map((event) =>
        groups(event).flatMap((group) => group.hooks.filter(({ handler }) => handler._tag !== "Native"))
      )
      const hooks = wanted.reduce((most, one) => (one.length > most.length ? one : most), [])
      if (hooks.length === 0) return Effect.void
      const request: PrewarmRequest = { hooks, settings, session: { project: project.project, session } }
      return prewarm(request)
    }

    const compiledOf = (session: string | undefined): Compiled => catalogs.current(session) ?? catalogs.last()

    yield* prewarmFor(catalogs.last(), likelyNext(undefined), undefined)
    return Pipeline.of({
      ...pipeline,
      answer: (event, options) =>
        Effect.tap(pipeline.answer(event, options), ({ runs }) =>
          runs.length === 0 || catalogs.last().catalog.hooks.length === 0
            ? Effect.void
            : prewarmFor(compiledOf(event.sessionId), likelyNext(event), event.sessionId)
        ),
      prewarm: (event) => Effect.suspend(() => prewarmFor(compiledOf(event.sessionId), [event], event.sessionId))
    })
  })
)
