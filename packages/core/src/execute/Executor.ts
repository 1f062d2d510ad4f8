/**
 * Stage 4, execute: runs one hook with the runner of its kind, within its time limit. Every failure is a
 * `PipelineError`.
 *
 * @since 0.1.0
 */
import type { HookReply } from "@hookline/schema/HookReply"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import { bounded, limited } from "./bounded.ts"
import { monotonic } from "./monotonic.ts"
import { Concurrency } from "../policy/Concurrency.ts"
import { own } from "../ownStages.ts"
import { executing, type PipelineError, TimedOut } from "../PipelineError.ts"
import { orFailed } from "./ownExecutors.ts"
import * as OwnRunners from "./OwnRunners.ts"
import * as Runners from "./Runners.ts"
import { inBackground, type PrewarmRequest, whyUnconfined, type Work } from "./Runner.ts"

/** Starts the runner of a hook, without a limit, unless the hook has to be confined and the runner can't do that. */
const start = (runners: Runners.ByKind, work: Work): Effect.Effect<HookReply, PipelineError> => {
  const why = work.confinement === undefined ? undefined : whyUnconfined(runners[work.handler._tag], work)
  return why === undefined ? startAny(runners, work) : Effect.fail(why)
}

/** Starts the runner of a hook. The tag is the kind, so the work is that kind's: a copy would cost. */
const startAny = (runners: Runners.ByKind, work: Work): Effect.Effect<HookReply, PipelineError> => {
  switch (work.handler._tag) {
    case "Command":
      return runners.Command.run(work as Work<"Command">)
    case "Http":
      return runners.Http.run(work as Work<"Http">)
    case "Prompt":
      return runners.Prompt.run(work as Work<"Prompt">)
    case "Agent":
      return runners.Agent.run(work as Work<"Agent">)
    case "Python":
      return runners.Python.run(work as Work<"Python">)
    case "Module":
      return runners.Module.run(work as Work<"Module">)
    case "McpTool":
      return runners.McpTool.run(work as Work<"McpTool">)
    case "Native":
      return runners.Native.run(work as Work<"Native">)
  }
}

/** Waits for the turn of a process. Other kinds have none. */
const turnOf = ({ Command, Python }: Runners.ByKind, work: Work): Effect.Effect<void> | undefined => {
  const { handler } = work
  if (handler._tag === "Command") return Command.turn?.({ ...work, handler })
  return handler._tag === "Python" ? Python.turn?.({ ...work, handler }) : undefined
}

const isEndless = ({ handler }: Work): boolean =>
  handler._tag === "Command" && handler.async === true && handler.asyncRewake !== true

const late = ({ hook, limitMillis }: Work): Effect.Effect<never, PipelineError> =>
  Effect.fail(executing(new TimedOut({ hook: hook.id, limitMillis })))

/** Returns the time within which the turn of a hook has to come, in milliseconds. Processes wait for each other. */
const turnMillis = ({ limitMillis }: Work): number => Math.max(limitMillis, shortestTurnMillis)

const shortestTurnMillis = 5000

const lateTurn = (work: Work): Effect.Effect<never, PipelineError> => late({ ...work, limitMillis: turnMillis(work) })

const sameServices = <A>(services: A): A => services

/** Runs a function of the program, which mostly ends at once: neither a timer nor a slot is taken for it. */
const inProcess = (runners: Runners.ByKind, work: Work): Effect.Effect<HookReply, PipelineError> =>
  bounded(
    Effect.suspend(() => start(runners, work)),
    work.limitMillis,
    sameServices,
    (exit) => exit ?? late(work)
  )

