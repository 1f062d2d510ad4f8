/**
 * What hooks export for their session: variables that every later hook gets, and the host.
 *
 * @since 0.1.0
 */
import type { EnvRule } from "@hookline/schema/Settings"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { SessionKey } from "./SessionState.ts"

/**
 * What a session's hooks have exported, and what they have taken away. It is another value whenever it says something
 * else, and the same one until then.
 *
 * @category models
 * @since 0.1.0
 */
export interface Exports {
  readonly set: Readonly<Record<string, string>>
  readonly unset: ReadonlyArray<string>
}

/**
 * Nothing exported.
 *
 * @category constructors
 * @since 0.1.0
 */
export const nothing: Exports = { set: {}, unset: [] }

/**
 * The variables of sessions. Unless a layer is given no hook can export any.
 *
 * @category services
 * @since 0.1.0
 */
export const SessionEnv = Context.Reference<{
  /** Whether anything can be exported at all: where it can't, nobody need ask after every event. */
  readonly isKept: boolean
  /** The file into which the session's hooks write assignments. Nothing where there can't be one: `refresh` says why. */
  readonly file: (session: SessionKey) => Effect.Effect<string | undefined>
  /** What was exported when the file was read last. */
  readonly exports: (session: SessionKey, rule?: EnvRule) => Exports
  /**
   * Reads the file again where it has changed, and tells what in it nobody can understand. A variable that it refers to is
   * what hooks inherit by the rule of the settings: what they don't get, they get no other way.
   */
  readonly refresh: (session: SessionKey, rule?: EnvRule) => Effect.Effect<ReadonlyArray<string>>
  /** Forgets the session's variables, and takes its file away. */
  readonly end: (session: SessionKey) => Effect.Effect<void>
}>("@hookline/core/SessionEnv", {
  defaultValue: () => ({
    isKept: false,
    file: () => Effect.succeed(undefined),
    exports: () => nothing,
    refresh: () => Effect.succeed([]),
    end: () => Effect.void
  })
})
