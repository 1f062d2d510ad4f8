/**
 * The reason for which a hook does not run, for this event or for any event.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * Schema for the reason for which a hook does not run.
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
  /** The file and line of the setting, if a file sets it. */
  SourceNotAllowed: {
    setting: Schema.String,
    file: Schema.optionalKey(Schema.String),
    line: Schema.optionalKey(Schema.Natural)
  },
  /** An equal handler is configured earlier, or replaces this one. */
  SameAs: { hook: Schema.String },
  /** The hook's skill is not open in this session. */
  SkillClosed: { skill: Schema.String },
  /** The host runs the hook from its own configuration. */
  RunByHost: { host: Schema.String },
  /** The user has refused the hook in this project. */
  Refused: {},
  /** The hook is not trusted, and is left out or can't be confined here. The text is the reason. */
  Unconfined: { text: Schema.String },
  /** The entry is Hookline's own `dispatch`, which would call Hookline again. */
  SelfReference: {}
}).annotate({ identifier: "WhyNot" })

/** @since 0.1.0 */
export type WhyNot = typeof WhyNot.Type
