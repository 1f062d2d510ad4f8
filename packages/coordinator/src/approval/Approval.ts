/**
 * Asks a person.
 *
 * @since 0.1.0
 */
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"

/**
 * The answers that a person has where a hook offers none of its own.
 *
 * @category models
 * @since 0.1.0
 */
export const options: ReadonlyArray<string> = ["Allow once", "Allow always", "Deny"]

/**
 * How long a person may take where the hook does not say.
 *
 * @category models
 * @since 0.1.0
 */
export const defaultTimeoutMillis = 300_000

const grants = new Set(["allow", "allow once", "allow always"])

/**
 * Whether an answer grants, in any case of letters. All others deny.
 *
 * @category guards
 * @since 0.1.0
 */
export const isGrant = (answer: string): boolean => grants.has(answer.trim().toLowerCase())

/**
 * Whether an answer grants this, and the same question of the same hook for the rest of the session.
 *
 * @category guards
 * @since 0.1.0
 */
export const isForAlways = (answer: string): boolean => answer.trim().toLowerCase() === "allow always"

/**
 * A question to a person.
 *
 * @category models
 * @since 0.1.0
 */
export interface Request {
  /** The hook that asks. */
  readonly by: string
  readonly prompt: string
  readonly options: ReadonlyArray<string>
  readonly event: HookEvent
  readonly timeoutMillis: number
  /** What it comes to if nobody answers in time. */
  readonly default: "allow" | "deny"
}

/**
 * An answer, and whether a person gave it, or a rule that a person once wrote.
 *
 * @category models
 * @since 0.1.0
 */
export interface Answer {
  readonly answer: string
  readonly found: "asked" | "rule"
}

/**
 * Nobody could be asked, or nobody would answer. It denies.
 *
 * @category errors
 * @since 0.1.0
 */
export class Unanswered extends Schema.TaggedError<Unanswered>()("Unanswered", { why: Schema.String }) {
  override get message(): string {
    return this.why
  }
}

/**
 * Whoever asks. Unless a layer is given nobody is there, which denies.
 *
 * **Details**
 *
 * The coordinator asks one question at a time, ends a dialog that takes too long, and alone remembers what was granted
 * for always. So a layer only asks.
 *
 * @category services
 * @since 0.1.0
 */
export const Approval = Context.Reference<{
  readonly ask: (request: Request) => Effect.Effect<Answer, Unanswered>
  /** Whether nobody is asked here, since whoever gets the outcome asks: an `Ask` stays one. */
  readonly isDeferred?: boolean
}>("@hookline/coordinator/Approval", {
  defaultValue: () => ({ ask: () => Effect.fail(new Unanswered({ why: "nobody is there to be asked" })) })
})

/**
 * Asks by this function.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (ask: (request: Request) => Effect.Effect<Answer, Unanswered>): Layer.Layer<never> =>
  Layer.succeed(Approval)({ ask })

/**
 * Nobody is there: every question is denied.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerDeny: Layer.Layer<never> = layer(() =>
  Effect.fail(new Unanswered({ why: "nobody is there to be asked" }))
)

/**
 * Asks nobody, and denies nothing: an `Ask` is left to whoever gets the outcome, such as an agent with dialogs of its own.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerDeferred: Layer.Layer<never> = Layer.succeed(Approval)({
  ask: () => Effect.fail(new Unanswered({ why: "asking is left to whoever gets the outcome" })),
  isDeferred: true
})

/**
 * Answers in this order, one for each question that is asked; then nobody is there. For tests, and for replays.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerScripted = (answers: ReadonlyArray<string>): Layer.Layer<never> =>
  Layer.effect(
    Approval,
    Effect.sync(() => {
      const rest = [...answers]
      return {
        ask: () =>
          Effect.suspend(() => {
            const answer = rest.shift()
            return answer === undefined
              ? Effect.fail(new Unanswered({ why: "the script has no answer left" }))
              : Effect.succeed({ answer, found: "asked" as const })
          })
      }
    })
  )
