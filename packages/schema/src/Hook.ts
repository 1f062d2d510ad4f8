/**
 * One configured handler with its event, its conditions, and its source.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { Handler } from "./Handler.ts"
import { Profile } from "./Profile.ts"
import { Source } from "./Source.ts"
import { HookTrust } from "./TrustState.ts"
import { WhyNot } from "./WhyNot.ts"

/**
 * Schema for the effect of a failed hook: allow the action, deny it, or ask the user.
 *
 * @category schemas
 * @since 0.1.0
 */
export const OnFailure = Schema.Literals(["open", "closed", "ask"])

/** @since 0.1.0 */
export type OnFailure = typeof OnFailure.Type

/**
 * The strictness of each effect of a failure, from the most to the least permissive.
 *
 * @category combining
 * @since 0.1.0
 */
export const strictness = { open: 0, ask: 1, closed: 2 } as const satisfies Record<OnFailure, number>

/**
 * Returns the stricter one of two effects of a failure.
 *
 * @category combining
 * @since 0.1.0
 */
export const stricter = (one: OnFailure, other: OnFailure): OnFailure =>
  strictness[other] > strictness[one] ? other : one

/**
 * Schema for a hook's group: its index among the groups of its event in its file, and whether its hooks run in
 * parallel.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Group = Schema.Struct({ index: Schema.Natural, parallel: Schema.Boolean })

/** @since 0.1.0 */
export type Group = typeof Group.Type

/**
 * Schema for a hook.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Hook = Schema.Struct({
  /** The id, made of the hook's content and not of its position. See `HookId`. */
  id: Schema.String,
  /** The event's name as configured. The name may be unknown. */
  event: Schema.String,
  matcher: Schema.optionalKey(Schema.String),
  /** A permission rule, such as `Bash(git *)`, that the tool call must also match. */
  if: Schema.optionalKey(Schema.String),
  handler: Handler,
  timeoutMillis: Schema.optionalKey(Schema.Finite),
  once: Schema.Boolean,
  /** The entry's own `enabled`. Settings may disable the hook too, see `off`. */
  enabled: Schema.Boolean,
  /** The reason for which the hook never runs: it is disabled, not allowed, or a duplicate. */
  off: Schema.optionalKey(WhyNot),
  onFailure: Schema.optionalKey(OnFailure),
  /** The widest profile that the entry itself asks for. It only narrows. */
  profile: Schema.optionalKey(Profile),
  name: Schema.optionalKey(Schema.String),
  description: Schema.optionalKey(Schema.String),
  statusMessage: Schema.optionalKey(Schema.String),
  group: Group,
  source: Source,
  /** The file of the project that the command of a user-level hook runs, as a path in the project. */
  projectFile: Schema.optionalKey(Schema.String),
  /** Its state of trust, and its profile, as decided when the catalog was read. */
  trust: Schema.optionalKey(HookTrust),
  /** The entry as written, by reference. It keeps fields that have no schema here. */
  written: Schema.optionalKey(Schema.Unknown)
}).annotate({ identifier: "Hook" })

/** @since 0.1.0 */
export type Hook = typeof Hook.Type

/**
 * Checks whether a project decides what a hook does: the hook is in a file of the project, or is the user's and runs a
 * file of the project. Such a hook gets no more than the project's own hooks get. But the project's settings reach only
 * hooks in its own files, which is what `source.scope` states.
 *
 * @category guards
 * @since 0.1.0
 */
export const isOfProject = ({
  projectFile,
  source
}: {
  readonly projectFile?: string | undefined
  readonly source: Pick<Source, "scope">
}): boolean => source.scope !== "user" || projectFile !== undefined
