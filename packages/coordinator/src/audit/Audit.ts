/**
 * Records the events that ran hooks, the texts that the model was given or not, and the questions with their answers.
 *
 * @since 0.1.0
 */
import { type Sealed, seal } from "@hookline/core/kit/policy/sealed"
import type { ThisProject } from "@hookline/core/ThisProject"
import { Judged, judged } from "@hookline/schema/HookReply"
import type { Notice } from "@hookline/schema/Outcome"
import { Failure, Run } from "@hookline/schema/Report"
import { Reason, type Verdict } from "@hookline/schema/Verdict"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Schema from "effect/Schema"

/**
 * Schema for how strict a verdict was.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Tag = Schema.Literals(["Pass", "Allow", "Ask", "Defer", "Deny"])

/** @since 0.1.0 */
export type Tag = typeof Tag.Type

/** It stops compiling when a verdict comes that is not above. */
const tagOf = ({ _tag }: Verdict): Tag => _tag

/**
 * Schema for one hook of an event.
 *
 * @category schemas
 * @since 0.1.0
 */
export const AuditedHook = Schema.Struct({
  id: Schema.String,
  kind: Schema.String,
  /** The file that configures it. Hooks that the program registers have none. */
  file: Schema.optionalKey(Schema.String),
  status: Run.fields.status,
  look: Run.fields.look,
  why: Schema.optionalKey(Schema.String),
  millis: Schema.optionalKey(Schema.Finite),
  queuedMillis: Schema.optionalKey(Schema.Finite),
  /** Its own verdict, which may have been outdone. */
  verdict: Schema.optionalKey(Tag),
  failure: Schema.optionalKey(Failure),
  /** Its output or reply, also where no user is shown that. */
  output: Schema.optionalKey(Schema.String),
  /** The model that judged, and its tokens. */
  judged: Schema.optionalKey(Judged),
  /** `true` if it asked for its output to be hidden. */
  hidden: Schema.optionalKey(Schema.Boolean)
})

/** @since 0.1.0 */
export type AuditedHook = typeof AuditedHook.Type

const session = Schema.optionalKey(Schema.String)

/**
 * Schema for what is recorded.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Entry = Schema.TaggedUnion({
  /** An event that ran something. Times are milliseconds since 1970. */
  Event: {
    event: Schema.String,
    session,
    start: Schema.Finite,
    end: Schema.Finite,
    verdict: Tag,
    reasons: Schema.Array(Reason),
    hooks: Schema.Array(AuditedHook)
  },
  /** A text that a hook had for the model, and what became of it. */
  Injection: {
    by: Schema.String,
    event: Schema.optionalKey(Schema.String),
    session,
    role: Schema.Literals(["system", "user", "assistant"]),
    bytes: Schema.Natural,
    fate: Schema.Literals(["given", "refused", "spilled"]),
    /** Why it was refused, or the file that it was spilled to. */
    why: Schema.optionalKey(Schema.String),
    text: Schema.String
  },
  /** A question, the answer, and how that was found. */
  Approval: {
    by: Schema.String,
    event: Schema.optionalKey(Schema.String),
    session,
    prompt: Schema.String,
    answer: Schema.String,
    granted: Schema.Boolean,
    found: Schema.Literals(["asked", "remembered", "rule", "timeout", "interrupted"])
  },
  /** Records that could not be written. The log itself reports them as soon as it can be written again. */
  Lost: { count: Schema.Natural, since: Schema.Finite, why: Schema.String }
}).annotate({ identifier: "AuditEntry" })

/** @since 0.1.0 */
export type Entry = typeof Entry.Type

/**
 * The port that records entries.
 *
 * @category models
 * @since 0.1.0
 */
export interface Recording {
  /** Records an entry. It never fails, and never waits for long. */
  readonly record: (entry: Entry) => Effect.Effect<void>
  /** Returns the problems of the log itself since the last call. */
  readonly notices: Effect.Effect<ReadonlyArray<Notice>>
  /** True if nothing is recorded, so that no entry need be made. */
  readonly isOff?: true
}

/**
 * The port for the audit. By default nothing is recorded.
 *
 * @example
 * ```ts
 * import { Audit } from "@hookline/coordinator/Audit"
 * import * as Effect from "effect/Effect"
 *
 * // Reads the port in force, in a layer of `provide`.
 * const record = Effect.map(Audit, (port) => port.record)
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class Audit extends Context.Service<Audit, Sealed<Recording>>()("@hookline/coordinator/Audit") {}

/**
 * Creates a layer that stores entries and has services of its own.
 *
 * @example
 * ```ts
 * import * as Audit from "@hookline/coordinator/Audit"
 * import * as Effect from "effect/Effect"
 *
 * // Equals the service that it decorates.
 * const layer = Audit.layerEffect(Effect.map(Audit.Audit, (service) => service))
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerEffect = <E, R>(
  make: Effect.Effect<Recording, E, R>
): Layer.Layer<Audit, E, Exclude<R, Scope.Scope> | ThisProject> => Layer.effect(Audit, Effect.map(make, seal))

/**
 * Calls a function with each entry.
 *
 * @example
 * ```ts
 * import * as Audit from "@hookline/coordinator/Audit"
 * import * as Effect from "effect/Effect"
 *
 * const provide = [Audit.layer((entry) => Effect.logInfo(entry))]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (record: Recording["record"]): Layer.Layer<Audit, never, ThisProject> =>
  Layer.succeed(Audit)(seal({ record, notices: Effect.succeed([]) }))

/**
 * Records nothing. This is the default.
 *
 * @example
 * ```ts
 * import * as Audit from "@hookline/coordinator/Audit"
 *
 * const provide = [Audit.layerNone]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerNone: Layer.Layer<Audit, never, ThisProject> = Layer.succeed(Audit)(
  seal({ record: () => Effect.void, notices: Effect.succeed([]), isOff: true })
)

const texted = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? ""
  } catch {
    // Functions can return values that JSON can't express; that they returned one is still recorded.
    return "a value that can't be written as JSON"
  }
}

const outputOf = ({ reply }: Run): string | undefined => {
  switch (reply?._tag) {
    case undefined:
      return undefined
    case "Exit":
      return `${reply.stdout}${reply.stderr}`
    case "Http":
      return reply.body
    case "Judgement":
      return reply.reason
    case "Value":
      return texted(reply.value)
  }
}

/**
 * Creates the record of a hook that was run. `quiet` are the hooks that hide their output.
 *
 * @example
 * ```ts
 * import * as Audit from "@hookline/coordinator/Audit"
 * import type { Report } from "@hookline/schema/Report"
 *
 * const audited = ({ outcome, runs }: Report) => runs.map((run) => Audit.ofRun(run, outcome.quiet))
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const ofRun = (run: Run, quiet: ReadonlyArray<string> = []): AuditedHook => {
  const { failure, id, kind, look, millis, outcome, queuedMillis, source, status, why } = run
  const output = outputOf(run)
  const cost = judged(run.reply)
  return {
    id,
    kind,
    file: source.file,
    status,
    ...(look !== undefined && { look }),
    ...(why !== undefined && { why }),
    ...(millis !== undefined && { millis }),
    ...(queuedMillis !== undefined && { queuedMillis }),
    ...(outcome !== undefined && { verdict: tagOf(outcome.verdict) }),
    ...(failure !== undefined && { failure }),
    ...(output !== undefined && output !== "" && { output }),
    ...(cost !== undefined && { judged: cost }),
    ...(quiet.includes(id) && { hidden: true })
  }
}
