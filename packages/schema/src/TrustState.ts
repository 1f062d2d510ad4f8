/**
 * The state of trust of a hook: a person has accepted what it runs, or has not.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { Profile } from "./Profile.ts"

/**
 * Schema for the state of a hook's trust.
 *
 * **Details**
 *
 * - `trusted`: a person has accepted the hook, and nothing that it runs has changed since.
 * - `new`: no user has decided about it.
 * - `changed`: what a person accepted has changed since.
 * - `refused`: a person does not want it to run in this project.
 * - `user`: it is the user's own.
 * - `program`: the program that uses Hookline has registered it.
 *
 * @category schemas
 * @since 0.1.0
 */
export const TrustState = Schema.Literals(["trusted", "new", "changed", "refused", "user", "program"]).annotate({
  identifier: "TrustState"
})

/** @since 0.1.0 */
export type TrustState = typeof TrustState.Type

/**
 * Schema for the trust of one hook, as decided when the catalog was read.
 *
 * @category schemas
 * @since 0.1.0
 */
export const HookTrust = Schema.Struct({
  state: TrustState,
  /** The profile that a person has accepted. */
  profile: Schema.optionalKey(Profile),
  /** The names of secrets that it gets. */
  env: Schema.optionalKey(Schema.Array(Schema.String)),
  /** The files that have changed since it was trusted. */
  changed: Schema.optionalKey(Schema.Array(Schema.String)),
  /** The problem that keeps decisions of the user from counting. */
  why: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "HookTrust" })

/** @since 0.1.0 */
export type HookTrust = typeof HookTrust.Type
