/** Prepares for the hooks of events that are likely to come next. */
import type { Hook } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Executor } from "../execute/Executor.ts"
import type { PrewarmRequest } from "../execute/Runner.ts"
import { CompiledCatalogs } from "../match/CompiledCatalogs.ts"
import type { Compiled } from "../match/Matcher.ts"
import { Pipeline } from "../Pipeline.ts"
import { ThisProject } from "../ThisProject.ts"
import { hooksOf, LikelyHooks } from "./likelyHooks.ts"
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

    const likely = new LikelyHooks()

    const prewarmFor = (
      { catalog: { settings } }: Compiled,
      hooks: ReadonlyArray<Hook>,
      session: string | undefined
    ): Effect.Effect<void> => {
      if (hooks.length === 0) return Effect.void
      const request: PrewarmRequest = { hooks, settings, session: { project: project.project, session } }
      return prewarm(request)
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
          return prewarmFor(compiled, likely.after(compiled, event), event.sessionId)
        }),
      prewarm: (event) =>
        Effect.suspend(() => {
          const compiled = compiledOf(event)
          return prewarmFor(compiled, hooksOf(compiled, [event]), event.sessionId)
        })
    })
  })
)
