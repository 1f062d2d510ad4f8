/**
 * An edit that a hook makes to what an event is about: a tool's input, its result, or a prompt.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { isJson } from "./Json.ts"

/**
 * Schema for an edit. `replace` puts the value in the place of the old one, `merge` lays its keys over the old ones.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Change = Schema.Struct({
  by: Schema.String,
  target: Schema.Literals(["input", "result", "prompt"]),
  mode: Schema.Literals(["replace", "merge"]),
  value: Schema.Unknown
}).annotate({ identifier: "Change" })

/** @since 0.1.0 */
export type Change = typeof Change.Type

/** @since 0.1.0 */
export type Target = Change["target"]

/**
 * What one edit makes of a value. What can't be merged, since one of both is no object, is replaced.
 *
 * @category combining
 * @since 0.1.0
 */
export const applyOne = (value: unknown, change: Change): unknown =>
  // Spread copies own keys only, `__proto__` as a plain key among them.
  change.mode === "merge" && isJson(value) && isJson(change.value) ? { ...value, ...change.value } : change.value

/**
 * What the edits of one target make of a value, in order. Edits of other targets are passed over.
 *
 * @category combining
 * @since 0.1.0
 */
export const apply = (value: unknown, target: Target, changes: ReadonlyArray<Change>): unknown =>
  changes.reduce((current, change) => (change.target === target ? applyOne(current, change) : current), value)
