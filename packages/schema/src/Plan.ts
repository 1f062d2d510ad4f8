/**
 * The hooks that an event would run, in order, and the reasons for which other hooks would not run. A plan is data:
 * printing it runs nothing.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { Profile } from "./Profile.ts"
import { Failure } from "./Report.ts"
import { TrustState } from "./TrustState.ts"
import { WhyNot } from "./WhyNot.ts"

/**
 * Schema for a plan: groups in the order in which they run, hooks by their ids.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Plan = Schema.Struct({
  event: Schema.String,
  groups: Schema.Array(
    Schema.Struct({ dialect: Schema.String, parallel: Schema.Boolean, hooks: Schema.Array(Schema.String) })
  ),
  /** The hooks that a change of the input would run once more on what it became, if they were not given that. */
  secondLook: Schema.optionalKey(Schema.Array(Schema.String)),
  /** The hooks that run confined, with their states of trust. Of an untrusted one, only what tightens counts. */
  confined: Schema.optionalKey(
    Schema.Array(Schema.Struct({ hook: Schema.String, state: TrustState, profile: Profile }))
  ),
  /** The failures on which the policy would decide before any hook, because hooks may be missing from the plan. */
  failures: Schema.optionalKey(Schema.Array(Failure)),
  others: Schema.Array(Schema.Struct({ hook: Schema.String, why: WhyNot }))
}).annotate({ identifier: "Plan" })

/** @since 0.1.0 */
export type Plan = typeof Plan.Type
