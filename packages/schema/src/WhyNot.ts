/**
 * Why a hook does not run: for this event, or for none.
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
  /** The place that says so, where one does. */
  SourceNotAllowed: {
    setting: Schema.String,
    file: Schema.optionalKey(Schema.String),
    line: Schema.optionalKey(Schema.Natural)
  },
  /** The same handler stands earlier in the settings, or replaces this one. */
  SameAs: { hook: Schema.String },
  /** The skill that brings it is not open in this session. */
  SkillClosed: { skill: Schema.String },
  /** The host runs it itself, from its own configuration. */
  RunByHost: { host: Schema.String },
  /** The entry is our own `dispatch`, which would call us again. */
  Ourselves: {}
}).annotate({ identifier: "WhyNot" })

/** @since 0.1.0 */
export type WhyNot = typeof WhyNot.Type
