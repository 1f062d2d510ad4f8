/**
 * The state of a session: which `once` hooks have run, which notices were shown, and which skills are open.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { type Sealed, seal } from "../policy/sealed.ts"
import type { ThisProject } from "../ThisProject.ts"
import type { StateNotReady } from "../PipelineError.ts"
import * as Claims from "./claims.ts"
import * as MachineMarks from "./machineMarks.ts"
import { memory } from "./memory.ts"
import type * as OpenSkills from "./OpenSkills.ts"

/**
 * The project and the id of a session. Without an id the state lasts as long as the process.
 *
 * @category models
 * @since 0.1.0
 */
export interface SessionKey {
  readonly project: string
  readonly session: string | undefined
}

/**
 * The result of a claim to do something once in a session.
 *
 * @category models
 * @since 0.1.0
 */
export type Claim =
  /** It has been done, so that the mark exists. */
  | { readonly _tag: "Done" }
  /** The caller does it, and settles the claim afterwards: with the mark if it is done, else for the next caller. */
  | { readonly _tag: "Granted"; readonly settle: (done: boolean) => Effect.Effect<void> }
  /** Another caller is doing it. `settled` ends when it is worth claiming again, possibly too early. */
  | { readonly _tag: "Taken"; readonly settled: Effect.Effect<void> }

/**
 * Claims to do something once in a session, which the mark names.
 *
 * **Details**
 *
 * Of callers at the same time one is granted the claim. A claim that is not settled within `leaseMillis` is over, because
 * its holder may have died. A holder that settles later still sets the mark, and does not release the claim of another.
 *
 * @category models
 * @since 0.1.0
 */
export type Claiming = (key: SessionKey, mark: string, leaseMillis: number) => Effect.Effect<Claim>

/**
 * Stores the state of sessions.
 *
 * @category models
 * @since 0.1.0
 */
export interface Storing {
  /** Checks whether the session has a mark. */
  has(key: SessionKey, mark: string): Effect.Effect<boolean>
  /** Adds a mark. Returns true if it is new. */
  mark(key: SessionKey, mark: string): Effect.Effect<boolean>
  /** Removes a mark. Returns true if it existed. */
  unmark(key: SessionKey, mark: string): Effect.Effect<boolean>
  /** Claims to do something once. It answers at once: to wait is up to the caller. `claimBy` makes one from marks. */
  readonly claim: Claiming
  /** The open skills of sessions. */
  readonly skills: OpenSkills.OpenSkills
  /** Forgets the session, and closes its skills. */
  end(key: SessionKey): Effect.Effect<void>
  /**
   * Prepares a session for its first event on this machine: skills that were opened elsewhere are open in `skills`
   * afterwards, and marks that were set elsewhere exist.
   *
   * **Details**
   *
   * The pipeline calls it before the first event of a session is matched, and awaits it for two seconds. Until it
   * succeeds, each event of the session calls it again, and the policy for failures decides on the event: guards of
   * skills may be missing. A call that is late, throws, has a defect or interrupts itself is a failure, too. Events at
   * the same time share one call. After a success it is not called again until the session ends.
   *
   * **Gotchas**
   *
   * A connection that ends later does not make a session unready: the skills that are known stay open. A state that
   * knows that it can't succeed should fail at once, because each event awaits it.
   *
   * A state without this method is ready at once, and costs no event anything.
   */
  readonly ready?: (key: SessionKey) => Effect.Effect<void, StateNotReady>
  /**
   * Returns the problems of the storage since the last call. Every event reports them, also an event without hooks. A
   * `StateNotReady` among them is a failure, because guards of skills may be missing: the policy for failures decides on the
   * event.
   */
  readonly problems?: () => ReadonlyArray<string | StateNotReady>
}

/**
 * The state of sessions. An event without matching hooks does not access it.
 *
 * @example
 * ```ts
 * import { SessionState } from "@hookline/core/SessionState"
 * import * as Effect from "effect/Effect"
 *
 * const isNew = SessionState.use((state) => state.mark({ project: "/project", session: "s1" }, "reviewed"))
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class SessionState extends Context.Service<SessionState, Sealed<Storing>>()("@hookline/core/SessionState") {
  /**
   * Creates `claim` from marks. Claims are exclusive in this process; a process that shares the marks learns only that
   * something is done.
   *
   * @example
   * ```ts
   * import { SessionState } from "@hookline/core/SessionState"
   * import * as Effect from "effect/Effect"
   *
   * // A state whose marks are stored elsewhere: add the other methods.
   * const marks = { has: () => Effect.succeed(false), mark: () => Effect.succeed(true) }
   * const methods = { ...marks, claim: SessionState.claimBy(marks) }
   * ```
   */
  static readonly claimBy: (marks: Claims.Marks) => Claiming = Claims.make

  /**
   * Creates a state of two: one that several machines share, and one of this machine alone. `shared` gets the marks that
   * other machines have to know, its skills and its claims; `machine` gets the marks about what was reported, counted or
   * observed here. It defaults to one in memory.
   *
   * **Details**
   *
   * Shared are the marks of `once` hooks, of grants for always, and of programs. A program that wants a mark of this
   * machine alone stores it itself.
   *
   * @example
   * ```ts
   * import { SessionState } from "@hookline/core/SessionState"
   * import * as Effect from "effect/Effect"
   *
   * // A state around the one before it, which notices of this machine do not reach.
   * const layer = SessionState.layerEffect(Effect.map(SessionState, (state) => SessionState.apart(state)))
   * ```
   */
  static readonly apart = (shared: Storing, machine: Storing = memory()): Storing => MachineMarks.apart(shared, machine)

  /**
   * Stores the state by an effect.
   *
   * @example
   * ```ts
   * import { SessionState } from "@hookline/core/SessionState"
   * import * as Effect from "effect/Effect"
   *
   * // A state that decorates the one before it: give it to `provide`.
   * const logged = SessionState.layerEffect(
   *   Effect.map(SessionState, (state) => ({
   *     ...state,
   *     mark: (key, mark) => Effect.andThen(Effect.logDebug(`marking ${mark}`), state.mark(key, mark))
   *   }))
   * )
   * ```
   */
  static readonly layerEffect = <E, R>(
    make: Effect.Effect<Storing, E, R>
  ): Layer.Layer<SessionState, E, Exclude<R, Scope.Scope> | ThisProject> =>
    Layer.effect(SessionState, Effect.map(make, seal))

  /** Stores the state in memory, for hosts that live as long as their sessions. */
  static readonly layerMemory: Layer.Layer<SessionState, never, ThisProject> = Layer.sync(SessionState)(() =>
    seal(memory())
  )
}
