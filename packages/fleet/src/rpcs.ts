/** The calls that a gate answers. Apart from `Protocol`, because their types are long, and for the gate and its client alone. */
import * as Rpc from "effect/rpc/Rpc"
import * as RpcGroup from "effect/rpc/RpcGroup"
import * as Schema from "effect/Schema"
import {
  Answered,
  Attached,
  Auth,
  Claimed,
  Failure,
  Id,
  limits,
  OpenQuestion,
  Question,
  Signed,
  Skill,
  Status,
  textUpTo
} from "./Protocol.ts"

const session = { session: Id }
const change = { ...session, mark: Id, token: Id }

/**
 * The calls that a gate answers. A change has a token: sent again with the token it has the effect and the result of one
 * call.
 *
 * @category protocol
 * @since 0.1.0
 */
export const FleetRpcs = RpcGroup.make(
  /** Reads the state of a session. */
  Rpc.make("Attach", { payload: session, success: Attached, error: Failure }),
  /** Claims to do something once. */
  Rpc.make("Claim", {
    payload: {
      ...change,
      leaseMillis: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: limits.leaseMillis }))
    },
    success: Claimed,
    error: Failure
  }),
  /** Settles a claim. False: the lease ended, and another token has claimed it since, or the session is over. */
  Rpc.make("Settle", { payload: { ...change, isDone: Schema.Boolean }, success: Schema.Boolean, error: Failure }),
  /** Checks for a mark. */
  Rpc.make("Has", { payload: { ...session, mark: Id }, success: Schema.Boolean, error: Failure }),
  /** Adds a mark. True if this token added it. */
  Rpc.make("Mark", { payload: change, success: Schema.Boolean, error: Failure }),
  /** Removes a mark. True if it existed. */
  Rpc.make("Unmark", { payload: { ...session, mark: Id }, success: Schema.Boolean, error: Failure }),
  /** Opens a skill, or closes the one of this name that was opened last. */
  Rpc.make("Skill", { payload: { ...session, token: Id, skill: Skill, isOpen: Schema.Boolean }, error: Failure }),
  /** Forgets a session. */
  Rpc.make("End", { payload: session, error: Failure }),
  /** Asks, and waits for the answer or the deadline. A question with the id of an open one joins it. */
  Rpc.make("Ask", { payload: { question: Question, token: Id }, success: Answered, error: Failure }),
  /** For persons: the open questions, once now and again after each change. */
  Rpc.make("Questions", { success: Schema.Array(OpenQuestion), error: Failure, stream: true }),
  /** For persons: answers a question. The result is the answer that counts, which is the first. */
  Rpc.make("Answer", { payload: { id: Id, answer: textUpTo(limits.option) }, success: Answered, error: Failure }),
  /** The newest policy above this version, now and whenever a newer one is published. */
  Rpc.make("Policies", { payload: { after: Schema.Int }, success: Signed, error: Failure, stream: true }),
  /** For publishers: publishes a policy. An equal or older version is refused. */
  Rpc.make("Publish", { payload: Signed, error: Failure }),
  /**
   * Keeps lines of a log of this machine, in order. The result is the number of lines that are kept. Lines after a gap are
   * not kept, so that the next call begins after the result.
   */
  Rpc.make("Record", {
    payload: { writer: Id, lines: Schema.Array(textUpTo(limits.line)).check(Schema.isMaxLength(limits.lines)) },
    success: Schema.Int,
    error: Failure
  }),
  /** The state of the fleet. */
  Rpc.make("Status", { success: Status, error: Failure })
).middleware(Auth)

/**
 * The calls that a gate answers.
 *
 * @category models
 * @since 0.1.0
 */
export type FleetRpcs = RpcGroup.Rpcs<typeof FleetRpcs>
