/**
 * The values in calls of machines, approvers and publishers to a fleet, with their limits, roles and failures. Data only.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as RpcMiddleware from "effect/rpc/RpcMiddleware"
import * as Schema from "effect/Schema"

/**
 * The limits of what a call may contain. The gate refuses a call beyond them before it reaches the database.
 *
 * @category constants
 * @since 0.1.0
 */
export const limits = {
  /** Characters of an id: of a session, a mark, a token, a question, a skill or a writer. */
  id: 512,
  /** Characters of a question's prompt, which has the whole input that the question is about. */
  prompt: 262_144,
  /** Answers that a question offers, and characters of each. */
  options: 20,
  option: 256,
  /** Characters of the description of an open skill. */
  skill: 131_072,
  /** Characters of a policy. */
  policy: 1_048_576,
  /** Lines of audit in one call, and characters of each, of which UTF-8 and JSON may make three times as many bytes. */
  lines: 500,
  line: 4_194_304,
  /** Bytes of one message. */
  message: 16_777_216,
  /** The longest lease of a claim. */
  leaseMillis: 86_400_000,
  /** The longest time that a question may wait for its answer. */
  questionMillis: 2_592_000_000
} as const

/** Postgres stores no NUL, and UTF-8 has no lone surrogates: two such ids could become the same one. */
const isStorable = Schema.makeFilter((text: string) => text.isWellFormed() && !text.includes("\0"), {
  expected: "well-formed Unicode without NUL"
})

/**
 * Creates a schema of a text up to this length, which every database stores as it is.
 *
 * @category schemas
 * @since 0.1.0
 */
export const textUpTo = (length: number) => Schema.String.check(Schema.isMaxLength(length), isStorable)

/**
 * An id: of a session, a mark, a token, a question or a writer. `storable` makes one of any text.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Id = Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(limits.id), isStorable)

/**
 * The store did not answer, so that it is unknown if the call had an effect. The same token may be sent again.
 *
 * @category errors
 * @since 0.1.0
 */
export class StoreAway extends Schema.TaggedError<StoreAway>()("StoreAway", { reason: Schema.String }) {
  override get message(): string {
    return this.reason
  }
}

/**
 * The call did not reach the fleet or came back too late, so that it is unknown if the call had an effect.
 *
 * @category errors
 * @since 0.1.0
 */
export class Unreached extends Schema.TaggedError<Unreached>()("Unreached", { reason: Schema.String }) {
  override get message(): string {
    return this.reason
  }
}

/**
 * The fleet does not do this for this caller. The call had no effect, and sending it again will not help.
 *
 * @category errors
 * @since 0.1.0
 */
export class Refused extends Schema.TaggedError<Refused>()("Refused", { reason: Schema.String }) {
  override get message(): string {
    return this.reason
  }
}

/**
 * All failures of a call.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Failure = Schema.Union([StoreAway, Unreached, Refused])

/**
 * All failures of a call.
 *
 * @category models
 * @since 0.1.0
 */
export type Failure = typeof Failure.Type

/**
 * The role of a token. A machine asks questions and can't answer them; a person answers; a publisher publishes policies.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Role = Schema.Literals(["machine", "person", "publisher"])

/**
 * The role of a token.
 *
 * @category models
 * @since 0.1.0
 */
export type Role = typeof Role.Type

/**
 * The result of a claim: `Granted` to this token, `Done` before, or `Taken` by another token whose lease has not ended.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Claimed = Schema.Literals(["Granted", "Done", "Taken"])

/**
 * The result of a claim.
 *
 * @category models
 * @since 0.1.0
 */
export type Claimed = typeof Claimed.Type

/**
 * An open skill: the name by which it is closed, and its description, which the fleet does not read.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Skill = Schema.Struct({ name: Id, body: textUpTo(limits.skill) })

/**
 * An open skill.
 *
 * @category models
 * @since 0.1.0
 */
export type Skill = typeof Skill.Type

/**
 * All that a machine has to know of a session before the session's first event there.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Attached = Schema.Struct({
  marks: Schema.Array(Schema.String),
  /** In the order in which they were opened. */
  skills: Schema.Array(Skill),
  /** The newest policy of the organisation, or 0. */
  policyVersion: Schema.Int
})

