/**
 * Sweeps the rows of a fleet on one runner: defaults of overdue questions, and sessions and questions that are over.
 *
 * @since 0.1.0
 */
import type { Sharding } from "effect/cluster/Sharding"
import * as Singleton from "effect/cluster/Singleton"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { Store, type SweepOptions } from "../Store.ts"

/**
 * Options for the sweeper.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options extends Partial<SweepOptions> {
  /** The time between two sweeps. Default: 5,000. */
  readonly everyMillis?: number
}

const dayMillis = 86_400_000

/**
 * Sweeps as long as the layer exists. Sessions are over after 30 days without a change, questions 7 days after their
 * deadline.
 *
 * @example
 * ```ts
 * import * as Sweeper from "@hookline/fleet/Sweeper"
 *
 * const sweeper = Sweeper.layer({ sessionMillis: 86_400_000 })
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = ({
  everyMillis = 5000,
  questionMillis = 7 * dayMillis,
  sessionMillis = 30 * dayMillis
}: Options = {}): Layer.Layer<never, never, Sharding | Store> =>
  Singleton.make(
    "hookline/Sweeper",
    Store.use((store) =>
      store.sweep({ questionMillis, sessionMillis }).pipe(
        Effect.catchCause((cause) => Effect.logWarning("The fleet was not swept, and will be on the next turn", cause)),
        Effect.andThen(Effect.sleep(Duration.millis(everyMillis))),
        Effect.forever
      )
    )
  )
