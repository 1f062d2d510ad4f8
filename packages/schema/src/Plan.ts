/**
 * Which hooks an event would run, in what order, and why the others would not. A plan is data: printing it runs
 * nothing.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * Schema for why a hook does not run.
 *
 * @category schemas
 * @since 0.1.0
 */
export const WhyNot = Schema.TaggedUnion({
  OtherEvent: { configured: Schema.String },
  Matcher: { matcher: Schema.String, target: Schema.String },
  If: { rule: Schema.String },
  Disabled: { file: Schema.String, line: Schema.Natural },
  AlreadyRan: {},
  SourceNotAllowed: { setting: Schema.String },
  /** The same handler stands earlier in the settings, or replaces this one. */
  SameAs: { hook: Schema.String },
  /** The entry is our own `dispatch`, which would call us again. */
  Ourselves: {}
}).annotate({ identifier: "WhyNot" })

/** @since 0.1.0 */
export type WhyNot = typeof WhyNot.Type

/**
 * Schema for a plan: groups in the order of running, hooks by their ids.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Plan = Schema.Struct({
  event: Schema.String,
  groups: Schema.Array(
    Schema.Struct({ dialect: Schema.String, parallel: Schema.Boolean, hooks: Schema.Array(Schema.String) })
  ),
  others: Schema.Array(Schema.Struct({ hook: Schema.String, why: WhyNot }))
}).annotate({ identifier: "Plan" })

/** @since 0.1.0 */
export type Plan = typeof Plan.Type
