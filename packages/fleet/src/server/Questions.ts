/**
 * The homes of open questions. A home only wakes those who wait: the row is the truth, so that two homes do no harm.
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Entity from "effect/cluster/Entity"
import type { Sharding } from "effect/cluster/Sharding"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Rpc from "effect/rpc/Rpc"
import * as Schema from "effect/Schema"
import { Answered, Failure, Question as Asked } from "../Protocol.ts"
import { Store } from "../Store.ts"

/** The longest time for which a home does not look at the row, because another home may have taken the answer. */
const lookMillis = 5000

const of = { organisation: Schema.String, id: Schema.String }

/**
 * The home of a question, whose id `homeOf` makes.
 *
 * @category entities
 * @since 0.1.0
 */
export const Question = Entity.make("hookline/Question", [
  Rpc.make("Ask", {
    payload: { organisation: Schema.String, machine: Schema.String, question: Asked, token: Schema.String },
    success: Answered,
    error: Failure
  }),
  Rpc.make("Answer", {
    payload: { ...of, answer: Schema.String, by: Schema.String },
    success: Answered,
    error: Failure
  })
])

/**
 * Creates the id of a question's home.
 *
 * @category getters
 * @since 0.1.0
 */
export const homeOf = (organisation: string, id: string): string => JSON.stringify([organisation, id])

/**
 * The homes, wherever the cluster places them.
 *
 * @example
 * ```ts
 * import * as Questions from "@hookline/fleet/Questions"
 *
 * // Needs the store and the cluster: `Alone.layer` and `Runner.layer` provide both.
 * const homes = Questions.layer
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Layer.Layer<never, never, Sharding | Store> = Question.toLayer(
  Effect.gen(function* () {
    const store = yield* Store
    let change = Deferred.makeUnsafe<void>()
    return Question.of({
      Ask: Effect.fnUntraced(function* ({ payload: { machine, organisation, question, token } }) {
        // The change is taken before the row is read, or an answer in between would wake no one.
        let next = change
        let state = yield* store.ask(organisation, machine, question, token)
        while (state.answered === undefined) {
          const since = yield* Clock.currentTimeMillis
          const { leftMillis } = state
          yield* Effect.timeoutOption(Deferred.await(next), Math.min(leftMillis + 1, lookMillis))
          next = change
          const left = Math.max(0, leftMillis - ((yield* Clock.currentTimeMillis) - since))
          state = yield* store.question(organisation, question.id, question).pipe(
            Effect.map((read) => read ?? { answered: undefined, leftMillis: left }),
            // The asker has until the deadline for an answer, and so has the database for its return.
            Effect.catchTag("StoreAway", (error) =>
              left === 0 ? Effect.fail(error) : Effect.succeed({ answered: undefined, leftMillis: left })
            )
          )
        }
        yield* store.received(organisation, question.id, token)
        return state.answered
      }),
      Answer: ({ payload: { answer, by, id, organisation } }) =>
        Effect.tap(store.answer(organisation, id, answer, by), () => {
          const waiting = change
          change = Deferred.makeUnsafe()
          return Deferred.succeed(waiting, undefined)
        })
    })
  }),
  { concurrency: "unbounded", maxIdleTime: "30 seconds" }
)
