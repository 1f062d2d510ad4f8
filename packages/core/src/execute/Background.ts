/**
 * Receives the results of hooks that run in the background, after their event was answered.
 *
 * @since 0.1.0
 */
import type { Hook } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { HookReply } from "@hookline/schema/HookReply"
import type { Run } from "@hookline/schema/Report"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Dialect } from "../Dialect.ts"
import type { IncompleteRun } from "../PipelineError.ts"
import { type Sealed, seal } from "../policy/sealed.ts"
import type { ThisProject } from "../ThisProject.ts"

/**
 * A background hook that has ended. Its outcome has context and notices, and never a verdict, because its event is over.
 *
 * @category models
 * @since 0.1.0
 */
export interface Done {
  readonly event: HookEvent
  readonly run: Run
  /** The text that wakes the agent, if the hook asked for that (`asyncRewake`) and ended with a block. */
  readonly rewake?: string
}

/**
 * The end of a background hook.
 *
 * @category models
 * @since 0.1.0
 */
export type Ending = HookReply | IncompleteRun | string

/**
 * A background hook that has ended in a process of its own, whose reply is not read yet. A text is the problem of a hook
 * without a reply, and `IncompleteRun` one that could not run all of its text. An effect finds it out when it is asked for.
 *
 * @category models
 * @since 0.1.0
 */
export interface Unread {
  readonly hook: Hook
  readonly dialect: Dialect
  readonly event: HookEvent
  readonly reply: Ending | Effect.Effect<Ending>
  readonly millis: number
}

/**
 * A result that waits for the next event of its session.
 *
 * @category models
 * @since 0.1.0
 */
export interface Waiting {
  readonly result: Done | Unread
  /** Takes the result. Returns false if another event has taken it. */
  readonly take: () => boolean
}

/**
 * The port for results. With `waiting`, the events that follow in the session report them.
 *
 * @category models
 * @since 0.1.0
 */
export interface Receiving {
  readonly onDone: (done: Done) => Effect.Effect<void>
  /** Returns the results that wait for an event of its session. Every event calls it, also an event without hooks. */
  readonly waiting?: (event: HookEvent) => ReadonlyArray<Waiting>
}

/**
 * The reason that a run has while its hook still runs.
 *
 * @category constants
 * @since 0.1.0
 */
export const runsOn = "it runs on by itself"

/**
 * The receiver of background results. By default the session's next event reports them.
 *
 * @example
 * ```ts
 * import { Background } from "@hookline/core/Background"
 * import * as Effect from "effect/Effect"
 *
 * // Reads the port in force, in a layer of `provide`.
 * const policy = Effect.map(Background, ({ onDone }) => onDone)
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class Background extends Context.Service<Background, Sealed<Receiving>>()("@hookline/core/Background") {}

/**
 * Stores results in a way of its own.
 *
 * @example
 * ```ts
 * import * as Background from "@hookline/core/Background"
 * import * as Effect from "effect/Effect"
 *
 * const provide = [Background.layerWith({ onDone: () => Effect.void, waiting: () => [] })]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerWith = (receiving: Receiving): Layer.Layer<Background, never, ThisProject> =>
  Layer.succeed(Background)(seal(receiving))

/**
 * Calls a function with each result. No event reports it.
 *
 * @example
 * ```ts
 * import * as Background from "@hookline/core/Background"
 * import * as Effect from "effect/Effect"
 *
 * const provide = [Background.layer(({ rewake }) => Effect.log(rewake ?? "a background hook has ended"))]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (onDone: (done: Done) => Effect.Effect<void>): Layer.Layer<Background, never, ThisProject> =>
  layerWith({ onDone })

/** The maximum number of results that wait in one session, and of sessions: beyond it, the oldest is dropped. */
const most = 64
const mostSessions = 256

const noResults: ReadonlyArray<Waiting> = []

const keeping = (): Receiving => {
  const bySession = new Map<string, Set<Done>>()
  const waitingIn = (session: string): ReadonlyArray<Waiting> => {
    const results = bySession.get(session)
    if (results === undefined) return noResults
    return Array.from(results, (result) => ({
      result,
      take: () => {
        const isTaken = results.delete(result)
        if (results.size === 0 && bySession.get(session) === results) bySession.delete(session)
        return isTaken
      }
    }))
  }
  return {
    onDone: (done) =>
      Effect.sync(() => {
        const session = done.event.sessionId ?? ""
        const results = bySession.get(session) ?? new Set()
        const [oldest] = results
        if (results.size >= most && oldest !== undefined) results.delete(oldest)
        bySession.set(session, results.add(done))
        // An ended session has no event to report its results.
        const [first] = bySession.keys()
        if (bySession.size > mostSessions && first !== undefined) bySession.delete(first)
      }),
    // Nearly always nothing waits, and every event asks.
    waiting: (event) => (bySession.size === 0 ? noResults : waitingIn(event.sessionId ?? ""))
  }
}

/**
 * Keeps results for the events that follow in their session: notices for the user, and texts for the model. This is the
 * default.
 *
 * @example
 * ```ts
 * import * as Background from "@hookline/core/Background"
 *
 * const provide = [Background.layerNextEvent]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerNextEvent: Layer.Layer<Background, never, ThisProject> = Layer.sync(Background)(() => seal(keeping()))

/**
 * Drops all results.
 *
 * @example
 * ```ts
 * import * as Background from "@hookline/core/Background"
 *
 * const provide = [Background.layerNone]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerNone: Layer.Layer<Background, never, ThisProject> = layer(() => Effect.void)
