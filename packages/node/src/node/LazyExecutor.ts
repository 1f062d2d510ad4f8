/**
 * Loads what runs hooks when the first hook is to run: most events run none, and need not wait for it.
 *
 * @since 0.1.0
 */
import { Executor } from "@hookline/core/Executor"
import type { HookDialects } from "@hookline/core/HookDialects"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/**
 * An executor that is loaded when it is needed.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (
  load: () => Promise<Layer.Layer<Executor, never, HookDialects>>
): Layer.Layer<Executor, never, HookDialects> =>
  Layer.effect(
    Executor,
    Effect.gen(function* () {
      const context = yield* Effect.context<HookDialects>()
      const scope = yield* Effect.scope
      const loaded = yield* Effect.cached(
        Effect.promise(load).pipe(
          Effect.flatMap((real) => Layer.buildWithScope(real, scope)),
          Effect.map((built) => Context.get(built, Executor)),
          Effect.provideContext(context)
        )
      )
      return Executor.of({
        execute: (work, onStart) => Effect.flatMap(loaded, ({ execute }) => execute(work, onStart))
      })
    })
  )
