/**
 * The body of a policy: hooks in the formats of their dialects, and settings that only tighten.
 *
 * @since 0.1.0
 */
import { ManagedHooks, type Policy } from "@hookline/core/ManagedPolicy"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Signed } from "./Protocol.ts"

const Name = Schema.String.check(Schema.isMinLength(1))

/**
 * Schema for the body of a policy. A field that this version does not know is an error, because it may be a guard.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Body = Schema.Struct({
  /** Hooks, in order. The name of a document is shown as the source of its hooks. */
  hooks: Schema.Array(Schema.Struct({ ...ManagedHooks.fields, dialect: Name, name: Name })),
  /** Settings, as in a settings file. */
  settings: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json))
}).annotate({ identifier: "PolicyBody" })

/**
 * A body that is no policy, with its reason.
 *
 * @category errors
 * @since 0.1.0
 */
export class PolicyMalformed extends Schema.TaggedError<PolicyMalformed>()("PolicyMalformed", {
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

const decode = Schema.decodeUnknownResult(Body, { errors: "all", onExcessProperty: "error" })

const parse = (text: string): Result.Result<unknown, string> => {
  try {
    return Result.succeed(JSON.parse(text))
  } catch (error) {
    return Result.fail(error instanceof Error ? error.message : String(error))
  }
}

/**
 * Reads the body of a policy.
 *
 * @example
 * ```ts
 * import * as PolicyBody from "@hookline/fleet/PolicyBody"
 *
 * const policy = PolicyBody.read("acme", { version: 7, body: `{ "hooks": [] }` })
 * ```
 *
 * @category parsing
 * @since 0.1.0
 */
export const read = (
  organisation: string,
  { body, version }: Pick<Signed, "body" | "version">
): Result.Result<Policy, PolicyMalformed> =>
  parse(body).pipe(
    Result.flatMap((value) => Result.mapError(decode(value), (issue) => String(issue))),
    Result.map(({ hooks, settings }): Policy => ({
      organisation,
      version: String(version),
      hooks,
      ...(settings !== undefined && { settings: JSON.stringify(settings) })
    })),
    Result.mapError(
      (why) =>
        new PolicyMalformed({ reason: `Version ${version} of the policy of ${organisation} is no policy: ${why}` })
    )
  )
