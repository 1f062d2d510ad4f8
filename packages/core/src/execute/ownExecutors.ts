/** Executors of programs: each hook ends within a bound, also where an executor never answers. */
import type { HookReply } from "@hookline/schema/HookReply"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { isOwn } from "../ownStages.ts"
import { executing, type PipelineError, RunnerDefect, TimedOut } from "../PipelineError.ts"
import * as Broken from "./broken.ts"
import type { Executor } from "./Executor.ts"
import { inBackground, type Work } from "./Runner.ts"

/** Converts the break of an executor or a runner, which threw or interrupted itself, to a failure of its hook. */
export const orFailed = (
  { hook }: Work,
  run: Effect.Effect<HookReply, PipelineError>
): Effect.Effect<HookReply, PipelineError> =>
  Broken.orElse(run, (issue) => Effect.fail(executing(new RunnerDefect({ hook: hook.id, issue }))))

/** The time that a hook has beyond its limit, in milliseconds, for its turn, its cleanup and the work of the executor. */
export const marginMillis = 10_000

type Ended = Exit.Exit<HookReply, PipelineError>

const first = (fiber: Fiber.Fiber<HookReply, PipelineError>, millis: number): Effect.Effect<Ended | undefined> =>
  Effect.raceFirst(Fiber.await(fiber), Effect.as(Effect.sleep(millis), undefined))

/**
 * Bounds the time of each hook in an executor of a program, from its call and again from its start, because it may wait for
 * a slot. Hookline's own executor enforces each limit itself, and is returned as it is. Hooks in the background and without a limit have no bound.
 */
export const boundedExecutor = (executor: Executor["Service"]): Executor["Service"] => {
  if (isOwn(executor)) return executor
  const bounded = (work: Work, onStart?: (queuedMillis: number) => void): Effect.Effect<HookReply, PipelineError> => {
    const millis = work.limitMillis + marginMillis
    return Effect.withFiber((parent) => {
      let isStarted = false
      const fiber = Effect.runForkWith(parent.context)(
        Broken.called(() =>
          executor.execute(work, (queuedMillis) => {
            isStarted = true
            onStart?.(queuedMillis)
          })
        )
      )
      const exit = fiber.pollUnsafe()
      if (exit !== undefined) return exit
      const forget = parent.addObserver(() => fiber.interruptUnsafe())
      const end = (exit: Ended | undefined): Effect.Effect<HookReply, PipelineError> => {
        forget()
        if (exit !== undefined) return exit
        fiber.interruptUnsafe()
        return Effect.fail(executing(new TimedOut({ hook: work.hook.id, limitMillis: work.limitMillis })))
      }
      return Effect.flatMap(first(fiber, millis), (exit) =>
        exit === undefined && isStarted ? Effect.flatMap(first(fiber, millis), end) : end(exit)
      )
    })
  }
  return {
    ...executor,
    execute: (work, onStart) =>
      orFailed(
        work,
        inBackground(work.hook) || work.limitMillis === Infinity
          ? Broken.called(() => executor.execute(work, onStart))
          : bounded(work, onStart)
      )
  }
}
