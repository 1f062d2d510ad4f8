/**
 * The report of an event: the outcome, and one run for each hook that matched.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { Diagnostic } from "./Diagnostic.ts"
import { HookReply } from "./HookReply.ts"
import { Outcome } from "./Outcome.ts"
import { Profile } from "./Profile.ts"
import { Source } from "./Source.ts"
import { TrustState } from "./TrustState.ts"

/**
 * Schema for the failure of a hook: its stage, its tagged reason, and a sentence.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Failure = Schema.Struct({
  stage: Schema.String,
  reason: Schema.String,
  text: Schema.String,
  /** Text that is too long for a sentence, such as a stack trace. */
  detail: Schema.optionalKey(Schema.String)
})

/** @since 0.1.0 */
export type Failure = typeof Failure.Type

/**
 * Schema for the run of one hook that matched.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Run = Schema.Struct({
  id: Schema.String,
  kind: Schema.String,
  source: Source,
  status: Schema.Literals(["ran", "failed", "interrupted", "skipped"]),
  /** The number of its look, from 2, if it ran once more on an input that was changed after it ran. */
  look: Schema.optionalKey(Schema.Literals([2, 3])),
  /** The reason for which it was skipped or interrupted. */
  why: Schema.optionalKey(Schema.String),
  /** The duration from the start of its process. */
  millis: Schema.optionalKey(Schema.Finite),
  /** The time before that, in which it waited for a free slot. */
  queuedMillis: Schema.optionalKey(Schema.Finite),
  /** The profile and the trust of a hook that was confined, and the names of variables that it did not get. */
  confined: Schema.optionalKey(
    Schema.Struct({
      profile: Profile,
      state: Schema.optionalKey(TrustState),
      withheld: Schema.optionalKey(Schema.Array(Schema.String)),
      /** The hook's own outcome, if only what tightens counted of it. */
      unclamped: Schema.optionalKey(Outcome)
    })
  ),
  reply: Schema.optionalKey(HookReply),
  failure: Schema.optionalKey(Failure),
  /** The hook's own part of the outcome, before it was combined. */
  outcome: Schema.optionalKey(Outcome)
}).annotate({ identifier: "Run" })

/** @since 0.1.0 */
export type Run = typeof Run.Type

/**
 * Schema for the run of a hook in the background that has ended since: with the event that it ran on.
 *
 * @category schemas
 * @since 0.1.0
 */
export const BackgroundRun = Schema.Struct({ event: Schema.String, run: Run })

/** @since 0.1.0 */
export type BackgroundRun = typeof BackgroundRun.Type

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
  /** Hooks of earlier events of the session that have ended in the background since. Their outcome is combined. */
  background: Schema.optionalKey(Schema.Array(BackgroundRun)),
  diagnostics: Schema.Array(Diagnostic),
  /** Environment variables that hooks exported for the session. */
  env: Schema.Record(Schema.String, Schema.String)
}).annotate({ identifier: "Report" })

/** @since 0.1.0 */
export type Report = typeof Report.Type