/**
 * All that a machine has to know of a session.
 *
 * @category models
 * @since 0.1.0
 */
export type Attached = typeof Attached.Type

/**
 * A question to the approver. Times are durations, because clocks of machines differ: the database's clock counts.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Question = Schema.Struct({
  id: Id,
  session: Id,
  /** The hook that asks. */
  by: textUpTo(limits.id),
  prompt: textUpTo(limits.prompt),
  options: Schema.Array(textUpTo(limits.option)).check(Schema.isMaxLength(limits.options)),
  /** The time until the default takes effect. */
  leftMillis: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: limits.questionMillis })),
  /** The answer if there is none before the deadline. */
  default: Schema.Literals(["allow", "deny"])
})

/**
 * A question to the approver.
 *
 * @category models
 * @since 0.1.0
 */
export type Question = typeof Question.Type

/**
 * The answer that counts, with its giver and the database's time in milliseconds since 1970.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Answered = Schema.Struct({
  answer: Schema.String,
  by: Schema.String,
  at: Schema.Finite,
  /** True if the deadline passed without an answer. */
  isDefault: Schema.Boolean
})

/**
 * The answer that counts.
 *
 * @category models
 * @since 0.1.0
 */
export type Answered = typeof Answered.Type

/**
 * A question that waits for its answer, as approvers see it.
 *
 * @category schemas
 * @since 0.1.0
 */
export const OpenQuestion = Schema.Struct({
  id: Schema.String,
  session: Schema.String,
  /** The machine that asks, by the name of its token. */
  machine: Schema.String,
  by: Schema.String,
  prompt: Schema.String,
  options: Schema.Array(Schema.String),
  default: Schema.Literals(["allow", "deny"]),
  askedAt: Schema.Finite,
  deadline: Schema.Finite
})

/**
 * A question that waits for its answer.
 *
 * @category models
 * @since 0.1.0
 */
export type OpenQuestion = typeof OpenQuestion.Type

/**
 * A policy as its organisation signed it. Holders of the public key verify it, so that no gate has to be trusted.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Signed = Schema.Struct({
  version: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_147_483_647 })),
  body: textUpTo(limits.policy),
  signature: textUpTo(limits.id)
})

/**
 * A policy as its organisation signed it.
 *
 * @category models
 * @since 0.1.0
 */
export type Signed = typeof Signed.Type

/**
 * The state of the fleet, as far as the caller's organisation is concerned.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Status = Schema.Struct({
  organisation: Schema.String,
  role: Role,
  name: Schema.String,
  /** The version of Hookline at the gate. */
  version: Schema.String,
  database: Schema.String,
  /** The database's time. */
  now: Schema.Finite,
  sessions: Schema.Int,
  openQuestions: Schema.Int,
  policyVersion: Schema.Int,
  auditRecords: Schema.Int
})

/**
 * The state of the fleet for an organisation.
 *
 * @category models
 * @since 0.1.0
 */
export type Status = typeof Status.Type

/**
 * The caller, by its token. The gate puts every id of the call under this organisation.
 *
 * @example
 * ```ts
 * import { Asker } from "@hookline/fleet/Protocol"
 *
 * const organisation = Asker.useSync((asker) => asker.organisation)
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class Asker extends Context.Service<
  Asker,
  {
    readonly organisation: string
    readonly role: Role
    readonly name: string
    /** Fails once the caller's token is revoked. */
    readonly revoked: Effect.Effect<void, Refused | StoreAway>
  }
>()("@hookline/fleet/Asker") {}

/**
 * Reads the caller from the token of a call. A call without a valid token is refused.
 *
 * @example
 * ```ts
 * import { Auth } from "@hookline/fleet/Protocol"
 * import * as Headers from "effect/http/Headers"
 * import * as RpcMiddleware from "effect/rpc/RpcMiddleware"
 *
 * // Sends a token with each call.
 * const auth = RpcMiddleware.layerClient(Auth, ({ next, request }) =>
 *   next({ ...request, headers: Headers.set(request.headers, "authorization", "Bearer hookline_machine_…") })
 * )
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class Auth extends RpcMiddleware.Service<Auth, { provides: Asker }>()("@hookline/fleet/Auth", {
  error: Failure,
  requiredForClient: true
}) {}
