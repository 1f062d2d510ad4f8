/**
 * Runs command hooks: each in a process group of its own, in a warm shell if there is one.
 *
 * @since 0.1.0
 */
import { CommandRunner } from "@hookline/core/Runners"
import { HookDialects } from "@hookline/core/HookDialects"
import { executing, NotStarted, type PipelineError } from "@hookline/core/PipelineError"
import { type Confinement, inBackground, isConfined, type PrewarmRequest, type Work } from "@hookline/core/Runner"
import { type Inside, Sandbox } from "@hookline/core/Sandbox"
import type { Hook } from "@hookline/schema/Hook"
import { SessionEnv } from "@hookline/core/SessionEnv"
import type { HookReply } from "@hookline/schema/HookReply"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as HookEnv from "./HookEnv.ts"
import { exportFile } from "./internal/env/exportFile.ts"
import { awaitReply } from "./internal/process/awaitReply.ts"
import { commandOf, shellFor, shellToProve } from "./internal/process/commandOf.ts"
import { confinedBy, enter, mayHaveFile, planInside, reportWithheld } from "./internal/process/confinement.ts"
import { homeOf } from "./internal/process/homeOf.ts"
import { makeDataFolder } from "./internal/pluginData.ts"
import { type Ground, nextTurn, Processes } from "./internal/process/Processes.ts"
import { runDetached, runPlan } from "./internal/process/runPlan.ts"
import { proving, whyNoShell } from "./internal/process/shellProof.ts"
import { insideWrap } from "./internal/process/wrapProof.ts"
import { arePipesNameless } from "./internal/process/Pipe.ts"
import { makeSurroundings } from "./internal/process/surroundings.ts"
import { folderToRunIn } from "./internal/process/workingFolder.ts"
import type { Kind } from "./internal/process/WarmShell.ts"
import { type Counts, makeWarmShells, type WarmShells } from "./internal/process/WarmShells.ts"

/**
 * Options that are not settings.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  /** The environment that hooks inherit. Defaults to that of this process at the time when the layer is built. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** A program and its arguments that wraps every command. The wrapper of the settings runs inside it. */
  readonly wrap?: ReadonlyArray<string>
  /**
   * Detaches all background hooks, including those that would wake the agent: for a process that answers once, and has
   * exited when they end.
   */
  readonly letGo?: boolean
  /**
   * Returns a new folder in which the result of a detached hook is recorded, for a process that reads it later. Without one,
   * or where it throws, the result is dropped.
   */
  readonly recordIn?: (work: Work<"Command">) => string | undefined
}

/** Returns the folder of a record. A hook runs without one, too: it may be a guard of something else. */
const folderFor = ({ recordIn }: Options, work: Work<"Command">): string | undefined => {
  try {
    return recordIn?.(work)
  } catch {
    return undefined
  }
}

const shellsIn = (isWarm: boolean, ground: Ground): Effect.Effect<WarmShells | undefined, never, Scope.Scope> =>
  isWarm && arePipesNameless()
    ? Effect.acquireRelease(
        Effect.sync(() => makeWarmShells(ground)),
        (shells) => Effect.sync(shells.close)
      )
    : Effect.succeed(undefined)

