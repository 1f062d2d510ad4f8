/**
 * The stages of a project: the one list of services, with their defaults, and what is provided in their place.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as AnyEvent from "./decorate/AnyEvent.ts"
import * as BackgroundResults from "./decorate/BackgroundResults.ts"
import * as CarriedContext from "./decorate/CarriedContext.ts"
import * as Continuations from "./decorate/Continuations.ts"
import * as Elsewhere from "./decorate/Elsewhere.ts"
import * as NamedEvents from "./decorate/NamedEvents.ts"
import * as FastPath from "./decorate/FastPath.ts"
import * as Legible from "./decorate/Legible.ts"
import * as Notices from "./decorate/Notices.ts"
import * as Payloads from "./decorate/Payloads.ts"
import * as Prewarm from "./decorate/Prewarm.ts"
import * as Sessions from "./decorate/Sessions.ts"
import * as Readiness from "./decorate/Readiness.ts"
import * as Strays from "./decorate/Strays.ts"
import * as Tracing from "./decorate/Tracing.ts"
import * as UsedSkills from "./decorate/UsedSkills.ts"
import type { Dialect } from "./Dialect.ts"
import type { ConfigFiles } from "./discover/ConfigFiles.ts"
import { ConfigFiles as ConfigFilesService } from "./discover/ConfigFiles.ts"
import type { Project } from "./discover/ConfigLocations.ts"
import { Discoverer } from "./discover/Discoverer.ts"
import { ManagedPolicy } from "./discover/ManagedPolicy.ts"
import type * as SettingsFiles from "./discover/SettingsFiles.ts"
import * as Background from "./execute/Background.ts"
import { Executor } from "./execute/Executor.ts"
import { Sandbox } from "./execute/Sandbox.ts"
import type { PipelineNeeds } from "./execute/services.ts"
import * as OwnRunners from "./execute/OwnRunners.ts"
import * as Runners from "./execute/Runners.ts"
import { type Runner, whyUnconfined } from "./execute/Runner.ts"
import { HookDialects } from "./HookDialects.ts"
import { HostDialect } from "./HostDialect.ts"
import { Mapper } from "./map/Mapper.ts"
import { CompiledCatalogs } from "./match/CompiledCatalogs.ts"
import { Matcher } from "./match/Matcher.ts"
import { NativeHooks } from "./match/NativeHooks.ts"
import { Pipeline } from "./Pipeline.ts"
import * as Concurrency from "./policy/Concurrency.ts"
import * as Conflict from "./policy/Conflict.ts"
import * as FailurePolicy from "./policy/FailurePolicy.ts"
import { seal } from "./policy/sealed.ts"
import * as ShortCircuit from "./policy/ShortCircuit.ts"
import * as Timeouts from "./policy/Timeouts.ts"
import * as SessionEnv from "./session/SessionEnv.ts"
import { SessionState } from "./session/SessionState.ts"
import type { Provide } from "./provide.ts"
import { compose, type Slot, slot } from "./stack.ts"
import { type AnyKey, isolated, isolatedWithin } from "./surroundings.ts"
import { ThisProject } from "./ThisProject.ts"
import * as Trust from "./trust/Trust.ts"
import * as TrustPolicy from "./trust/TrustPolicy.ts"
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
  | ManagedPolicy
  | Mapper
  | Matcher
  | Runners.Runners
  | SessionEnv.SessionEnv
  | SessionState
  | ShortCircuit.ShortCircuit
  | Sandbox
  | Timeouts.Timeouts
  | Translator
  | Trust.Trust
  | TrustPolicy.TrustPolicy

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
  readonly sandbox?: Layer.Layer<Sandbox, never, Inside>
  readonly sessionEnv?: Layer.Layer<SessionEnv.SessionEnv, never, Inside>
  readonly trust?: Layer.Layer<Trust.Trust, never, Inside>
}

/** Delegates to a runner that is created on first use. */
const forwardRunner = <K extends Kind>(real: Effect.Effect<Runner<K>>): Runner<K> => ({
  run: (work) =>
    Effect.flatMap(real, (runner) => {
      const why = whyUnconfined(runner, work)
      return why === undefined ? runner.run(work) : Effect.fail(why)
    }),
  // The runner itself is asked above.
  confines: true,
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
export const slots = ({
  cpus,
  discoverer,
  runners = {},
  sandbox,
  sessionEnv,
  trust
}: Defaults = {}): ReadonlyArray<Slot> => [
  slot(NativeHooks, NativeHooks.layer, { isOwn: true }),
  slot(Timeouts.Timeouts, Timeouts.layerDialect),
  slot(ShortCircuit.ShortCircuit, ShortCircuit.layerDialect),
  slot(FailurePolicy.FailurePolicy, FailurePolicy.layerSettings),
  slot(Conflict.Conflict, Conflict.layerLastInOrder),
  slot(Concurrency.Concurrency, Concurrency.layerPerCpu(cpus)),
  slot(TrustPolicy.TrustPolicy, TrustPolicy.layerConfined),
  slot(Trust.Trust, trust ?? Trust.layerAll),
  slot(Background.Background, Background.layerNextEvent, { takesAround: true }),
  slot(SessionState, SessionState.layerMemory, { takesAround: true }),
  slot(SessionEnv.SessionEnv, sessionEnv ?? SessionEnv.layerNone, { takesAround: true }),
  slot(Sandbox, sandbox ?? Sandbox.layerNone, { takesAround: true }),
  // Without a policy there is none, and nothing is read.
  slot(ManagedPolicy, undefined, { takesAround: true }),
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
  slot(Executor, Executor.layerNoDeps, {
    forward: Executor.forward,
    check: OwnRunners.check,
    uses: OwnRunners.uses
  })
]

/**
 * Returns the services that are taken from around a project.
 *
 * @category getters
 * @since 0.1.0
 */
export const taken = (slots: ReadonlyArray<Slot>): ReadonlyArray<AnyKey> =>
  slots.flatMap(({ key, takesAround }) => (takesAround ? [key] : []))

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
): Layer.Layer<
  Pipeline,
  never,
  ConfigFiles | Discoverer | Exclude<PipelineNeeds, CompiledCatalogs> | Matcher | NativeHooks
> =>
  // Its own: these layers are constants, and another project has another host.
  isolated(
    Payloads.layer.pipe(
      Layer.provide(AnyEvent.layer),
      Layer.provide(Readiness.layer),
      Layer.provide(BackgroundResults.layer),
      Layer.provide(Elsewhere.layer),
      Layer.provide(FastPath.layer),
      Layer.provide(Legible.layer),
      Layer.provide(NamedEvents.layer),
      Layer.provide(Strays.layer),
      Layer.provide(Tracing.layer),
      Layer.provide(Prewarm.layer),
      Layer.provide(Notices.layer),
      Layer.provide(UsedSkills.layer),
      Layer.provide(CarriedContext.layer),
      Layer.provide(Continuations.layer),
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
export interface Options {
  readonly project: Project
  readonly host: Dialect
  readonly dialects: ReadonlyArray<Dialect>
  readonly files: Layer.Layer<ConfigFiles>
  /** Settings that win over those of files, and variables that contain some. */
  readonly settings?: SettingsFiles.Options
  readonly defaults?: Defaults
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
}: Pick<Options, "dialects" | "files" | "host" | "project">) {
  const built = yield* Layer.build(Layer.fresh(files))
  return Context.make(ThisProject, seal({ project, host })).pipe(
    Context.add(HostDialect, host),
    Context.add(HookDialects, dialects),
    Context.add(ConfigFilesService, Context.get(built, ConfigFilesService))
  )
})

/**
 * The type of a layer on a project, from the layers that are provided to it.
 *
 * @category models
 * @since 0.1.0
 */
export type Layered<Services, L extends ReadonlyArray<Layer.Any>, Replaced, Within> = Layer.Layer<
  Services | Exclude<Layer.Success<L[number]>, Replaced>,
  Layer.Error<L[number]>,
  Exclude<Layer.Services<L[number]>, Within>
>

/**
 * A constructor of layers on a project.
 *
 * **Details**
 *
 * `provide` has layers in the place of defaults. Of one service the last counts; each gets the services of those before
 * it. Without a list there is a signature of its own: the compiler types a list from its elements only if it is required.
 *
 * @category models
 * @since 0.1.0
 */
export interface Composing<Options, Services, Replaced, Within> {
  (options: Options & { readonly provide?: undefined }): Layer.Layer<Services>
  <const L extends ReadonlyArray<Layer.Any>>(
    options: Options & { readonly provide: L & Provide<L, Replaced> }
  ): Layered<Services, L, Replaced, Within>
}

/** Returns what the layers of a list need and those before them do not provide. */
type Unmet<L extends ReadonlyArray<Layer.Any>, Given> = L extends readonly [
  infer First extends Layer.Any,
  ...infer Rest extends ReadonlyArray<Layer.Any>
]
  ? Exclude<Layer.Services<First>, Given> | Unmet<Rest, Given | Layer.Success<First>>
  : Exclude<Layer.Services<L[number]>, Given>

/**
 * A constructor of layers on a project without any default: a service that is not in `provide` is required.
 *
 * @category models
 * @since 0.1.0
 */
export interface Requiring<Options, Services, Needs, Replaced, Own> {
  (options: Options & { readonly provide?: undefined }): Layer.Layer<Services, never, Needs>
  <const L extends ReadonlyArray<Layer.Any>>(
    options: Options & { readonly provide: L & Provide<L, Replaced> }
  ): Layer.Layer<
    Services | Exclude<Layer.Success<L[number]>, Replaced>,
    Layer.Error<L[number]>,
    Exclude<Needs, Layer.Success<L[number]>> | Unmet<L, Own>
  >
}

/**
 * Types a constructor of layers by the lists that it gets.
 *
 * @category constructors
 * @since 0.1.0
 */
export const composing = <Options, Services, Replaced, Within>(
  layer: (options: Options & { readonly provide?: ReadonlyArray<Layer.Any> | undefined }) => Layer.Layer<Services>
): Composing<Options, Services, Replaced, Within> =>
  // The list is typed by its elements, and composed at run time: the signature has what it adds.
  layer as unknown as Composing<Options, Services, Replaced, Within>

/**
 * The pipeline of a project with defaults for everything that is not provided.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Composing<
  Options,
  NativeHooks | Pipeline | SessionEnv.SessionEnv | SessionState,
  Replaceable,
  Inside
> = composing(({ defaults, project, provide = [], settings, ...options }) => {
  const all = slots(defaults)
  return isolatedWithin(
    () => taken(all),
    Layer.effectContext(
      Effect.gen(function* () {
        const { context, shown } = yield* compose({
          base: yield* base({ project, ...options }),
          slots: all,
          provide
        })
        const pipeline = yield* Effect.provideContext(
          Layer.build(layerNoDeps(project, settings)),
          // Every service that it needs has a slot.
          context as Context.Context<Inside>
        )
        return Context.merge(shown([NativeHooks, SessionEnv.SessionEnv, SessionState]), pipeline)
      })
    )
  )
})
