/**
 * The pipeline on the files of this machine, with runners that are provided: a program that needs none of Hookline's need
 * not load them.
 *
 * @since 0.1.0
 */
import type { ConfigFiles } from "@hookline/core/ConfigFiles"
import type { Dialect } from "@hookline/core/Dialect"
import { Discoverer } from "@hookline/core/Discoverer"
import { Pipeline } from "@hookline/core/Pipeline"
import { SessionEnv } from "@hookline/core/SessionEnv"
import { SessionState } from "@hookline/core/SessionState"
import type { ThisProject } from "@hookline/core/ThisProject"
import type { Trust } from "@hookline/core/Trust"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import { type Composed, compose, Composition, type Slot, slot } from "@hookline/core/kit/stack"
import { isolatedWithin } from "@hookline/core/kit/surroundings"
import { type NativeHook, NativeHooks } from "@hookline/core/kit/match/NativeHooks"
import * as Stages from "@hookline/core/kit/stages"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import * as Dialects from "@hookline/dialects/Dialects"
import * as EnvFile from "@hookline/executor/EnvFile"
import * as SystemSandbox from "@hookline/executor/SystemSandbox"
import type { Models } from "@hookline/prompt/Models"
import type { Settings } from "@hookline/schema/Settings"
import { SkillIndex } from "@hookline/skills/kit/internal/SkillIndex"
import * as SkillDiscoverer from "@hookline/skills/SkillDiscoverer"
import { Skills } from "@hookline/skills/Skills"
import type { LanguageModel } from "effect/ai/LanguageModel"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { availableParallelism } from "node:os"
import path from "node:path"
import { checkOptions } from "./checkedOptions.ts"
import * as ConfigFilesNode from "./ConfigFilesNode.ts"
import * as ExcludeHostHooks from "./ExcludeHostHooks.ts"
import * as NodeDiscovery from "./NodeDiscovery.ts"
import * as RecordedTrust from "./trust/RecordedTrust.ts"
import { stateHome } from "./xdg.ts"

/**
 * The services that `provide` replaces: stages, runners, ports of the pipeline, policies, and the model.
 *
 * @category models
 * @since 0.1.0
 */
export type Replaceable = LanguageModel | Models | Stages.Replaceable

/**
 * The services that a provided layer may need of the project: those that can be replaced, and those of every project.
 *
 * @category models
 * @since 0.1.0
 */
export type Inside = Replaceable | Stages.Inside

/**
 * The services of a composed project that a program may use.
 *
 * @category models
 * @since 0.1.0
 */
export type Parts = Composition | Pipeline | SessionEnv | SessionState | Skills

/**
 * Options for the hooks of a project.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  /** The project's folder, or the folders of the project and its user. */
  readonly project: string | Project
  /** The dialect of events and answers. Defaults to Claude Code's. */
  readonly host?: Dialect
  /** Dialects beside those of Hookline. Their hooks run after those. */
  readonly dialects?: ReadonlyArray<Dialect>
  /** Settings that win over those of files and of the environment. */
  readonly settings?: Settings
  /** The environment with further settings. Defaults to that of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** True if a host passed the environment on, so that its settings can only tighten. */
  readonly envIsHosts?: boolean
  /** True for a process that answers once, so that no file is watched. */
  readonly once?: boolean
  /** The files to read. Defaults to those of this machine. */
  readonly files?: Layer.Layer<ConfigFiles>
  /** True if the host itself runs the hooks of its own files, so that they are excluded. */
  readonly excludeHostHooks?: boolean
  /**
   * The judge of the project's hooks: the store of the user's decisions, or a layer. Defaults to the store. Hooks without a
   * decision run confined, and only what tightens counts of them.
   */
  readonly trust?: "store" | Layer.Layer<Trust, never, ThisProject>
  /** Native hooks that are in the catalog, so that the user's settings may disable them. `provide` has their runner. */
  readonly nativeHooks?: ReadonlyArray<NativeHook>
}

// Its own module takes a tenth of a second to load. Keys are equal by their texts.
const modelKey = Context.Service<LanguageModel, LanguageModel>("effect/ai/LanguageModel")
const modelsKey = Context.Service<Models, Models["Service"]>("@hookline/prompt/Models")

/** Discovers hooks in files and in skills, except for those that the host runs itself. */
const discoverer = (host: Dialect, excludesHost: boolean): Slot => {
  const all = Layer.provide(SkillDiscoverer.layerNoDeps, Discoverer.layerNoDeps)
  return slot(Discoverer, excludesHost ? Layer.provide(ExcludeHostHooks.layer(host), all) : all, {
    forward: Discoverer.forward
  })
}

