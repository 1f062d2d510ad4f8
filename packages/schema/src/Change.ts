/**
 * A change that a hook makes to a tool's input, a tool's result, or a prompt.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { isJson } from "./Json.ts"

/**
 * Schema for a change. `replace` sets the value; `merge` adds its keys to the old value, over equal keys.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Change = Schema.Struct({
  by: Schema.String,
  target: Schema.Literals(["input", "result", "prompt"]),
  mode: Schema.Literals(["replace", "merge"]),
  value: Schema.Unknown,
  /** True if the action must not happen without the change. */
  mustApply: Schema.optionalKey(Schema.Literal(true))
}).annotate({ identifier: "Change" })

/** @since 0.1.0 */
export type Change = typeof Change.Type

/** @since 0.1.0 */
export type Target = Change["target"]

/**
 * Applies one change to a value. A `merge` replaces the value if either of the two is no object.
 *
 * @category combining
 * @since 0.1.0
 */
export const applyOne = (value: unknown, change: Change): unknown =>
  // Spread copies own keys only, including a plain key named `__proto__`.
  change.mode === "merge" && isJson(value) && isJson(change.value) ? { ...value, ...change.value } : change.value

/**
 * Applies the changes of one target to a value, in order. Changes of other targets are skipped.
 *
 * @category combining
 * @since 0.1.0
 */
export const apply = (value: unknown, target: Target, changes: ReadonlyArray<Change>): unknown =>
  changes.reduce((current, change) => (change.target === target ? applyOne(current, change) : current), value)
