/**
 * The record of what a user trusts in a project.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { Profile } from "./Profile.ts"
import { Seal } from "./Seal.ts"

const texts = Schema.Array(Schema.String)

/**
 * Schema for a decision to trust a hook, with all that it covers.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Decision = Schema.Struct({
  decision: Schema.Literal("trusted"),
  /** The time of the decision, in ISO 8601. */
  at: Schema.String,
  /** The way in which the user decided: at a terminal, by a digest, or by a command that wrote the hook. */
  by: Schema.String,
  profile: Schema.optionalKey(Profile),
  /** The names of secrets that the hook gets. */
  env: Schema.optionalKey(texts),
  /** All that the hook ran then. */
  seal: Seal
}).annotate({ identifier: "TrustDecision" })

/** @since 0.1.0 */
export type Decision = typeof Decision.Type

/**
 * Schema for the record of one project.
 *
 * @category schemas
 * @since 0.1.0
 */
export const TrustRecord = Schema.Struct({
  version: Schema.Literal(1),
  /** The real path of the project. */
  project: Schema.String,
  /** The trusted hooks, by their ids. */
  hooks: Schema.Record(Schema.String, Decision),
  /** The ids of refused hooks, or `*` for all of the project. */
  refused: Schema.optionalKey(texts)
}).annotate({ identifier: "TrustRecord" })

/** @since 0.1.0 */
export type TrustRecord = typeof TrustRecord.Type

/**
 * Returns the record of a project about which the user has decided nothing.
 *
 * @example
 * ```ts
 * import * as TrustRecord from "@hookline/schema/kit/TrustRecord"
 *
 * const record = TrustRecord.empty("/work/app")
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const empty = (project: string): TrustRecord => ({ version: 1, project, hooks: {} })