/** Creates an executor on the runners of the context. */
const make: Effect.Effect<Executor["Service"], never, Concurrency | Runners.Runners> = Effect.gen(function* () {
  const runners: Runners.ByKind = {
    Command: yield* Runners.CommandRunner,
    Http: yield* Runners.HttpRunner,
    Prompt: yield* Runners.PromptRunner,
    Python: yield* Runners.PythonRunner,
    Module: yield* Runners.ModuleRunner,
    Agent: yield* Runners.AgentRunner,
    McpTool: yield* Runners.McpToolRunner,
    Native: yield* Runners.NativeRunner
  }
  const { limit } = yield* Concurrency
  const places = yield* Semaphore.make(limit)

  const inTime = (work: Work, now: () => number, asked: number, onStart?: (queuedMillis: number) => void) => {
    const started = Effect.suspend(() => {
      onStart?.(now() - asked)
      return start(runners, work)
    })
    // A hook in the background that wakes no agent has no limit. It starts at once, because the session may end in the
    // next moment.
    if (isEndless(work)) return started
    const inLimit = limited(started, work.limitMillis, () => late(work))
    const turn = turnOf(runners, work)
    return turn === undefined
      ? inLimit
      : Effect.andThen(
          limited(turn, turnMillis(work), () => lateTurn(work)),
          inLimit
        )
  }

  const placed = (work: Work, onStart?: (queuedMillis: number) => void) =>
    Effect.withFiber((fiber) => {
      const now = monotonic(fiber.getRef(Clock.Clock))
      const asked = now()
      const run = Effect.suspend(() => inTime(work, now, asked, onStart))
      // A hook in the background may run for ever, and must not take the slot of a guard.
      return inBackground(work.hook) ? run : places.withPermits(1)(run)
    })

  const native = runners.Native.limits === true ? start : inProcess

  const execute = (work: Work, onStart?: (queuedMillis: number) => void) =>
    orFailed(work, work.handler._tag === "Native" ? native(runners, work) : placed(work, onStart))

  const { prewarm } = runners.Command
  return own(Executor.of({ execute, ...(prewarm !== undefined && { prewarm }) }))
})

/**
 * Runs hooks.
 *
 * @example
 * ```ts
 * import { Executor } from "@hookline/core/Executor"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 *
 * // A stage that decorates Hookline's own: give it to `provide`.
 * const logged = Layer.effect(
 *   Executor,
 *   Effect.map(Executor, (executor) => ({
 *     ...executor,
 *     execute: (work, onStart) =>
 *       Effect.andThen(Effect.logDebug(`running ${work.hook.id}`), executor.execute(work, onStart))
 *   }))
 * )
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class Executor extends Context.Service<
  Executor,
  {
    /** Runs one hook. The limit counts from its start; `onStart` gets the milliseconds in which it waited for a slot. */
    execute(work: Work, onStart?: (queuedMillis: number) => void): Effect.Effect<HookReply, PipelineError>
    /** Prepares for hooks that may run soon, where that saves time. */
    readonly prewarm?: (soon: PrewarmRequest) => Effect.Effect<void>
  }
>()("@hookline/core/Executor") {
  /** Requires every runner, so that a forgotten one does not compile. */
  static readonly layerNoDeps: Layer.Layer<Executor, never, Concurrency | Runners.Runners> = Layer.effect(
    Executor,
    make
  )

  /**
   * Runs configured hooks with these runners alone. A hook of any other kind fails, and names the layer to provide. Native
   * handlers are run as elsewhere in the project.
   */
  static readonly layerWith = <A, E, R>(
    runners: Layer.Layer<A, E, R>
  ): Layer.Layer<Executor, E, Concurrency | Exclude<R, Runners.Runners>> =>
    // `fresh`, because other executors have other runners.
    Layer.fresh(Layer.effect(Executor, Effect.map(make, OwnRunners.mark))).pipe(
      Layer.provide(Layer.provideMerge(runners, Layer.merge(Runners.layerNone, Layer.fresh(Runners.layerNativeHere))))
    )

  /** Runs no configured hook: each fails, and names the layer to provide. */
  static readonly layerNone: Layer.Layer<Executor, never, Concurrency> = Executor.layerWith(Layer.empty)

  /** Loads an executor when the first hook runs, because most events of a short process run none. */
  static readonly layerLazy = <R>(
    load: () => Promise<Layer.Layer<Executor, never, R>>
  ): Layer.Layer<Executor, never, R> =>
    Layer.effect(
      Executor,
      Effect.gen(function* () {
        const context = yield* Effect.context<R>()
        const scope = yield* Effect.scope
        const loaded = yield* Effect.cached(
          Effect.promise(load).pipe(
            Effect.flatMap((layer) => Layer.buildWithScope(layer, scope)),
            Effect.map((built) => Context.get(built, Executor)),
            Effect.provideContext(context),
            // An interrupted hook must not leave a broken executor to the others.
            Effect.uninterruptible
          )
        )
        // Prewarming would load it for events without hooks.
        return Executor.of({
          execute: (work, onStart) => Effect.flatMap(loaded, ({ execute }) => execute(work, onStart))
        })
      })
    )

  /** Delegates to an executor that is created on first use. */
  static readonly forward = (real: Effect.Effect<Executor["Service"]>): Executor["Service"] =>
    Executor.of({
      execute: (work, onStart) => Effect.flatMap(real, ({ execute }) => execute(work, onStart)),
      prewarm: (soon) => Effect.flatMap(real, ({ prewarm }) => prewarm?.(soon) ?? Effect.void)
    })
}
