/**
 * The failures between a payload and its answer. They are data: `FailurePolicy` alone decides what one
 * means.
 *
 * @since 0.1.0
 */
import { OnFailure } from "@hookline/schema/Hook"
import { Profile } from "@hookline/schema/Profile"
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
 * A hook's reply that is not valid: broken JSON, a field of a wrong type, an unknown word.
 *
 * @category errors
 * @since 0.1.0
 */
export class InvalidReply extends Schema.TaggedError<InvalidReply>()("InvalidReply", {
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
export class HookFailed extends Schema.TaggedError<HookFailed>()("HookFailed", {
  hook: Schema.String,
  issue: Schema.String,
  /** Text that is too long for a sentence, such as the stack of an exception. */
  detail: Schema.optionalKey(Schema.String)
}) {
  override get message(): string {
    return `${this.hook} failed: ${this.issue}`
  }
}

/**
 * A hook of a kind that no runner here can run.
 *
 * @category errors
 * @since 0.1.0
 */
export class NoRunner extends Schema.TaggedError<NoRunner>()("NoRunner", {
  hook: Schema.String,
  kind: Schema.String,
  layer: Schema.String
}) {
  override get message(): string {
    const article = /^[aeiou]/.test(this.kind) ? "an" : "a"
    return `${this.hook} is ${article} ${this.kind} hook, and nothing here runs those: provide ${this.layer}`
  }
}

/**
 * A hook that was not done within its limit.
 *
 * @category errors
 * @since 0.1.0
 */
export class TimedOut extends Schema.TaggedError<TimedOut>()("TimedOut", {
  hook: Schema.String,
  limitMillis: Schema.Finite
}) {
  override get message(): string {
    return `${this.hook} did not answer within ${this.limitMillis / 1000} s`
  }
}

/**
 * A hook that could not be started: its program, its script or its folder is not there, or may not be run.
 *
 * @category errors
 * @since 0.1.0
 */
export class NotStarted extends Schema.TaggedError<NotStarted>()("NotStarted", {
  hook: Schema.String,
  issue: Schema.String
}) {
  override get message(): string {
    return `${this.hook} could not be started: ${this.issue}`
  }
}

/**
 * A hook whose process exited without a reply, while one that it left behind still holds its output: the reply may be on
 * the way through that process, as through a filter.
 *
 * @category errors
 * @since 0.1.0
 */
export class OutputHeld extends Schema.TaggedError<OutputHeld>()("OutputHeld", {
  hook: Schema.String
}) {
  override get message(): string {
    return `${this.hook} ended, and a process that it left behind still holds its output; redirect that process's output`
  }
}

/**
 * A hook whose process exited with 0 and no reply, while its own shell or interpreter reported that it could not run part
 * of the hook's text: a program is missing, or an exception was thrown.
 *
 * @category errors
 * @since 0.1.0
 */
export class IncompleteRun extends Schema.TaggedError<IncompleteRun>()("IncompleteRun", {
  hook: Schema.String,
  /** The line in which that was reported. */
  line: Schema.String
}) {
  override get message(): string {
    return `${this.hook} ended with 0, but could not run all of its own text: ${this.line}`
  }
}

/**
 * A hook that has to run in a sandbox, and did not run because none could be made. It never runs without one instead.
 *
 * @category errors
 * @since 0.1.0
 */
export class SandboxMissing extends Schema.TaggedError<SandboxMissing>()("SandboxMissing", {
  hook: Schema.String,
  profile: Profile,
  issue: Schema.String
}) {
  override get message(): string {
    return `${this.hook} has to run in the profile ${this.profile}, and did not run: ${this.issue}`
  }
}

/** The profile that a hook needs instead of one that is too narrow. */
const wider: Readonly<Record<Profile, Profile>> = {
  guard: "work",
  notify: "work",
  work: "net",
  net: "open",
  open: "open"
}

/**
 * A hook that failed in its sandbox with a message about a missing right, so that its sandbox probably is the cause.
 *
 * @category errors
 * @since 0.1.0
 */
export class SandboxRefused extends Schema.TaggedError<SandboxRefused>()("SandboxRefused", {
  hook: Schema.String,
  profile: Profile,
  /** Its exit code, or the signal that ended it. */
  end: Schema.String,
  line: Schema.String
}) {
  override get message(): string {
    const end = `${this.hook} ended with ${this.end} in the profile ${this.profile}, which looks like its sandbox`
    return `${end}: ${this.line}. To give it more rights: hookline trust ${this.hook} --profile ${wider[this.profile]}`
  }
}

/**
 * A hook whose runner broke: it threw, or did what no runner may do.
 *
 * @category errors
 * @since 0.1.0
 */
export class RunnerDefect extends Schema.TaggedError<RunnerDefect>()("RunnerDefect", {
  hook: Schema.String,
  issue: Schema.String
}) {
  override get message(): string {
    return `${this.hook} broke: ${this.issue}`
  }
}

/**
 * A session whose state is not known on this machine yet, so that hooks of skills that were opened elsewhere may be
 * missing.
 *
 * @category errors
 * @since 0.1.0
 */
export class StateNotReady extends Schema.TaggedError<StateNotReady>()("StateNotReady", {
  issue: Schema.String,
  /** The policy for failures that decides on the event, where the state has one of its own. */
  onFailure: Schema.optionalKey(OnFailure)
}) {
  override get message(): string {
    return `the session's state is not ready, so that hooks of open skills may be missing: ${this.issue}`
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
  reason: Schema.Union([
    Unreadable,
    InvalidReply,
    HookFailed,
    NoRunner,
    TimedOut,
    NotStarted,
    OutputHeld,
    IncompleteRun,
    SandboxMissing,
    SandboxRefused,
    RunnerDefect,
    StateNotReady
  ])
}) {
  override get message(): string {
    return `${this.stage}: ${this.reason.message}`
  }
}

/**
 * Creates an error of running a hook.
 *
 * @example
 * ```ts
 * import { executing, NotStarted } from "@hookline/core/PipelineError"
 * import * as Effect from "effect/Effect"
 *
 * const failed = Effect.fail(executing(new NotStarted({ hook: "guard", issue: "its sandbox is not there" })))
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const executing = (
  reason:
    | NoRunner
    | TimedOut
    | NotStarted
    | OutputHeld
    | IncompleteRun
    | SandboxMissing
    | SandboxRefused
    | RunnerDefect
    | HookFailed
): PipelineError => new PipelineError({ stage: "execute", reason })

/**
 * Returns a sentence for a thrown value, which may be of any type.
 *
 * @category formatting
 * @since 0.1.0
 */
export const sentence = (thrown: unknown): string => {
  if (thrown instanceof Error) return thrown.message
  try {
    return String(thrown)
  } catch {
    return "something was thrown that has no text"
  }
}