/**
 * Options of a program for the pipeline of this machine.
 *
 * @category models
 * @since 0.1.0
 */
export interface Additions {
  /** The default runner of each kind. */
  readonly runners?: NonNullable<Stages.Defaults["runners"]>
  /** Further services that can be replaced. */
  readonly slots?: ReadonlyArray<Slot>
}

/**
 * A composed project: its services, and where each comes from.
 *
 * @category models
 * @since 0.1.0
 */
export interface Stack extends Composed {
  /** The pipeline and the skills. */
  readonly built: Context.Context<Pipeline | Skills>
}

/**
 * Options, with the layers whose types were checked.
 *
 * @category models
 * @since 0.1.0
 */
export type Given = Options & { readonly provide?: ReadonlyArray<Layer.Any> | undefined }

/**
 * Returns the services of a project that can be replaced.
 *
 * @example
 * ```ts
 * import * as NodePipeline from "@hookline/node/NodePipeline"
 *
 * const names = NodePipeline.slotsOf({ project: "." }).map(({ key }) => key.key)
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const slotsOf = (
  { env = process.env, excludeHostHooks = false, host = ClaudeCode, trust = "store" }: Options,
  { runners = {}, slots = [] }: Additions = {}
): ReadonlyArray<Slot> => [
  slot(SkillIndex, SkillIndex.layer, { isOwn: true }),
  // A program may have a model for its own conversation. A hook without a model fails, and names the layer to provide.
  slot(modelKey, undefined, { takesAround: true, isWatched: false }),
  slot(modelsKey, undefined, { takesAround: true }),
  ...Stages.slots({
    cpus: availableParallelism(),
    discoverer: discoverer(host, excludeHostHooks),
    runners,
    sandbox: SystemSandbox.layerWith({ cache: path.join(stateHome(env), "hookline", "sandbox.json") }),
    sessionEnv: EnvFile.layer,
    trust: trust === "store" ? RecordedTrust.layer : trust
  }),
  ...slots
]

/**
 * Composes the services of a project.
 *
 * @example
 * ```ts
 * import * as NodePipeline from "@hookline/node/NodePipeline"
 *
 * const options = { project: "." }
 * const composed = NodePipeline.stack(options, NodePipeline.slotsOf(options))
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const stack = Effect.fnUntraced(function* (
  given: Given,
  slots: ReadonlyArray<Slot>
): Effect.fn.Return<Stack, never, Scope.Scope> {
  yield* checkOptions(given)
  const {
    dialects = [],
    env = process.env,
    envIsHosts = false,
    files,
    host = ClaudeCode,
    nativeHooks = [],
    once = false,
    project,
    provide = [],
    settings
  } = given
  const folders = typeof project === "string" ? NodeDiscovery.project(project) : project
  const options = {
    env,
    envIsHosts,
    ...(settings && { settings }),
    ...(nativeHooks.length > 0 && { natives: nativeHooks.map(({ hook }) => hook) })
  }
  const base = yield* Stages.base({
    project: folders,
    host,
    dialects: [...Dialects.all, ...dialects],
    files: files ?? (once ? ConfigFilesNode.layerOnce : ConfigFilesNode.layer)
  })
  const composed = yield* compose({ base, provide, slots })
  if (nativeHooks.length > 0) {
    const table = Context.getUnsafe(composed.context, NativeHooks)
    for (const native of nativeHooks) table.add(native)
  }
  const built = yield* Effect.provideContext(
    Layer.build(Layer.merge(Stages.layerNoDeps(folders, options), Skills.layerNoDeps(folders, options))),
    // Every service that these two need has a slot.
    composed.context as Context.Context<Inside | SkillIndex>
  )
  return { ...composed, built }
})

/**
 * The hooks of a project on this machine, without default runners: a hook without its runner fails.
 *
 * @example
 * ```ts
 * import * as FailurePolicy from "@hookline/core/FailurePolicy"
 * import * as NodeExecutor from "@hookline/node/NodeExecutor"
 * import * as NodePipeline from "@hookline/node/NodePipeline"
 *
 * const layer = NodePipeline.layer({ project: ".", provide: [FailurePolicy.layerClosed, NodeExecutor.layer] })
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Stages.Composing<Options, Parts, Replaceable, Inside> = Stages.composing((options) => {
  const slots = slotsOf(options)
  return isolatedWithin(
    () => Stages.taken(slots),
    Layer.effectContext(
      Effect.map(stack(options, slots), ({ built, describe, shown }) =>
        Context.add(Context.merge(shown([SessionEnv, SessionState]), built), Composition, describe)
      )
    )
  )
})