const make = Effect.fnUntraced(function* (isWarm: boolean, options: Options) {
  const { env = { ...process.env }, letGo = false, wrap = [] } = options
  const dialects = yield* HookDialects
  const sessionEnv = yield* SessionEnv
  const ground = yield* Processes
  const shells = yield* shellsIn(isWarm, ground)
  const sandbox = yield* Sandbox
  const surroundings = makeSurroundings(env, dialects, sessionEnv, wrap)
  const { around, inherited, users, wrapOf } = surroundings
  const home = homeOf(env)

  const start = (work: Work<"Command">, envFile: string | undefined, inside: Inside | undefined) =>
    Effect.suspend(() => {
      const { facts, handler, settings } = work
      makeDataFolder(work.hook.source)
      const own = HookEnv.own(work, dialects, envFile)
      const confined = confinedBy(inside, surroundings, work, envFile)
      const outer = confined === undefined ? around(work) : { base: inherited(work), wrap: [] }
      const { base } = outer
      reportWithheld(work, base)
      const planned = commandOf(handler, settings, own, base, outer.wrap)
      const plan = confined === undefined ? planned : planInside(planned, confined)
      const place = {
        cwd: folderToRunIn(facts.projectDir),
        base,
        own,
        input: work.payload(),
        until: performance.now() + work.limitMillis,
        confined
      }
      const isDetached = letGo ? inBackground(work.hook) : handler.async === true && handler.asyncRewake !== true
      return awaitReply(work, plan.start.file, letGo ? () => folderFor(options, work) : undefined, (expected, onEnd) =>
        isDetached
          ? runDetached(plan, { ...place, expected }, ground, folderFor(options, work), onEnd)
          : runPlan(plan, { ...place, expected }, ground, shells, onEnd)
      )
    })

  const startIn = (work: Work<"Command">, inside: Inside | undefined): Effect.Effect<HookReply, PipelineError> =>
    HookEnv.mayExport(work.event) && mayHaveFile(work.confinement)
      ? Effect.flatMap(exportFile(sessionEnv, work), (file) => start(work, file, inside))
      : start(work, undefined, inside)

  const run = (work: Work<"Command">): Effect.Effect<HookReply, PipelineError> => {
    const entered = enter(sandbox, home, work)
    const placeOf = () => ({
      cwd: folderToRunIn(work.facts.projectDir),
      env: users(work),
      groups: ground.groups,
      pipes: ground.pipes
    })
    // A sandbox reports that it was not started as it should be.
    const wrappedOf = () => {
      const { base, wrap: before } = around(work)
      const own = HookEnv.own(work, dialects, undefined)
      const { args, file } = commandOf(work.handler, work.settings, own, base, before).start
      const program = entered === undefined ? [file, ...args].slice(before.length) : []
      return { before, program, env: base }
    }
    return insideWrap(
      wrapOf(work.settings),
      work.hook,
      placeOf,
      wrappedOf,
      entered === undefined ? runIn(work, undefined) : Effect.flatMap(entered, (inside) => runIn(work, inside))
    )
  }

  const runIn = (work: Work<"Command">, inside: Inside | undefined): Effect.Effect<HookReply, PipelineError> => {
    const { facts, handler, hook, settings } = work
    const shell = shellToProve(handler, settings, proving)
    if (shell === undefined) return startIn(work, inside)
    return Effect.suspend(() => {
      // It is tried outside of a wrapping program, and so in the environment of that.
      const env = inside === undefined ? around(work).base : inherited(work)
      const proof = whyNoShell(shell, {
        cwd: folderToRunIn(facts.projectDir),
        env,
        groups: ground.groups,
        pipes: ground.pipes,
        inside
      })
      if (proof === undefined) return startIn(work, inside)
      return Effect.flatMap(
        Effect.promise(() => proof),
        (why) => {
          if (why === undefined) return startIn(work, inside)
          const place = handler.shell === undefined ? "the setting `shell`" : "its own `shell`"
          const issue = `${place} is ${handler.shell ?? settings.shell}, which is no shell: ${why}`
          return Effect.fail(executing(new NotStarted({ hook: hook.id, issue })))
        }
      )
    })
  }

  const turn = (): Effect.Effect<void> | undefined => nextTurn(ground)

  /** Enters the sandboxes of hooks that may run soon. A hook whose sandbox can't be made fails when it runs. */
  const insides = Effect.fnUntraced(function* (
    { hooks, session }: PrewarmRequest,
    confinementOf: (hook: Hook) => Confinement | undefined
  ) {
    const found = new Map<string, Inside | undefined>()
    for (const hook of hooks) {
      const confinement = confinementOf(hook)
      if (!isConfined(confinement) || found.has(confinement.profile)) continue
      const { profile } = confinement
      const place = { project: session.project, home }
      found.set(profile, yield* Effect.orElseSucceed(sandbox.enter(profile, place), () => undefined))
    }
    return found
  })

  const want = (
    { hooks, session, settings }: PrewarmRequest,
    confinementOf: (hook: Hook) => Confinement | undefined,
    found: ReadonlyMap<string, Inside | undefined>
  ) => {
    const counts = new Map<HookEnv.Variables, Map<string, { readonly kind: Kind; count: number }>>()
    for (const hook of hooks) {
      const { handler } = hook
      if (handler._tag !== "Command" || inBackground(hook)) continue
      const shell = shellFor(handler, settings, wrapOf(settings))
      if (shell === undefined) continue
      const confinement = confinementOf(hook)
      const inside = isConfined(confinement) ? found.get(confinement.profile) : undefined
      if (isConfined(confinement) && inside === undefined) continue
      const env = inherited({ hook, session, settings, confinement })
      const kinds = counts.get(env) ?? new Map<string, { readonly kind: Kind; count: number }>()
      counts.set(env, kinds)
      const name = `${shell.called}\0${shell.file}\0${inside?.key ?? ""}`
      const known = kinds.get(name)
      if (known !== undefined) known.count++
      else kinds.set(name, { kind: { ...shell, cwd: folderToRunIn(session.project), env, inside }, count: 1 })
    }
    for (const kinds of counts.values()) for (const { count, kind } of kinds.values()) shells?.want(kind, count)
  }

  const prewarm = (request: PrewarmRequest): Effect.Effect<void> => {
    const { confinementOf } = request
    return confinementOf === undefined
      ? Effect.sync(() => want(request, () => undefined, new Map()))
      : Effect.map(insides(request, confinementOf), (found) => want(request, confinementOf, found))
  }

  const commands = CommandRunner.of({ run, turn, confines: true, ...(shells !== undefined && { prewarm }) })
  return Context.make(CommandRunner, commands).pipe(
    Context.add(Warm, {
      settled: Effect.promise(async () => shells?.settled()),
      counts: () => shells?.counts() ?? { waiting: [], taken: 0, lost: 0, started: 0, startMillis: 0 }
    })
  )
})

