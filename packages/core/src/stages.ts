/**
 * The stages of a project: the one list of services, with their defaults, and what is provided in their place.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as FastPath from "./decorate/FastPath.ts"
import * as Legible from "./decorate/Legible.ts"
import * as Notices from "./decorate/Notices.ts"
import * as Payloads from "./decorate/Payloads.ts"
import * as Prewarm from "./decorate/Prewarm.ts"
import * as Sessions from "./decorate/Sessions.ts"
import * as Strays from "./decorate/Strays.ts"
import * as Tracing from "./decorate/Tracing.ts"
import type { Dialect } from "./Dialect.ts"
import type { ConfigFiles } from "./discover/ConfigFiles.ts"
import { ConfigFiles as ConfigFilesService } from "./discover/ConfigFiles.ts"
import type { Project } from "./discover/ConfigLocations.ts"
import { Discoverer } from "./discover/Discoverer.ts"
import type * as SettingsFiles from "./discover/SettingsFiles.ts"
import * as Background from "./execute/Background.ts"
import { Executor } from "./execute/Executor.ts"
import * as Runners from "./execute/Runners.ts"
import type { Runner } from "./execute/Runner.ts"
import { HookDialects } from "./HookDialects.ts"
import { HostDialect } from "./HostDialect.ts"
import { Mapper } from "./map/Mapper.ts"
import { CompiledCatalogs } from "./match/CompiledCatalogs.ts"
import { Matcher } from "./match/Matcher.ts"
import { NativeHooks } from "./match/NativeHooks.ts"
import { Pipeline, type PipelineNeeds } from "./Pipeline.ts"
import * as Concurrency from "./policy/Concurrency.ts"
import * as Conflict from "./policy/Conflict.ts"
import * as FailurePolicy from "./policy/FailurePolicy.ts"
import * as ShortCircuit from "./policy/ShortCircuit.ts"
import * as Timeouts from "./policy/Timeouts.ts"
import * as SessionEnv from "./session/SessionEnv.ts"
import { SessionState } from "./session/SessionState.ts"
import { compose, isolated, type Provide, type Slot, slot } from "./stack.ts"
import { ThisProject } from "./ThisProject.ts"
import { Translator } from "./translate/Translator.ts"
import type { Kind } from "@hookline/schema/Handler"

/**
 * The services that can be replaced.
 *
 * @category models
 * @since 0.1.0
 */
export type Replaceable =
  | Background.Background
  | Concurrency.Concurrency
  | Conflict.Conflict
  | Discoverer
  | Executor
  | FailurePolicy.FailurePolicy
  | Mapper
  | Matcher
  | Runners.Runners
  | SessionEnv.SessionEnv
  | SessionState
  | ShortCircuit.ShortCircuit
  | Timeouts.Timeouts
  | Translator

/**
 * The services that a provided layer may need: those that can be replaced, and those of the project.
 *
 * @category models
 * @since 0.1.0
 */
export type Inside = ConfigFiles | HookDialects | HostDialect | NativeHooks | Replaceable | ThisProject

/** The service of each kind's runner. */
interface RunnerOf {
  readonly Agent: Runners.AgentRunner
  readonly Command: Runners.CommandRunner
  readonly Http: Runners.HttpRunner
  readonly McpTool: Runners.McpToolRunner
  readonly Module: Runners.ModuleRunner
  readonly Native: Runners.NativeRunner
  readonly Prompt: Runners.PromptRunner
  readonly Python: Runners.PythonRunner
}

/**
 * The defaults that depend on the platform.
 *
 * @category models
 * @since 0.1.0
 */
export interface Defaults {
  readonly cpus?: number
  /** The slot of `Discoverer`, if its default needs more services than those here. */
  readonly discoverer?: Slot
  readonly runners?: { readonly [K in Kind]?: Layer.Layer<RunnerOf[K], never, Inside> }
  readonly sessionEnv?: Layer.Layer<SessionEnv.SessionEnv, never, Inside>
}

/** Delegates to a runner that is created on first use. */
const forwardRunner = <K extends Kind>(real: Effect.Effect<Runner<K>>): Runner<K> => ({
  run: (work) => Effect.flatMap(real, ({ run }) => run(work)),
  turn: (work) => Effect.flatMap(real, ({ turn }) => turn?.(work) ?? Effect.void),
  prewarm: (request) => Effect.flatMap(real, ({ prewarm }) => prewarm?.(request) ?? Effect.void)
})

/** Without a default, hooks of the kind fail, and name the layer to provide. */
const runner = <I, K extends Kind>(
  key: Context.Key<I, Runner<K>>,
  layer: Layer.Layer<I, never, Inside> | undefined,
  none: Layer.Layer<I>
): Slot => slot<I, Runner<K>, Inside>(key, layer ?? none, { takesAround: true, forward: forwardRunner })

/**
 * Returns the slots of all services that can be replaced, in the order in which defaults are built.
 *
 * @category constructors
 * @since 0.1.0
 */
