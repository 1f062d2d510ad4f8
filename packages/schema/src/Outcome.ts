/**
 * What to do about an event, by one hook or by any number of them.
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
 * Schema for a text for the model.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Context = Schema.Struct({
  by: Schema.String,
  text: Schema.String,
  role: Schema.Literals(["system", "user", "assistant"]),
  /** Whether it is for the next call of the model only, and not kept in the conversation. */
  ephemeral: Schema.Boolean
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
 * Schema for a wish to stop the agent.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Halt = Schema.Struct({ by: Schema.String, reason: Schema.String }).annotate({ identifier: "Halt" })

/** @since 0.1.0 */
export type Halt = typeof Halt.Type

/**
 * Schema for what only a host can do: set a title, watch paths, change permissions. `kind` is the field's own name in
 * the hook's reply.
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
 * Schema for an outcome. It is a product, so that nothing is lost when hooks disagree.
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
  /** The hooks whose own raw output is not shown. */
  quiet: Schema.UniqueArray(Schema.String),
  effects: Schema.Array(HostEffect)
}).annotate({ identifier: "Outcome" })

/** @since 0.1.0 */
export type Outcome = typeof Outcome.Type

const union = Reducer.make<ReadonlyArray<string>>((self, that) => Arr.union(self, that), [])

/**
 * Combines outcomes: the strictest verdict wins, all else is kept, in order.
 *
 * **Details**
 *
 * It is associative, and `empty` is its identity. A `Deny` absorbs every weaker verdict, and hides nobody's context,
 * notice, change or halt.
 *
 * @category combining
 * @since 0.1.0
 */
export const reducer: Reducer.Reducer<Outcome> = Struct.makeReducer<Outcome>({
  verdict: Verdict.reducer,
  changes: Arr.getReadonlyReducerConcat(),
  context: Arr.getReadonlyReducerConcat(),
  notices: Arr.getReadonlyReducerConcat(),
  halts: Arr.getReadonlyReducerConcat(),
  quiet: union,
  effects: Arr.getReadonlyReducerConcat()
})

/**
 * The outcome of hooks that said nothing.
 *
 * @category constructors
 * @since 0.1.0
 */
export const empty: Outcome = reducer.initialValue

/**
 * An outcome that says what is given and nothing else.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (said: Partial<Outcome>): Outcome => ({ ...empty, ...said })

/**
 * Whether the action, or the agent, goes on: the one question that hosts ask. An `Ask` or `Defer` that nobody has
 * answered yet is not a no; whoever drives the agent answers it first.
 *
 * @category getters
 * @since 0.1.0
 */
export const goesOn = (outcome: Outcome): boolean => outcome.verdict._tag !== "Deny" && outcome.halts.length === 0
