/**
 * An agent with all its events: a loop on any `LanguageModel`, in which every step passes the hooks.
 *
 * @apart
 * @since 0.1.0
 */
import * as Change from "@hookline/schema/Change"
import { cases } from "@hookline/schema/HookEvent"
import { present } from "@hookline/schema/kit/present"
import type * as Prompt from "effect/ai/Prompt"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import type { Hookline } from "../Hookline.ts"
import * as HookedToolkit from "./HookedToolkit.ts"
import { openSession, type Options } from "./agent/openSession.ts"
import { compact } from "./agent/compact.ts"
import { loop, haltedBy } from "./agent/loop.ts"
import type { Answer, AnyTools, Failure, Needs } from "./agent/Session.ts"
import { told } from "./agent/told.ts"
import { isAllowed, reasonOf } from "./toolkit/before.ts"

export type { Options } from "./agent/openSession.ts"
export type { Answer, Compaction, Failure, Limits, Needs } from "./agent/Session.ts"

/**
 * A session of an agent.
 *
 * @category models
 * @since 0.1.0
 */
export interface HookedAgent<Tools extends AnyTools> {
  readonly facts: HookedToolkit.SessionFields
  /** Answers a prompt. Prompts are answered one at a time; a second one waits. */
  readonly prompt: (text: string) => Effect.Effect<Answer, Failure<Tools>, Needs<Tools>>
  /** Compacts the conversation now, unless a hook denies it. Returns true if it was compacted. */
  readonly compact: Effect.Effect<boolean, Failure<Tools>, Needs<Tools>>
  /** The conversation so far. */
  readonly history: Effect.Effect<Prompt.Prompt>
}

/**
 * Opens a session, which ends with its scope: emits SessionStart now, and SessionEnd then.
 *
 * @example
 * ```ts
 * import * as HookedAgent from "@hookline/node/HookedAgent"
 * import * as Effect from "effect/Effect"
 *
 * const answer = Effect.scoped(
 *   Effect.gen(function* () {
 *     const agent = yield* HookedAgent.open({ system: "You are terse." })
 *     return yield* agent.prompt("Where is the bug?")
 *   })
 * )
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const open = <Tools extends AnyTools = {}, E = never, R = never>(
  options: Options<Tools, E, R> = {}
): Effect.Effect<HookedAgent<Tools>, E, R | Hookline | Scope.Scope> =>
  Effect.gen(function* () {
    const facts = { sessionId: crypto.randomUUID(), ...present(options.facts) }
    const session = yield* openSession(options, facts)
    const { history, hooks } = session
    // Registered before SessionStart, which may be interrupted, so that a hook that has begun a set-up gets the end.
    yield* Effect.addFinalizer(() => hooks.emit(cases.SessionEnd.make(facts)))
    const source = options.source ?? (options.history === undefined ? "startup" : "resume")
    const start = cases.SessionStart.make({ ...facts, source })
    const started = yield* hooks.emit(start)
    yield* told(session, start, started.outcome)
    const [never] = started.outcome.halts

    const prompt = Effect.fnUntraced(function* (text: string): Effect.fn.Return<Answer, Failure<Tools>, Needs<Tools>> {
      if (never !== undefined) return haltedBy(never, "")
      const event = cases.UserPromptSubmit.make({ ...facts, prompt: text })
      const { outcome } = yield* hooks.emit(event)
      const [halt] = outcome.halts
      if (halt !== undefined) return haltedBy(halt, "")
      if (!isAllowed(outcome)) return { text: "", ended: "blocked", reason: reasonOf(outcome) }
      const changed = Change.apply(text, "prompt", outcome.changes)
      if (typeof changed !== "string") {
        return { text: "", ended: "blocked", reason: "A hook changed the prompt to what is no text." }
      }
      history.say(changed)
      yield* told(session, event, outcome)
      return yield* loop(session, (said) => cases.Stop.make({ ...facts, ...said }))
    })

    const one = yield* Semaphore.make(1)
    return {
      facts,
      prompt: (text) => one.withPermit(prompt(text)),
      compact: one.withPermit(compact(session, "manual")),
      history: Effect.sync(history.prompt)
    }
  })

/**
 * Opens a session for one prompt.
 *
 * @category running
 * @since 0.1.0
 */
export const run = <Tools extends AnyTools = {}, E = never, R = never>(
  prompt: string,
  options: Options<Tools, E, R> = {}
): Effect.Effect<Answer, E | Failure<Tools>, Exclude<R | Hookline | Needs<Tools>, Scope.Scope>> =>
  Effect.scoped(Effect.flatMap(open(options), (agent) => agent.prompt(prompt)))

/**
 * Runs an agent inside another one, for example in the handler of a tool: SubagentStart, its own loop, and
 * SubagentStop, which may make it continue. Hooks get its type and its name with its tool calls.
 *
 * @category running
 * @since 0.1.0
 */
export const nested = <Tools extends AnyTools = {}, E = never, R = never>(
  agentType: string,
  prompt: string,
  options: Omit<Options<Tools, E, R>, "source"> = {}
): Effect.Effect<Answer, E | Failure<Tools>, R | Hookline | Needs<Tools>> =>
  Effect.gen(function* () {
    const around = yield* HookedToolkit.SessionFields
    const agent = { agentId: crypto.randomUUID(), agentType }
    const facts = { ...present(around), ...present(options.facts), ...agent }
    const session = yield* openSession(options, facts)
    const { history, hooks } = session
    const event = cases.SubagentStart.make(facts)
    const { outcome } = yield* hooks.emit(event)
    history.say(prompt)
    yield* told(session, event, outcome)
    const [halt] = outcome.halts
    if (halt !== undefined) return haltedBy(halt, "")
    return yield* loop(session, (said) => cases.SubagentStop.make({ ...facts, ...said }))
  })
