/**
 * Runners that follow a script: each hook gets a scripted reply, after a scripted delay.
 *
 * @since 0.1.0
 */
import {
  AgentRunner,
  CommandRunner,
  HttpRunner,
  McpToolRunner,
  ModuleRunner,
  PromptRunner,
  PythonRunner
} from "@hookline/core/Runners"
import { executing, NotStarted, type PipelineError } from "@hookline/core/PipelineError"
import type { Runner, Work } from "@hookline/core/Runner"
import { type Kind, textOf } from "@hookline/schema/Handler"
import type { HookReply } from "@hookline/schema/HookReply"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/**
 * The behaviour of a hook. By default it exits at once with code 0 and without output.
 *
 * @category models
 * @since 0.1.0
 */
export interface Act {
  readonly after?: Duration.Input
  readonly exit?: number
  /** Written to standard output as JSON. */
  readonly json?: unknown
  readonly stdout?: string
  readonly stderr?: string
  /** Any other reply, instead of an exit. */
  readonly reply?: HookReply
  readonly fails?: PipelineError
  readonly dies?: unknown
  readonly hangs?: boolean
  /** Interrupts its own fiber, as no runner may. */
  readonly interruptsItself?: boolean
}

/**
 * The behaviour of each hook, by its text: its command, its prompt, its URL. A function gets the hook's work.
 *
 * @category models
 * @since 0.1.0
 */
export type Script = Readonly<Record<string, Act | ((work: Work) => Act)>>

const replyOf = ({ exit = 0, json, reply, stderr = "", stdout = "" }: Act): HookReply =>
  reply ?? { _tag: "Exit", code: exit, stdout: json === undefined ? stdout : JSON.stringify(json), stderr }

const perform = (act: Act): Effect.Effect<HookReply, PipelineError> => {
  if (act.hangs === true) return Effect.never
  if (act.interruptsItself === true) return Effect.interrupt
  const outcome = Effect.suspend(() => {
    if (act.dies !== undefined) return Effect.die(act.dies)
    return act.fails === undefined ? Effect.succeed(replyOf(act)) : Effect.fail(act.fails)
  })
  return act.after === undefined ? outcome : Effect.delay(outcome, act.after)
}

/**
 * The record of a runner: the work that was started, in order, and the texts of hooks that were interrupted.
 *
 * @category models
 * @since 0.1.0
 */
export interface Seen {
  readonly started: Array<Work>
  readonly interrupted: Array<string>
}

/**
 * The kinds whose fake runners confine hooks: those of processes, of which they start none.
 *
 * @category constants
 * @since 0.1.0
 */
export const confining: ReadonlySet<Kind> = new Set<Kind>(["Command", "Python"])

/**
 * Creates an empty record.
 *
 * @example
 * ```ts
 * import * as TestRunner from "@hookline/testing/TestRunner"
 *
 * const seen = TestRunner.record()
 * const runners = TestRunner.layer({ guard: {} }, seen)
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const record = (): Seen => ({ started: [], interrupted: [] })

/**
 * Runs hooks of every kind by the script. An unknown hook fails like one that can't be spawned.
 *
 * @example
 * ```ts
 * import { Executor } from "@hookline/core/Executor"
 * import * as TestRunner from "@hookline/testing/TestRunner"
 * import * as Layer from "effect/Layer"
 *
 * const runners = TestRunner.layer({ guard: { exit: 2, stderr: "No" }, slow: { hangs: true } })
 * const executor = Layer.provide(Executor.layerNoDeps, runners)
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (script: Script, seen: Seen = record()) => {
  const run = (work: Work): Effect.Effect<HookReply, PipelineError> =>
    Effect.suspend(() => {
      seen.started.push(work)
      const text = textOf(work.handler)
      const act = Object.hasOwn(script, text) ? script[text] : undefined
      if (act === undefined) {
        return Effect.fail(executing(new NotStarted({ hook: work.hook.id, issue: `the script has no ${text}` })))
      }
      return perform(typeof act === "function" ? act(work) : act)
    }).pipe(Effect.onInterrupt(() => Effect.sync(() => seen.interrupted.push(textOf(work.handler)))))
  const runner = <K extends Kind>(kind: K): Runner<K> => ({ run, ...(confining.has(kind) && { confines: true }) })
  return Layer.mergeAll(
    Layer.succeed(CommandRunner)(runner("Command")),
    Layer.succeed(HttpRunner)(runner("Http")),
    Layer.succeed(PromptRunner)(runner("Prompt")),
    Layer.succeed(PythonRunner)(runner("Python")),
    Layer.succeed(ModuleRunner)(runner("Module")),
    Layer.succeed(AgentRunner)(runner("Agent")),
    Layer.succeed(McpToolRunner)(runner("McpTool"))
  )
}
