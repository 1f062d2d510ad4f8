/** Effects that decide when they run, for the price of one small object. */
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Report } from "@hookline/schema/Report"
import type * as Effect from "effect/Effect"
import * as Effectable from "effect/Effectable"
import type { EmitOptions } from "../Pipeline.ts"

/** A function that decides an event's answer at the moment in which it is called. */
export type Decide = (event: HookEvent, options?: EmitOptions) => Effect.Effect<Report>

/**
 * The answer to an event, decided each time the effect runs.
 *
 * An object with fields, because `Effect.suspend` allocates a closure and a primitive: 125 bytes instead of 218, and
 * about 9 ns less. It has no base class, because the constructors of one cost as much as the decision.
 */
class Answer {
  readonly decide: Decide
  readonly event: HookEvent
  readonly options: EmitOptions | undefined

  constructor(decide: Decide, event: HookEvent, options: EmitOptions | undefined) {
    this.decide = decide
    this.event = event
    this.options = options
  }
}

type Deferred = Answer & Effect.Effect<Report>

Object.setPrototypeOf(
  Answer.prototype,
  Effectable.Prototype<Deferred>({
    label: "Answer",
    evaluate() {
      return this.decide(this.event, this.options)
    }
  })
)

const deciding = new WeakMap<Decide, Decide>()

/**
 * Defers a decision to the moment in which the effect runs, so that an effect made before a change and run after it
 * equals one made after it.
 */
export const deferred = (decide: Decide): Decide => {
  // The prototype above makes every answer an effect.
  const answer: Decide = (event, options) => new Answer(decide, event, options) as Deferred
  deciding.set(answer, decide)
  return answer
}

/**
 * Returns the function that `deferred` was made of, for callers that defer themselves: a second deferral would cost
 * another turn of Effect's loop. A function that was not made by `deferred` is returned as it is.
 */
export const immediate = (answer: Decide): Decide => deciding.get(answer) ?? answer
