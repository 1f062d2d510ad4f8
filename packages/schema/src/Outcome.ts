/**
 * The answer to an event, of one hook or of several hooks combined.
 *
 * @since 0.1.0
 */
import * as Arr from "effect/Array"
import * as Reducer from "effect/Reducer"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import * as Change from "./Change.ts"
import * as Verdict from "./Verdict.ts"

/**
 * Schema for text that is added for the model.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Context = Schema.Struct({
  by: Schema.String,
  text: Schema.String,
  role: Schema.Literals(["system", "user", "assistant"]),
  /** True if the text is for the next call of the model only, and is not kept in the conversation. */
  ephemeral: Schema.Boolean,
  /** True if it is the reason of a block on an event that supports none, such as one after a tool has run. */
  objection: Schema.optionalKey(Schema.Literal(true))
}).annotate({ identifier: "Context" })

/** @since 0.1.0 */
export type Context = typeof Context.Type

/**
 * Schema for a message to the user.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Notice = Schema.Struct({
  by: Schema.String,
  level: Schema.Literals(["info", "warning", "error"]),
  text: Schema.String
}).annotate({ identifier: "Notice" })

/** @since 0.1.0 */
export type Notice = typeof Notice.Type

/**
 * Schema for a request to stop the agent.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Halt = Schema.Struct({ by: Schema.String, reason: Schema.String }).annotate({ identifier: "Halt" })

/** @since 0.1.0 */
export type Halt = typeof Halt.Type

/**
 * Schema for an effect that only the host has: set a title, watch paths, change permissions. `kind` is the field's name
 * in the hook's reply.
 *
 * @category schemas
 * @since 0.1.0
 */
export const HostEffect = Schema.Struct({
  by: Schema.String,
  kind: Schema.String,
  value: Schema.Unknown
}).annotate({ identifier: "HostEffect" })

/** @since 0.1.0 */
export type HostEffect = typeof HostEffect.Type

/**
 * Schema for an outcome. It is a product, so that combining outcomes keeps the parts of each.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Outcome = Schema.Struct({
  verdict: Verdict.Verdict,
  changes: Schema.Array(Change.Change),
  context: Schema.Array(Context),
  notices: Schema.Array(Notice),
  halts: Schema.Array(Halt),
  /** The hooks whose raw output is not shown. */
  quiet: Schema.UniqueArray(Schema.String),
  effects: Schema.Array(HostEffect)
}).annotate({ identifier: "Outcome" })

/** @since 0.1.0 */
export type Outcome = typeof Outcome.Type

/** Joins two lists. Most are empty, and the list of all empty outcomes is frozen, which `concat` reads slowly. */
const joined = <A>(): Reducer.Reducer<ReadonlyArray<A>> =>
  Reducer.make<ReadonlyArray<A>>((self, that) => {
    if (that.length === 0) return self
    return self.length === 0 ? that : [...self, ...that]
  }, [])

const union = Reducer.make<ReadonlyArray<string>>((self, that) => {
  if (that.length === 0) return self
  return self.length === 0 ? that : Arr.union(self, that)
}, [])

/**
 * Combines outcomes: the strictest verdict wins, and everything else is kept in order.
 *
 * **Details**
 *
 * The reducer is associative, and `empty` is its identity. A `Deny` replaces weaker verdicts, and keeps the context,
 * notices, changes and halts of other hooks.
 *
 * @category combining
 * @since 0.1.0
 */
export const reducer: Reducer.Reducer<Outcome> = Struct.makeReducer<Outcome>({
  verdict: Verdict.reducer,
  changes: joined(),
  context: joined(),
  notices: joined(),
  halts: joined(),
  quiet: union,
  effects: joined()
})

/** Freezes an outcome, and all of its parts that are empty. */
const frozen = (outcome: Outcome): Outcome => {
  for (const part of Object.values(outcome)) Object.freeze(part)
  return Object.freeze(outcome)
}

/**
 * The outcome of hooks without an answer. It is frozen, because all events without hooks share it.
 *
 * @example
 * ```ts
 * import * as Outcome from "@hookline/schema/Outcome"
 *
 * const proceeds = Outcome.proceeds(Outcome.empty)
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const empty: Outcome = frozen(reducer.initialValue)

/**
 * Creates an outcome of the given parts. Other parts are empty.
 *
 * @example
 * ```ts
 * import * as Outcome from "@hookline/schema/Outcome"
 * import * as Verdict from "@hookline/schema/Verdict"
 *
 * const outcome = Outcome.make({
 *   verdict: Verdict.deny({ by: "guard", reason: "Push without --force" }),
 *   notices: [{ by: "guard", level: "warning", text: "A forced push was denied" }]
 * })
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (said: Partial<Outcome>): Outcome => ({ ...empty, ...said })

/**
 * Checks whether the action, or the agent, may proceed. `Ask` and `Defer` proceed here; settle them first.
 *
 * @category getters
 * @since 0.1.0
 */
export const proceeds = (outcome: Outcome): boolean => outcome.verdict._tag !== "Deny" && outcome.halts.length === 0
