/**
 * What happened when an event passed the hooks: the outcome, and what each hook did for it.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { Diagnostic } from "./Diagnostic.ts"
import { HookReply } from "./HookReply.ts"
import { Outcome } from "./Outcome.ts"
import { Source } from "./Source.ts"

/**
 * Schema for why a hook's work failed: at which stage, by which tagged reason, in a sentence.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Failure = Schema.Struct({
  stage: Schema.String,
  reason: Schema.String,
  text: Schema.String,
  /** What is too long for a sentence, such as the stack of an exception. */
  detail: Schema.optionalKey(Schema.String)
})

/** @since 0.1.0 */
export type Failure = typeof Failure.Type

/**
 * Schema for one hook that matched.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Run = Schema.Struct({
  id: Schema.String,
  kind: Schema.String,
  source: Source,
  status: Schema.Literals(["ran", "failed", "interrupted", "skipped"]),
  /** Why it was skipped or interrupted. */
  why: Schema.optionalKey(Schema.String),
  /** How long it ran, from the start of its process. */
  millis: Schema.optionalKey(Schema.Finite),
  /** How long it waited for a place before that. */
  queuedMillis: Schema.optionalKey(Schema.Finite),
  reply: Schema.optionalKey(HookReply),
  failure: Schema.optionalKey(Failure),
  /** Its own part of the outcome, which may have been outdone. */
  outcome: Schema.optionalKey(Outcome)
}).annotate({ identifier: "Run" })

/** @since 0.1.0 */
export type Run = typeof Run.Type

/**
 * Schema for a report.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Report = Schema.Struct({
  event: Schema.String,
  outcome: Outcome,
  runs: Schema.Array(Run),
  diagnostics: Schema.Array(Diagnostic),
  /** What hooks exported for the session. */
  env: Schema.Record(Schema.String, Schema.String)
}).annotate({ identifier: "Report" })

/** @since 0.1.0 */
export type Report = typeof Report.Type
