/**
 * What can go wrong on the way from a payload to an answer. Failures are data: `FailurePolicy` alone decides what one
 * means.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * A host's payload that can't be read: no event's name, or a known event without what it must have.
 *
 * @category errors
 * @since 0.1.0
 */
export class Unreadable extends Schema.TaggedError<Unreadable>()("Unreadable", {
  dialect: Schema.String,
  issue: Schema.String
}) {
  override get message(): string {
    return `this is no payload of ${this.dialect}: ${this.issue}`
  }
}

/**
 * A hook's reply that says nothing lawful: broken JSON, a field of a wrong type, an unknown word.
 *
 * @category errors
 * @since 0.1.0
 */
export class Garbled extends Schema.TaggedError<Garbled>()("Garbled", {
  hook: Schema.String,
  issue: Schema.String
}) {
  override get message(): string {
    return `${this.hook} gave a reply that can't be understood: ${this.issue}`
  }
}

/**
 * A hook that ended as one that could not do its work: an exit code that is no answer, a status that is no success.
 *
 * @category errors
 * @since 0.1.0
 */
export class Failed extends Schema.TaggedError<Failed>()("Failed", {
  hook: Schema.String,
  issue: Schema.String
}) {
  override get message(): string {
    return `${this.hook} failed: ${this.issue}`
  }
}

/**
 * The one error of the pipeline: at which stage, and why. Recover from one reason with `Effect.catchReason`.
 *
 * @category errors
 * @since 0.1.0
 */
export class PipelineError extends Schema.TaggedError<PipelineError>()("PipelineError", {
  stage: Schema.Literals(["discover", "map", "match", "execute", "translate"]),
  reason: Schema.Union([Unreadable, Garbled, Failed])
}) {
  override get message(): string {
    return `${this.stage}: ${this.reason.message}`
  }
}
