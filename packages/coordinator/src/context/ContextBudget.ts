/**
 * Limits the text that hooks give the model: each text, and all texts of a turn together.
 *
 * @since 0.1.0
 */
import { type Sealed, seal } from "@hookline/core/kit/policy/sealed"
import type { ThisProject } from "@hookline/core/ThisProject"
import type * as Outcome from "@hookline/schema/Outcome"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { checkLimits, limitNames } from "../internal/budgetLimits.ts"

/**
 * A text that a hook has for the model: already plain, and with its size.
 *
 * @category models
 * @since 0.1.0
 */
export interface Injection extends Outcome.Context {
  readonly bytes: number
  /** A quarter of its characters, as the model's own count is unknown. */
  readonly tokens: number
  readonly event: string
  /** The time at which hooks gave it, in milliseconds since 1970. */
  readonly time: number
  readonly session: string | undefined
}

/**
 * Adds its size and its origin to a text.
 *
 * @example
 * ```ts
 * import * as ContextBudget from "@hookline/coordinator/ContextBudget"
 *
 * const text = { by: "guard", text: "on main", role: "system", ephemeral: false } as const
 * const injection = ContextBudget.injection(text, { event: "PreToolUse", time: 0, session: "s1" })
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const injection = (
  context: Outcome.Context,
  { event, session, time }: Pick<Injection, "event" | "session" | "time">
): Injection => ({
  ...context,
  event,
  session,
  time,
  bytes: Buffer.byteLength(context.text),
  tokens: Math.ceil(context.text.length / 4)
})

/**
 * The admission of a text. One that is not given as it is has a reason, in a sentence's second half: "its text … {why}".
 *
 * @category models
 * @since 0.1.0
 */
export type Admission = Data.TaggedEnum<{
  Given: { readonly warning?: string }
  Refused: { readonly why: string }
  /** It was written to a file, and this preview takes its place. */
  Spilled: { readonly file: string; readonly preview: string; readonly why: string }
}>

/**
 * Creates the decision about a text.
 *
 * @example
 * ```ts
 * import { Admission } from "@hookline/coordinator/ContextBudget"
 *
 * const refused = Admission.Refused({ why: "is longer than this turn allows" })
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const Admission = Data.taggedEnum<Admission>()

/**
 * The limits of a budget.
 *
 * @category models
 * @since 0.1.0
 */
export interface Limits {
  /** Of one text: 10 KiB. */
  readonly bytes?: number
  /** Of all texts of a turn: 1,000. */
  readonly tokens?: number
  /** The treatment of a text beyond those limits. By default it is given with a warning. */
  readonly overTurn?: "warn" | "refuse"
}

/**
 * The limit that a text exceeds.
 *
 * @category models
 * @since 0.1.0
 */
export interface Judged {
  readonly tooBig: string | undefined
  readonly overTurn: Admission | undefined
}

/**
 * Compares a text with limits. `spent` is the part that the turn has used before.
 *
 * @category policies
 * @since 0.1.0
 */
export const judge = (
  { bytes = 10 * 1024, overTurn = "warn", tokens = 1000 }: Limits,
  injection: Pick<Injection, "bytes" | "tokens">,
  spent: number
): Judged => {
  const sum = spent + injection.tokens
  const why = `takes this turn's texts to ${sum} tokens of ${tokens}`
  const over = overTurn === "warn" ? Admission.Given({ warning: why }) : Admission.Refused({ why })
  return {
    tooBig: injection.bytes > bytes ? `has ${injection.bytes} bytes, and ${bytes} are the most` : undefined,
    overTurn: sum > tokens ? over : undefined
  }
}

/** By these limits: what is too big is refused. */
const within =
  (limits: Limits) =>
  (injection: Injection, spent: number): Effect.Effect<Admission> => {
    const { overTurn, tooBig } = judge(limits, injection, spent)
    if (tooBig !== undefined) return Effect.succeed(Admission.Refused({ why: tooBig }))
    return Effect.succeed(overTurn ?? Admission.Given({}))
  }

/**
 * The port that admits texts for the model.
 *
 * @category models
 * @since 0.1.0
 */
export interface Admitting {
  /** Decides about a text. `spent` is the number of tokens that the turn has had before. */
  readonly admit: (injection: Injection, spent: number) => Effect.Effect<Admission>
}

/**
 * The port for the budget. By default a text of more than 10 KiB is refused, and a turn with more than 1,000 tokens gets
 * a warning. `Settle` counts what each session has spent since its last prompt.
 *
 * @example
 * ```ts
 * import { ContextBudget } from "@hookline/coordinator/ContextBudget"
 * import * as Effect from "effect/Effect"
 *
 * // Reads the port in force, in a layer of `provide`.
 * const admit = Effect.map(ContextBudget, (port) => port.admit)
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class ContextBudget extends Context.Service<ContextBudget, Sealed<Admitting>>()(
  "@hookline/coordinator/ContextBudget"
) {}

/**
 * Creates a layer that keeps texts elsewhere and has services of its own.
 *
 * @example
 * ```ts
 * import * as ContextBudget from "@hookline/coordinator/ContextBudget"
 * import * as Effect from "effect/Effect"
 *
 * // Equals the service that it decorates.
 * const layer = ContextBudget.layerEffect(Effect.map(ContextBudget.ContextBudget, (service) => service))
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerEffect = <E, R>(
  make: Effect.Effect<Admitting, E, R>
): Layer.Layer<ContextBudget, E, Exclude<R, Scope.Scope> | ThisProject> =>
  Layer.effect(ContextBudget, Effect.map(make, seal))

/**
 * Refuses texts beyond these limits. `ContextSpill.layer` keeps them in files instead. Without limits, this is the
 * default. An unknown option, and a limit that is no number from 0 on, or `Infinity`, is a defect while the hooks are built.
 *
 * @example
 * ```ts
 * import * as ContextBudget from "@hookline/coordinator/ContextBudget"
 *
 * const provide = [ContextBudget.layer({ bytes: 4096, tokens: 500, overTurn: "refuse" })]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (limits: Limits = {}): Layer.Layer<ContextBudget, never, ThisProject> =>
  Layer.effect(
    ContextBudget,
    Effect.as(checkLimits("ContextBudget.layer", limits, limitNames), seal({ admit: within(limits) }))
  )

/**
 * Admits every text.
 *
 * @example
 * ```ts
 * import * as ContextBudget from "@hookline/coordinator/ContextBudget"
 *
 * const provide = [ContextBudget.layerUnlimited]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerUnlimited: Layer.Layer<ContextBudget, never, ThisProject> = layer({
  bytes: Infinity,
  tokens: Infinity
})
