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
import { Concurrency } from "./Concurrency.ts"
import { HttpRunner } from "./HttpRunner.ts"
import { McpToolRunner } from "./McpToolRunner.ts"
import { ModuleRunner } from "./ModuleRunner.ts"
import { Broke, executing, type PipelineError, sentence, TimedOut } from "./PipelineError.ts"
import { PromptRunner } from "./PromptRunner.ts"
import { PythonRunner } from "./PythonRunner.ts"
import type { Runner, Work } from "./Runner.ts"

/** The service of any kind of runner. */
type AnyRunner = CommandRunner | HttpRunner | PromptRunner | PythonRunner | ModuleRunner | AgentRunner | McpToolRunner

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

/** A runner that throws, or ends itself, has broken its contract; its hook's failure is a failure like others. */
const broke = (hook: string, cause: Cause.Cause<PipelineError>): PipelineError => {
  const die = cause.reasons.find(Cause.isDieReason)
  return executing(
    new Broke({ hook, issue: die === undefined ? "it was interrupted by itself" : sentence(die.defect) })
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

      const execute = (work: Work, onStart?: (queuedMillis: number) => void) => {
        const { hook, limitMillis } = work
        const asked = performance.now()
        const bounded = Effect.suspend(() => {
          onStart?.(performance.now() - asked)
          return start(runners, work)
        }).pipe(
          Effect.timeoutOrElse({
            duration: limitMillis,
            orElse: () => Effect.fail(executing(new TimedOut({ hook: hook.id, limitMillis })))
          })
        )
        return Effect.catchCauseIf(places.withPermits(1)(bounded), isBroken, (cause) =>
          Effect.fail(broke(hook.id, cause))
        )
      }

      return Executor.of({ execute })
    })
  )

  /** There is no default for a runner: all are required. */
  static readonly layer = Executor.layerNoDeps

  /** Runs hooks by these runners; of kinds that none of them is for, each is a failure that says what to provide. */
  static readonly layerWith = <A extends AnyRunner, E, R>(runners: Layer.Layer<A, E, R>): Layer.Layer<Executor, E, R> =>
    Executor.layerNoDeps.pipe(Layer.provide(Layer.merge(none, runners)))

  /** Runs nothing: every hook is a failure that says which layer to provide. */
  static readonly layerNone: Layer.Layer<Executor> = Executor.layerNoDeps.pipe(Layer.provide(none))
}
