/**
 * Environment variables that hooks export for their session. Later hooks and the host get them.
 *
 * @since 0.1.0
 */
import { type Hook, isOfProject } from "@hookline/schema/Hook"
import type { EnvRule } from "@hookline/schema/Settings"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { type Sealed, seal } from "../policy/sealed.ts"
import type { ThisProject } from "../ThisProject.ts"
import type { SessionKey } from "./SessionState.ts"

/**
 * The variables that a session's hooks have set and unset. The object stays the same until a change.
 *
 * @category models
 * @since 0.1.0
 */
export interface Exports {
  readonly set: Readonly<Record<string, string>>
  readonly unset: ReadonlyArray<string>
}

/**
 * No exports.
 *
 * @example
 * ```ts
 * import * as SessionEnv from "@hookline/core/SessionEnv"
 *
 * const isEmpty = (exports: SessionEnv.Exports) => exports === SessionEnv.nothing
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const nothing: Exports = { set: {}, unset: [] }

/**
 * The hooks that export a variable: the user's, or the project's.
 *
 * @category models
 * @since 0.1.0
 */
export type Exporter = "user" | "project"

/**
 * The receiver of exports. Hooks of the user and programs that wrap hooks get those of the user's hooks alone, because a
 * project must not decide how a guard runs. Hooks of the project get all. The host gets all but those of the project's
 * names that decide which programs run.
 *
 * @category models
 * @since 0.1.0
 */
export type Receiver = Exporter | "host"

/**
 * Returns the side of a hook. A user's hook that runs a file of the project is of the project's side.
 *
 * @example
 * ```ts
 * import * as SessionEnv from "@hookline/core/SessionEnv"
 *
 * const exporter = SessionEnv.exporterOf({ source: { scope: "local" } }) // => "project"
 * ```
 *
 * @category getters
 * @since 0.1.0
 */
export const exporterOf = (hook: {
  readonly source: Pick<Hook["source"], "scope">
  readonly projectFile?: string | undefined
}): Exporter => (isOfProject(hook) ? "project" : "user")

/**
 * Stores variables of sessions.
 *
 * @category models
 * @since 0.1.0
 */
export interface Exporting {
  /** False if exports are not supported. Then no event needs to check them. */
  readonly isKept: boolean
  /**
   * Returns the file to which the session's hooks of one side write assignments, or `undefined` if it can't be created;
   * `refresh` reports the reason.
   */
  readonly file: (session: SessionKey, exporter: Exporter, rule?: EnvRule) => Effect.Effect<string | undefined>
  /** Returns the exports for a receiver as of the last `refresh`. */
  readonly exports: (session: SessionKey, receiver: Receiver, rule?: EnvRule) => Exports
  /**
   * Reads the files again after a change, and returns the problems of lines that can't be parsed. A referenced variable
   * has the value that hooks inherit by the settings' rule, so that exports reveal no other variable. The rule also bounds
   * the names that the project's hooks export.
   */
  readonly refresh: (session: SessionKey, rule?: EnvRule) => Effect.Effect<ReadonlyArray<string>>
  /** Forgets the session's variables, and deletes its files. */
  readonly end: (session: SessionKey) => Effect.Effect<void>
}

/**
 * The exported variables of sessions.
 *
 * @example
 * ```ts
 * import { SessionEnv } from "@hookline/core/SessionEnv"
 * import * as Effect from "effect/Effect"
 *
 * const variables = Effect.map(SessionEnv, (env) => env.exports({ project: "/project", session: "s1" }, "host").set)
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class SessionEnv extends Context.Service<SessionEnv, Sealed<Exporting>>()("@hookline/core/SessionEnv") {}

/**
 * Stores exports by an effect.
 *
 * @example
 * ```ts
 * import * as SessionEnv from "@hookline/core/SessionEnv"
 * import * as Effect from "effect/Effect"
 *
 * // No hook gets what hooks of its session have exported.
 * const layer = SessionEnv.layerEffect(
 *   Effect.map(SessionEnv.SessionEnv, (env) => ({ ...env, exports: () => ({ set: {}, unset: [] }) }))
 * )
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerEffect = <E, R>(
  make: Effect.Effect<Exporting, E, R>
): Layer.Layer<SessionEnv, E, Exclude<R, Scope.Scope> | ThisProject> => Layer.effect(SessionEnv, Effect.map(make, seal))

/**
 * Supports no exports. This is the default of a pipeline without files.
 *
 * @example
 * ```ts
 * import * as SessionEnv from "@hookline/core/SessionEnv"
 *
 * const provide = [SessionEnv.layerNone]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerNone: Layer.Layer<SessionEnv, never, ThisProject> = Layer.succeed(SessionEnv)(
  seal({
    isKept: false,
    file: () => Effect.succeed(undefined),
    exports: () => nothing,
    refresh: () => Effect.succeed([]),
    end: () => Effect.void
  })
)
