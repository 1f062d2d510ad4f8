/**
 * The contract of all runners: the work that a runner gets, and the reply that it returns.
 *
 * @since 0.1.0
 */
import type { Handler, Kind } from "@hookline/schema/Handler"
import type { Hook } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { HookReply } from "@hookline/schema/HookReply"
import type { Profile } from "@hookline/schema/Profile"
import type { Settings } from "@hookline/schema/Settings"
import * as Effect from "effect/Effect"
import type { Dialect, EnvFacts } from "../Dialect.ts"
import { executing, NoRunner, type PipelineError, SandboxMissing } from "../PipelineError.ts"
import type { SessionKey } from "../session/SessionState.ts"

/** The handlers of each kind. */
type Handlers = { readonly [K in Kind]: Extract<Handler, { readonly _tag: K }> }

/**
 * The profile of a hook, and the variables that it gets.
 *
 * @category models
 * @since 0.1.0
 */
export interface Confinement {
  readonly profile: Profile
  /** The environment of untrusted hooks, or the names of the secrets that a trusted hook gets. */
  readonly env: "untrusted" | ReadonlyArray<string>
}

/**
 * Checks whether a hook has to run in a sandbox.
 *
 * @category guards
 * @since 0.1.0
 */
export const isConfined = (
  confinement: Confinement | undefined
): confinement is Confinement & { readonly profile: Exclude<Profile, "open"> } =>
  confinement !== undefined && confinement.profile !== "open"

/**
 * One hook to be run on one event.
 *
 * @category models
 * @since 0.1.0
 */
export interface Work<out K extends Kind = Kind> {
  readonly hook: Hook
  readonly handler: Handlers[K]
  /** The event in the hook's words. */
  readonly event: HookEvent
  readonly dialect: Dialect
  /** Encodes the standard input of a process, on the first call, and once for all hooks with the same input. */
  readonly payload: () => string
  readonly facts: EnvFacts
  readonly limitMillis: number
  /** The dialect of the host. */
  readonly host: Dialect
  /** The settings for all hooks. */
  readonly settings: Settings
  readonly session: SessionKey
  /** Absent for a hook that runs with all rights and variables of the user. A runner that can't confine it must fail. */
  readonly confinement?: Confinement | undefined
  /** Called with the names of the variables that the hook does not get because of its confinement. */
  readonly onWithheld?: ((names: ReadonlyArray<string>) => void) | undefined
  /**
   * Called if the hook moves itself to the background, with its later reply. Its runner then replies at once, and that reply
   * is empty.
   */
  readonly onMoved?: ((reply: LaterReply) => void) | undefined
}

/**
 * The reply of a hook that moved itself to the background: an effect where it can be awaited, `Recorded` where a later event
 * reports it, and `undefined` where it is dropped.
 *
 * @category models
 * @since 0.1.0
 */
export type LaterReply = Effect.Effect<HookReply, PipelineError> | "Recorded" | undefined

/**
 * Checks whether a hook runs in the background while its event is answered, so that it can't deny.
 *
 * @category guards
 * @since 0.1.0
 */
export const inBackground = ({ handler }: Hook): boolean =>
  handler._tag === "Command" && (handler.async === true || handler.asyncRewake === true)

/**
 * Hooks of a session that may run soon.
 *
 * @category models
 * @since 0.1.0
 */
export interface PrewarmRequest {
  readonly hooks: ReadonlyArray<Hook>
  readonly settings: Settings
  readonly session: SessionKey
  /** Returns the confinement in which a hook would run. By default none is confined. */
  readonly confinementOf?: ((hook: Hook) => Confinement | undefined) | undefined
}

/**
 * A runner of one kind of hooks.
 *
 * @category models
 * @since 0.1.0
 */
export interface Runner<K extends Kind> {
  /**
   * Its time is bounded by the executor, which interrupts it. That must end what it runs, and come back at once: what is
   * left to clean up is cleaned up elsewhere, since the answer waits for it, for 2 s at most.
   */
  readonly run: (work: Work<K>) => Effect.Effect<HookReply, PipelineError>
  /**
   * Waits for the moment in which it may start, where it can't at once: the hook's limit counts from then. The hook fails if
   * that takes longer than its limit, or than 5 s if the limit is shorter.
   */
  readonly turn?: (work: Work<K>) => Effect.Effect<void> | undefined
  /** True if it confines hooks to a profile. Without it, a hook with a profile other than `open` fails. */
  readonly confines?: true
  /** True if it enforces `limitMillis` itself, because that is cheaper than a timer around it. */
  readonly limits?: true
  /**
   * Makes ready for hooks that may run soon. It costs time, and changes nothing else: no event and no start of a program
   * waits for it, it is interrupted after 30 s, and its failure is ignored, because a hook also runs without it.
   */
  readonly prewarm?: (soon: PrewarmRequest) => Effect.Effect<void>
}

/**
 * Returns the failure of a hook that a runner can't confine, or `undefined` if the runner may run it.
 *
 * @category guards
 * @since 0.1.0
 */
export const whyUnconfined = (
  runner: { readonly confines?: true },
  { confinement, handler, hook }: Pick<Work, "confinement" | "handler" | "hook">
): PipelineError | undefined => {
  if (!isConfined(confinement) || runner.confines === true) return undefined
  const issue = `no sandbox holds hooks of the kind ${handler._tag.toLowerCase()}, or their runner has none`
  return executing(new SandboxMissing({ hook: hook.id, profile: confinement.profile, issue }))
}

/**
 * Creates a runner that fails every hook of its kind, and names the layer that is missing.
 *
 * @example
 * ```ts
 * import * as Runner from "@hookline/core/kit/execute/Runner"
 *
 * const runner = Runner.none("Http", "FetchHttpRunner.layer")
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const none = <K extends Kind>(kind: K, layer: string): Runner<K> => ({
  run: ({ hook }) => Effect.fail(executing(new NoRunner({ hook: hook.id, kind: kind.toLowerCase(), layer })))
})
