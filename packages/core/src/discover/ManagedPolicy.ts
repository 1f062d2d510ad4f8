/**
 * The policy of an organisation: hooks and settings that it manages, and that neither a project nor a user switches off.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { type Sealed, seal } from "../policy/sealed.ts"
import type { ThisProject } from "../ThisProject.ts"

/**
 * A policy that is not known. Its guards may be missing, so that the policy for failures decides on each event.
 *
 * @category errors
 * @since 0.1.0
 */
export class PolicyMissing extends Schema.TaggedError<PolicyMissing>()("PolicyMissing", {
  issue: Schema.String
}) {
  override get message(): string {
    return `the managed policy is not known: ${this.issue}`
  }
}

/**
 * Schema for hooks of an organisation, in the format of a dialect's file.
 *
 * @category schemas
 * @since 0.1.0
 */
export const ManagedHooks = Schema.Struct({
  dialect: Schema.String,
  /** The name of the document, which sources show. */
  name: Schema.String,
  text: Schema.String
})

/** @since 0.1.0 */
export type ManagedHooks = typeof ManagedHooks.Type

/**
 * Schema for one version of an organisation's policy.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Policy = Schema.Struct({
  organisation: Schema.String,
  version: Schema.String,
  hooks: Schema.Array(ManagedHooks),
  /** Settings, as the text of a settings file. Of these, only what tightens counts. */
  settings: Schema.optional(Schema.String)
}).annotate({ identifier: "ManagedPolicy" })

/** @since 0.1.0 */
export type Policy = typeof Policy.Type

/**
 * Provides the policies of organisations.
 *
 * @category models
 * @since 0.1.0
 */
export interface Managing {
  /**
   * Returns the policies in force, the strongest first. What can't be read of one is a loss, beside its other hooks. A source without a connection returns the last valid
   * version. The call has two seconds; each event of a project whose policy is not known calls it again, one second
   * after a call without an answer at the earliest.
   */
  readonly current: Effect.Effect<ReadonlyArray<Policy>, PolicyMissing>
  /**
   * Calls `onChange` after each change, until the scope closes. `onChange` is cheap, and the next event reads `current`.
   * The call has two seconds to begin; if it fails, each event reads `current`.
   */
  readonly watch?: (onChange: () => void) => Effect.Effect<void, never, Scope.Scope>
  /** Files and folders that `current` reads. A change of one is a change of the policy. */
  readonly reads?: ReadonlyArray<string>
  /** Takes the problems that no user was shown yet: each becomes a notice, and changes no policy. */
  readonly problems?: () => ReadonlyArray<string>
}

/**
 * The policies of organisations. Without this service there are none.
 *
 * **Details**
 *
 * Their hooks run before all others, as the user's own: trusted and with full effect. No entry of `disabled`, no switch
 * and no setting of a project or user removes them.
 *
 * @example
 * ```ts
 * import * as ManagedPolicy from "@hookline/core/ManagedPolicy"
 * import { Hookline } from "@hookline/node"
 * import * as Effect from "effect/Effect"
 *
 * const text = `{ "hooks": { "PreToolUse": [{ "hooks": [{ "type": "command", "command": "acme-guard" }] }] } }`
 * const hooks = [{ dialect: "my-dialect", name: "guards.json", text }]
 * const acme = ManagedPolicy.layer({ current: Effect.succeed([{ organisation: "acme", version: "7", hooks }]) })
 *
 * const layer = Hookline.layer({ project: ".", provide: [acme] })
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class ManagedPolicy extends Context.Service<ManagedPolicy, Sealed<Managing>>()("@hookline/core/ManagedPolicy") {}

/**
 * Provides policies by an effect, which may need a scope.
 *
 * @example
 * ```ts
 * import * as ManagedPolicy from "@hookline/core/ManagedPolicy"
 * import * as Effect from "effect/Effect"
 *
 * const unknown = new ManagedPolicy.PolicyMissing({ issue: "no version has arrived" })
 * const layer = ManagedPolicy.layerEffect(Effect.succeed({ current: Effect.fail(unknown) }))
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerEffect = <E, R>(
  make: Effect.Effect<Managing, E, R>
): Layer.Layer<ManagedPolicy, E, Exclude<R, Scope.Scope> | ThisProject> =>
  Layer.effect(ManagedPolicy, Effect.map(make, seal))

/**
 * Provides policies.
 *
 * @example
 * ```ts
 * import * as ManagedPolicy from "@hookline/core/ManagedPolicy"
 * import * as Effect from "effect/Effect"
 *
 * const layer = ManagedPolicy.layer({ current: Effect.succeed([]) })
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (managing: Managing): Layer.Layer<ManagedPolicy, never, ThisProject> =>
  Layer.succeed(ManagedPolicy)(seal(managing))
