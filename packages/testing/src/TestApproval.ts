/**
 * A person who follows a script: questions get the answers that a test has for them, and the test sees what was asked.
 *
 * @since 0.1.0
 */
import * as Approval from "@hookline/coordinator/Approval"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"

/**
 * What the person does when they are asked: an answer, at once or after a while, or none at all. `absent` is nobody.
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
 * What they do each time: in the order of the questions, or by what they are asked.
 *
 * @category models
 * @since 0.1.0
 */
export type Script = ReadonlyArray<Act> | ((request: Approval.Request) => Act)

/**
 * What was asked, in order, and how many dialogs were ended before they were answered.
 *
 * @category models
 * @since 0.1.0
 */
export interface Seen {
  readonly asked: Array<Approval.Request>
  /** How many dialogs are open now, and the most that ever were. */
  open: number
  most: number
  interrupted: number
}

/**
 * Nothing asked yet.
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
 * The person. Where the script has no answer left, nobody is there, which denies.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (script: Script, seen: Seen = record()): Layer.Layer<never> => {
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
