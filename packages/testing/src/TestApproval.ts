/**
 * An approver that follows a script: questions get scripted answers, and the test sees the questions.
 *
 * @since 0.1.0
 */
import * as Approval from "@hookline/coordinator/Approval"
import type { ThisProject } from "@hookline/core/ThisProject"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"

/**
 * The behaviour of the approver for a question: an answer, at once or after a delay, or none. `absent` means that there
 * is no approver.
 *
 * @category models
 * @since 0.1.0
 */
export type Act =
  | string
  | { readonly answer: string; readonly after?: Duration.Input; readonly found?: Approval.Answer["found"] }
  | { readonly hangs: true }
  | { readonly absent: string }
  | { readonly dies: unknown }

/**
 * The behaviours, in the order of the questions or by the question.
 *
 * @category models
 * @since 0.1.0
 */
export type Script = ReadonlyArray<Act> | ((request: Approval.Request) => Act)

/**
 * The questions, in order, and the number of dialogs that were interrupted.
 *
 * @category models
 * @since 0.1.0
 */
export interface Seen {
  readonly asked: Array<Approval.Request>
  /** The number of open dialogs now, and its maximum. */
  open: number
  most: number
  interrupted: number
}

/**
 * Creates an empty record.
 *
 * @example
 * ```ts
 * import * as TestApproval from "@hookline/testing/TestApproval"
 *
 * const seen = TestApproval.record()
 * const layer = TestApproval.layer(["Allow once"], seen)
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const record = (): Seen => ({ asked: [], open: 0, most: 0, interrupted: 0 })

const perform = (act: Act): Effect.Effect<Approval.Answer, Approval.Unanswered> => {
  if (typeof act === "string") return Effect.succeed({ answer: act, found: "asked" })
  if ("hangs" in act) return Effect.never
  if ("dies" in act) return Effect.die(act.dies)
  if ("absent" in act) return Effect.fail(new Approval.Unanswered({ why: act.absent }))
  const { after, answer, found = "asked" } = act
  const said = Effect.succeed({ answer, found })
  return after === undefined ? said : Effect.delay(said, after)
}

/**
 * Provides the approver. After the script's last answer there is no approver, which denies.
 *
 * @example
 * ```ts
 * import * as TestApproval from "@hookline/testing/TestApproval"
 *
 * const layer = TestApproval.layer(["Allow once", "Deny"])
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (script: Script, seen: Seen = record()): Layer.Layer<Approval.Approval, never, ThisProject> => {
  const rest = typeof script === "function" ? [] : [...script]
  const next = (request: Approval.Request): Act =>
    typeof script === "function" ? script(request) : (rest.shift() ?? { absent: "the script has no answer left" })
  return Approval.layer((request) =>
    Effect.suspend(() => {
      seen.asked.push(request)
      seen.open += 1
      seen.most = Math.max(seen.most, seen.open)
      return perform(next(request))
    }).pipe(
      Effect.onInterrupt(() => Effect.sync(() => (seen.interrupted += 1))),
      Effect.ensuring(Effect.sync(() => (seen.open -= 1)))
    )
  )
}
