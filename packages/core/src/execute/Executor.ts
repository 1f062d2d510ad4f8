/**
 * Stage 4, execute: one hook is run by the runner for its kind, within its limit. Whatever goes wrong is a
 * `PipelineError`, and nothing else comes out.
 *
 * @since 0.1.0
 */
import type { Kind } from "@hookline/schema/Handler"
import type { HookReply } from "@hookline/schema/HookReply"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import { AgentRunner } from "./AgentRunner.ts"
import { CommandRunner } from "./CommandRunner.ts"
import { Concurrency } from "../policy/Concurrency.ts"
import { HttpRunner } from "./HttpRunner.ts"
import { McpToolRunner } from "./McpToolRunner.ts"
import { ModuleRunner } from "./ModuleRunner.ts"
import { RunnerDefect, executing, type PipelineError, sentence, TimedOut } from "../PipelineError.ts"
import { PromptRunner } from "./PromptRunner.ts"
import { PythonRunner } from "./PythonRunner.ts"
import { inBackground, type Runner, type PrewarmRequest, type Work } from "./Runner.ts"

const none = Layer.mergeAll(
  CommandRunner.layerNone,
  HttpRunner.layerNone,
  PromptRunner.layerNone,
  PythonRunner.layerNone,
  ModuleRunner.layerNone,
  AgentRunner.layerNone,
  McpToolRunner.layerNone
)

type Runners = { readonly [K in Kind]: Runner<K> }

/** What runs, without any bound. */
const start = (runners: Runners, work: Work): Effect.Effect<HookReply, PipelineError> => {
  const { handler } = work
  switch (handler._tag) {
    case "Command":
      return runners.Command.run({ ...work, handler })
    case "Http":
      return runners.Http.run({ ...work, handler })
    case "Prompt":
      return runners.Prompt.run({ ...work, handler })
    case "Agent":
      return runners.Agent.run({ ...work, handler })
    case "Python":
      return runners.Python.run({ ...work, handler })
    case "Module":
      return runners.Module.run({ ...work, handler })
    case "McpTool":
      return runners.McpTool.run({ ...work, handler })
  }
}

/** Only processes wait for their turn. */
const turnOf = ({ Command, Python }: Runners, work: Work): Effect.Effect<void> | undefined => {
  const { handler } = work
  if (handler._tag === "Command") return Command.turn?.({ ...work, handler })
  return handler._tag === "Python" ? Python.turn?.({ ...work, handler }) : undefined
}

const isEndless = ({ handler }: Work): boolean =>
  handler._tag === "Command" && handler.async === true && handler.asyncRewake !== true

/** A runner that throws, or ends itself, has broken its contract; its hook's failure is a failure like others. */
const broke = (hook: string, cause: Cause.Cause<PipelineError>): PipelineError => {
  const die = cause.reasons.find(Cause.isDieReason)
  return executing(
    new RunnerDefect({ hook, issue: die === undefined ? "it was interrupted by itself" : sentence(die.defect) })
  )
}

const isBroken = (cause: Cause.Cause<PipelineError>): boolean => Cause.hasDies(cause) || Cause.hasInterrupts(cause)

/**
 * Runs hooks.
 *
 * @category services
 * @since 0.1.0
 */
export class Executor extends Context.Service<
  Executor,
  {
    /** Runs one hook. The limit counts from its start; waiting for a place is told to `onStart` in milliseconds. */
    execute(work: Work, onStart?: (queuedMillis: number) => void): Effect.Effect<HookReply, PipelineError>
    /** Makes ready for hooks that may run soon, where that saves anything. */
    readonly prewarm?: (soon: PrewarmRequest) => Effect.Effect<void>
  }
>()("@hookline/core/Executor") {
  /** Runs hooks by the runners that are there. All are required, so that a forgotten one does not compile. */
  static readonly layerNoDeps = Layer.effect(
    Executor,
    Effect.gen(function* () {
      const runners: Runners = {
        Command: yield* CommandRunner,
        Http: yield* HttpRunner,
        Prompt: yield* PromptRunner,
        Python: yield* PythonRunner,
        Module: yield* ModuleRunner,
        Agent: yield* AgentRunner,
        McpTool: yield* McpToolRunner
      }
      const { limit } = yield* Concurrency
      const places = yield* Semaphore.make(limit)

      const bounded = (work: Work, asked: number, onStart?: (queuedMillis: number) => void) => {
        const { hook, limitMillis } = work
        const started = Effect.suspend(() => {
          onStart?.(performance.now() - asked)
          return start(runners, work)
        })
        // Whoever asks for a hook that runs on by itself, and is not woken by it, wants no limit. It starts at once: the
        // session may be over in the next moment.
        if (isEndless(work)) return started
        const limited = Effect.timeoutOrElse(started, {
          duration: limitMillis,
          orElse: () => Effect.fail(executing(new TimedOut({ hook: hook.id, limitMillis })))
        })
        const turn = turnOf(runners, work)
        return turn === undefined ? limited : Effect.andThen(turn, limited)
      }

      const execute = (work: Work, onStart?: (queuedMillis: number) => void) => {
        const asked = performance.now()
        const run = Effect.suspend(() => bounded(work, asked, onStart))
        // What runs on by itself may do so for ever: it must not take the places of guards.
        const placed = inBackground(work.hook) ? run : places.withPermits(1)(run)
        return Effect.catchCauseIf(placed, isBroken, (cause) => Effect.fail(broke(work.hook.id, cause)))
      }

      const { prewarm } = runners.Command
      return Executor.of({ execute, ...(prewarm !== undefined && { prewarm }) })
    })
  )

  /** There is no default for a runner: all are required. */
  static readonly layer = Executor.layerNoDeps

  /** Runs hooks by these runners; of kinds that none of them is for, each is a failure that says what to provide. */
  static readonly layerWith = <A, E, R>(runners: Layer.Layer<A, E, R>): Layer.Layer<Executor, E, R> =>
    // An executor of its own, since others have other runners.
    Layer.fresh(Executor.layerNoDeps).pipe(Layer.provide(Layer.merge(none, runners)))

  /** Runs nothing: every hook is a failure that says which layer to provide. */
  static readonly layerNone: Layer.Layer<Executor> = Layer.fresh(Executor.layerNoDeps).pipe(Layer.provide(none))
}
