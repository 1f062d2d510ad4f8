/**
 * Trust: whether a person has accepted what a project's hook runs.
 *
 * @since 0.1.0
 */
import type { Hook } from "@hookline/schema/Hook"
import type { Settings } from "@hookline/schema/Settings"
import type { HookTrust } from "@hookline/schema/TrustState"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ThisProject } from "../ThisProject.ts"
import { type Sealed, seal } from "../policy/sealed.ts"

/**
 * A function that returns the trust of a hook as it is now, under the settings for all hooks.
 *
 * @category models
 * @since 0.1.0
 */
export type Judge = (hook: Hook, settings: Settings) => Effect.Effect<HookTrust>

/**
 * A hook of the user that is new, changed or gone, with the files by which it is.
 *
 * @category models
 * @since 0.1.0
 */
export interface UserChange {
  readonly hook: string
  readonly what: "changed" | "gone" | "new"
  /** Files, or the words `its entry` and the file that configures the hook. */
  readonly files: ReadonlyArray<string>
}

/**
 * The changes of the user's own hooks since they were looked at last, and the reason for which they are not known.
 *
 * @category models
 * @since 0.1.0
 */
export interface UserChanges {
  readonly changes: ReadonlyArray<UserChange>
  readonly issue?: string | undefined
}

/** The trust of a hook in an unlimited profile. */
const open: HookTrust = { state: "trusted", profile: "open" }

/** The trust of a hook without a decision of the user. */
const unknown: HookTrust = { state: "new" }

const isTrusted = Effect.succeed(open)
const isNew = Effect.succeed(unknown)

/**
 * Judges the hooks of a project. A user's own hooks and those of the program are not judged.
 *
 * @example
 * ```ts
 * import { Trust } from "@hookline/core/Trust"
 * import * as Effect from "effect/Effect"
 *
 * // Reads the judge in force, in a layer of `provide`.
 * const judge = Effect.map(Trust, ({ of }) => of)
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class Trust extends Context.Service<
  Trust,
  Sealed<{
    /**
     * Returns the trust of a hook as it is now. It is asked before each run: a judge that has nothing to read returns an
     * effect that is an exit already.
     */
    readonly of: (hook: Hook, settings: Settings) => Effect.Effect<HookTrust>
    /** Returns what `of` returned last, without looking at anything. */
    readonly last: (hook: Hook) => HookTrust | undefined
    /**
     * Returns what has changed of the user's own hooks since this was called last, and remembers how they are. It is called
     * at the start of a session, and decides nothing.
     */
    readonly userChanges?: ((hooks: ReadonlyArray<Hook>) => Effect.Effect<UserChanges>) | undefined
    /** False for a judge that trusts everything, so that no start of a session asks it. */
    readonly judges: boolean
  }>
>()("@hookline/core/Trust") {}

/**
 * Creates a judge from a function. It remembers its last answer about each hook.
 *
 * @example
 * ```ts
 * import * as Trust from "@hookline/core/Trust"
 * import * as Effect from "effect/Effect"
 *
 * const judge = Trust.judging(({ source }) => Effect.succeed({ state: source.scope === "local" ? "trusted" : "new" }))
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const judging = (of: Judge, userChanges?: Trust["Service"]["userChanges"]): Trust["Service"] => {
  const known = new WeakMap<Hook, HookTrust>()
  return seal({
    of: (hook, settings) => Effect.tap(of(hook, settings), (trust) => Effect.sync(() => known.set(hook, trust))),
    last: (hook) => known.get(hook),
    judges: true,
    ...(userChanges !== undefined && { userChanges })
  })
}

/**
 * Judges by a function, for programs that have their own record.
 *
 * @example
 * ```ts
 * import * as Trust from "@hookline/core/Trust"
 * import * as Effect from "effect/Effect"
 *
 * // Trusts the hooks of one file.
 * const provide = [
 *   Trust.layer(({ source }) =>
 *     Effect.succeed({ state: source.file.endsWith("/reviewed/hooks.json") ? "trusted" : "new" })
 *   )
 * ]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (of: Judge): Layer.Layer<Trust, never, ThisProject> => Layer.sync(Trust, () => judging(of))

/**
 * Trusts every hook: for programs that have judged the project themselves, and for tests.
 *
 * @example
 * ```ts
 * import * as Trust from "@hookline/core/Trust"
 *
 * const provide = [Trust.layerAll]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerAll: Layer.Layer<Trust, never, ThisProject> = Layer.succeed(Trust)(
  seal({ of: () => isTrusted, last: () => open, judges: false })
)

/**
 * Trusts no hook of a project: each runs confined, and can only tighten.
 *
 * @example
 * ```ts
 * import * as Trust from "@hookline/core/Trust"
 *
 * const provide = [Trust.layerNone]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerNone: Layer.Layer<Trust, never, ThisProject> = layer(() => isNew)