export const slots = ({ cpus, discoverer, runners = {}, sessionEnv }: Defaults = {}): ReadonlyArray<Slot> => [
  slot(NativeHooks, NativeHooks.layer),
  slot(Timeouts.Timeouts, Timeouts.layerDialect),
  slot(ShortCircuit.ShortCircuit, ShortCircuit.layerDialect),
  slot(FailurePolicy.FailurePolicy, FailurePolicy.layerSettings),
  slot(Conflict.Conflict, Conflict.layerLastInOrder),
  slot(Concurrency.Concurrency, Concurrency.layerPerCpu(cpus)),
  slot(Background.Background, Background.layerNone, { takesAround: true }),
  slot(SessionState, SessionState.layerMemory, { takesAround: true }),
  slot(SessionEnv.SessionEnv, sessionEnv ?? SessionEnv.layerNone, { takesAround: true }),
  slot(Mapper, Mapper.layerNoDeps),
  slot(Matcher, Matcher.layerNoDeps),
  slot(Translator, Translator.layerNoDeps),
  discoverer ?? slot(Discoverer, Discoverer.layerNoDeps, { forward: Discoverer.forward }),
  runner(Runners.CommandRunner, runners.Command, Runners.layerNone),
  runner(Runners.HttpRunner, runners.Http, Runners.layerNone),
  runner(Runners.PromptRunner, runners.Prompt, Runners.layerNone),
  runner(Runners.AgentRunner, runners.Agent, Runners.layerNone),
  runner(Runners.PythonRunner, runners.Python, Runners.layerNone),
  runner(Runners.ModuleRunner, runners.Module, Runners.layerNone),
  runner(Runners.McpToolRunner, runners.McpTool, Runners.layerNone),
  runner(Runners.NativeRunner, runners.Native, Runners.layerNone),
  slot(Executor, Executor.layerNoDeps, { forward: Executor.forward })
]

/**
 * Builds the pipeline of a project on services that are given: the stages, with every decorator around them. All that it
 * needs is in `R`, so that the compiler reports whatever is missing.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerNoDeps = (
  project: Project,
  options: SettingsFiles.Options = {}
): Layer.Layer<Pipeline, never, Exclude<PipelineNeeds, CompiledCatalogs> | Discoverer | Matcher | NativeHooks> =>
  // Its own: these layers are constants, and another project has another host.
  isolated(
    Payloads.layer.pipe(
      Layer.provide(FastPath.layer),
      Layer.provide(Legible.layer),
      Layer.provide(Strays.layer),
      Layer.provide(Tracing.layer),
      Layer.provide(Prewarm.layer),
      Layer.provide(Notices.layer),
      Layer.provide(Sessions.layer),
      Layer.provide(Pipeline.layerStages),
      Layer.provide(CompiledCatalogs.layer(project, options))
    )
  )

/**
 * Options for the pipeline of a project.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options<L extends ReadonlyArray<Layer.Any>> {
  readonly project: Project
  readonly host: Dialect
  readonly dialects: ReadonlyArray<Dialect>
  readonly files: Layer.Layer<ConfigFiles>
  /** Settings that win over those of files, and variables that contain some. */
  readonly settings?: SettingsFiles.Options
  readonly defaults?: Defaults
  /** Layers in the place of defaults. Of one service the last counts; each gets the services of those before it. */
  readonly provide?: L & Provide<L, Replaceable>
}

/**
 * The services of the project that every layer gets.
 *
 * @category constructors
 * @since 0.1.0
 */
export const base = Effect.fnUntraced(function* ({
  dialects,
  files,
  host,
  project
}: Pick<Options<[]>, "dialects" | "files" | "host" | "project">) {
  const built = yield* Layer.build(Layer.fresh(files))
  return Context.make(ThisProject, { project, host }).pipe(
    Context.add(HostDialect, host),
    Context.add(HookDialects, dialects),
    Context.add(ConfigFilesService, Context.get(built, ConfigFilesService))
  )
})

/**
 * The pipeline of a project with defaults for everything that is not provided.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = <const L extends ReadonlyArray<Layer.Any> = []>({
  defaults,
  project,
  provide,
  settings,
  ...options
}: Options<L>): Layer.Layer<
  NativeHooks | Pipeline | SessionEnv.SessionEnv | SessionState | Exclude<Layer.Success<L[number]>, Replaceable>,
  Layer.Error<L[number]>,
  Exclude<Layer.Services<L[number]>, Inside>
> =>
  isolated(
    Layer.effectContext(
      Effect.gen(function* () {
        const { context, shown } = yield* compose({
          base: yield* base({ project, ...options }),
          slots: slots(defaults),
          provide: provide ?? []
        })
        const pipeline = yield* Effect.provideContext(Layer.build(layerNoDeps(project, settings)), context)
        return Context.merge(shown([NativeHooks, SessionEnv.SessionEnv, SessionState]), pipeline)
      })
    )
    // What `provide` needs, gives and fails with is what the signature says: the list is typed by its elements.
  ) as unknown as Layer.Layer<
    NativeHooks | Pipeline | SessionEnv.SessionEnv | SessionState | Exclude<Layer.Success<L[number]>, Replaceable>,
    Layer.Error<L[number]>,
    Exclude<Layer.Services<L[number]>, Inside>
  >