/**
 * The warm shells: for hosts that show their cost, and for measurements.
 *
 * @example
 * ```ts
 * import * as ProcessCommandRunner from "@hookline/executor/ProcessCommandRunner"
 * import * as Effect from "effect/Effect"
 *
 * const counts = Effect.gen(function* () {
 *   const warm = yield* ProcessCommandRunner.Warm
 *   yield* warm.settled
 *   return warm.counts()
 * })
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class Warm extends Context.Service<
  Warm,
  {
    /** Waits until the wanted number of shells is ready, or until it is certain that there will be none. */
    readonly settled: Effect.Effect<void>
    readonly counts: () => Counts
  }
>()("@hookline/executor/ProcessRunner/Warm") {}

/**
 * Runs commands with options, in warm shells if `warm` is set.
 *
 * @example
 * ```ts
 * import * as ProcessCommandRunner from "@hookline/executor/ProcessCommandRunner"
 *
 * const layer = ProcessCommandRunner.layerWith({ warm: true, wrap: ["nice", "-n", "10"] })
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerWith = (
  options: Options & { readonly warm: boolean }
): Layer.Layer<CommandRunner | Warm, never, HookDialects | Sandbox | SessionEnv> =>
  Layer.effectContext(make(options.warm, options)).pipe(Layer.provide(Processes.layer))

/**
 * Spawns a process for every command.
 *
 * @example
 * ```ts
 * import * as ProcessCommandRunner from "@hookline/executor/ProcessCommandRunner"
 *
 * const provide = [ProcessCommandRunner.layerCold]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerCold: Layer.Layer<CommandRunner | Warm, never, HookDialects | Sandbox | SessionEnv> = layerWith({
  warm: false
})

/**
 * Runs commands in warm shells, and spawns a process if none is ready. Where pipes can't be opened without a name,
 * as elsewhere than on Linux, it equals `layerCold`: other processes could run commands in a shell that waits.
 *
 * @example
 * ```ts
 * import { HookDialects } from "@hookline/core/HookDialects"
 * import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
 * import * as ProcessCommandRunner from "@hookline/executor/ProcessCommandRunner"
 * import * as Layer from "effect/Layer"
 *
 * const layer = Layer.provide(ProcessCommandRunner.layerWarm, HookDialects.layer([ClaudeCode]))
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerWarm: Layer.Layer<CommandRunner | Warm, never, HookDialects | Sandbox | SessionEnv> = layerWith({
  warm: true
})

/**
 * Runs commands in warm shells on Linux, where they are tested, and spawns processes elsewhere.
 *
 * @example
 * ```ts
 * import { HookDialects } from "@hookline/core/HookDialects"
 * import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
 * import * as ProcessCommandRunner from "@hookline/executor/ProcessCommandRunner"
 * import * as Layer from "effect/Layer"
 *
 * const layer = Layer.provide(ProcessCommandRunner.layer, HookDialects.layer([ClaudeCode]))
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Layer.Layer<CommandRunner | Warm, never, HookDialects | Sandbox | SessionEnv> =
  process.platform === "linux" ? layerWarm : layerCold
