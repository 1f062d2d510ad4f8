/**
 * What every runner is given, and what it gives: the contract of all seven.
 *
 * @since 0.1.0
 */
import type { Handler, Kind } from "@hookline/schema/Handler"
import type { Hook } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { HookReply } from "@hookline/schema/HookReply"
import * as Effect from "effect/Effect"
import type { Dialect, EnvFacts } from "./Dialect.ts"
import { executing, NoRunner, type PipelineError } from "./PipelineError.ts"

/**
 * One hook to be run on one event.
 *
 * @category models
 * @since 0.1.0
 */
export interface Work<K extends Kind = Kind> {
  readonly hook: Hook
  readonly handler: Extract<Handler, { readonly _tag: K }>
  /** The event in the hook's words. */
  readonly event: HookEvent
  readonly dialect: Dialect
  /** What a process gets on its standard input: made when it is asked for, and once for all hooks that get the same. */
  readonly payload: () => string
  readonly facts: EnvFacts
  readonly limitMillis: number
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
   * left to clean up is cleaned up elsewhere, since the answer waits for it.
   */
  readonly run: (work: Work<K>) => Effect.Effect<HookReply, PipelineError>
}

/**
 * The runner of a host that has none: every hook of its kind is a failure with a sentence, never silence.
 *
 * @category constructors
 * @since 0.1.0
 */
export const none = <K extends Kind>(kind: K, layer: string): Runner<K> => ({
  run: ({ hook }) => Effect.fail(executing(new NoRunner({ hook: hook.id, kind: kind.toLowerCase(), layer })))
})
