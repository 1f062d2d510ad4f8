/**
 * Asks a person.
 *
 * @since 0.1.0
 */
import { type Sealed, seal } from "@hookline/core/kit/policy/sealed"
import type { ThisProject } from "@hookline/core/ThisProject"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
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
 * How approval is requested.
 *
 * @category models
 * @since 0.1.0
 */
export interface Approving {
  /** Asks one question. */
  readonly ask: (request: Request) => Effect.Effect<Answer, Unanswered>
  /** True if the receiver of the outcome asks, so that an `Ask` stays one. */
  readonly isDeferred?: boolean
}

/**
 * The port for approval. By default there is no approver, so that every question is denied.
 *
 * **Details**
 *
 * `Settle` asks one question at a time, ends a dialog that takes too long, and remembers what was granted for always. A
 * layer only asks.
 *
 * @category services
 * @since 0.1.0
 */
export class Approval extends Context.Service<Approval, Sealed<Approving>>()("@hookline/coordinator/Approval") {}

/**
 * Creates a layer that has services of its own.
 *
 * @example
 * ```ts
 * import * as Approval from "@hookline/coordinator/Approval"
 * import * as Effect from "effect/Effect"
 *
 * // Asks another approver first.
 * const layer = Approval.layerEffect(
 *   Effect.map(Approval.Approval, ({ ask }) => ({
 *     ask: (request) =>
 *       request.by === "trusted" ? Effect.succeed({ answer: "Allow once", found: "rule" }) : ask(request)
 *   }))
 * )
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerEffect = <E, R>(
  make: Effect.Effect<Approving, E, R>
): Layer.Layer<Approval, E, Exclude<R, Scope.Scope> | ThisProject> => Layer.effect(Approval, Effect.map(make, seal))

/**
 * Asks by a function.
 *
 * @example
 * ```ts
 * import * as Approval from "@hookline/coordinator/Approval"
 * import * as Effect from "effect/Effect"
 *
 * const provide = [Approval.layer(() => Effect.succeed({ answer: "Allow once", found: "asked" }))]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (
  ask: (request: Request) => Effect.Effect<Answer, Unanswered>
): Layer.Layer<Approval, never, ThisProject> => Layer.succeed(Approval)(seal({ ask }))

/**
 * Denies every question. This is the default.
 *
 * @example
 * ```ts
 * import * as Approval from "@hookline/coordinator/Approval"
 *
 * const provide = [Approval.layerDeny]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerDeny: Layer.Layer<Approval, never, ThisProject> = layer(() =>
  Effect.fail(new Unanswered({ why: "nobody is there to be asked" }))
)

/**
 * Leaves an `Ask` to the receiver of the outcome, such as an agent with dialogs of its own.
 *
 * @example
 * ```ts
 * import * as Approval from "@hookline/coordinator/Approval"
 *
 * const provide = [Approval.layerDeferred]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerDeferred: Layer.Layer<Approval, never, ThisProject> = Layer.succeed(Approval)(
  seal({
    ask: () => Effect.fail(new Unanswered({ why: "asking is left to whoever gets the outcome" })),
    isDeferred: true
  })
)

/**
 * Gives these answers in order, and then denies. For tests and replays.
 *
 * @example
 * ```ts
 * import * as Approval from "@hookline/coordinator/Approval"
 *
 * const provide = [Approval.layerScripted(["Allow once", "Deny"])]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerScripted = (answers: ReadonlyArray<string>): Layer.Layer<Approval, never, ThisProject> =>
  layerEffect(
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
