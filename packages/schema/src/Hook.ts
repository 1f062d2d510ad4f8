/**
 * One configured handler: when it runs, what it does, and where it was written.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { Handler } from "./Handler.ts"
import { Source } from "./Source.ts"
import { WhyNot } from "./WhyNot.ts"

/**
 * Schema for what a hook that could not do its work means.
 *
 * @category schemas
 * @since 0.1.0
 */
export const OnFailure = Schema.Literals(["open", "closed", "ask"])

/** @since 0.1.0 */
export type OnFailure = typeof OnFailure.Type

/**
 * How strict a policy for failures is: from what lets most through to what lets least through.
 *
 * @category combining
 * @since 0.1.0
 */
export const strictness = { open: 0, ask: 1, closed: 2 } as const satisfies Record<OnFailure, number>

/**
 * Schema for the group that a hook stands in: which one of its event in its file, and whether the hooks of that group
 * run together.
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
  /** See `HookId`: made of what the hook is, never of its position. */
  id: Schema.String,
  /** The event's name as configured, which need not be one that we know. */
  event: Schema.String,
  matcher: Schema.optionalKey(Schema.String),
  /** A permission rule, such as `Bash(git *)`, that the tool call must meet as well. */
  if: Schema.optionalKey(Schema.String),
  handler: Handler,
  timeoutMillis: Schema.optionalKey(Schema.Finite),
  once: Schema.Boolean,
  /** What its own entry says. Whether it runs also depends on settings, see `off`. */
  enabled: Schema.Boolean,
  /** Why it never runs, where discovery found a reason: it is switched off, not allowed, or another's copy. */
  off: Schema.optionalKey(WhyNot),
  onFailure: Schema.optionalKey(OnFailure),
  name: Schema.optionalKey(Schema.String),
  description: Schema.optionalKey(Schema.String),
  statusMessage: Schema.optionalKey(Schema.String),
  group: Group,
  source: Source,
  /** The entry as it was written, by reference: fields that are not modelled here survive through it. */
  written: Schema.optionalKey(Schema.Unknown)
}).annotate({ identifier: "Hook" })

/** @since 0.1.0 */
export type Hook = typeof Hook.Type
