/**
 * The pipeline over the files of this machine, with the runners that are given: who needs none of ours need not load
 * them.
 *
 * @since 0.1.0
 */
import type { ConfigFiles } from "@hookline/core/ConfigFiles"
import type { Dialect } from "@hookline/core/Dialect"
import type { Executor } from "@hookline/core/Executor"
import { HookDialects } from "@hookline/core/HookDialects"
import { HostDialect } from "@hookline/core/HostDialect"
import { Mapper } from "@hookline/core/Mapper"
import { Matcher } from "@hookline/core/Matcher"
import { Pipeline } from "@hookline/core/Pipeline"
import { SessionState } from "@hookline/core/SessionState"
import { Translator } from "@hookline/core/Translator"
import * as EnvFile from "@hookline/executor/EnvFile"
import { Skills } from "@hookline/skills/Skills"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import * as Dialects from "@hookline/dialects/Dialects"
import type { Settings } from "@hookline/schema/Settings"
import * as Layer from "effect/Layer"
import * as ConfigFilesNode from "./ConfigFilesNode.ts"
import * as NodeDiscovery from "./NodeDiscovery.ts"
import * as ExcludeHostHooks from "./ExcludeHostHooks.ts"

/**
 * What a pipeline is made of.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  /** The project's folder, or the folders of the project and of the person who works on it. */
  readonly project: string | Project
  /** In whose words events come and answers go. */
  readonly host: Dialect
  readonly executor: Layer.Layer<Executor, never, HookDialects>
  /** Settings that come before those of files and of the environment. */
  readonly settings?: Settings
  /** Whether it answers once, so that nothing is watched. */
  readonly once?: boolean
  /** The files that are read: those of this machine, unless they are given. */
  readonly files?: Layer.Layer<ConfigFiles>
  /** Whether the host runs the hooks of its own files itself, so that they are left out. */
  readonly withoutHostsOwn?: boolean
  /** What is remembered of sessions: for as long as this process lives, unless it is given. */
  readonly state?: Layer.Layer<SessionState>
  /** What sessions export: for as long as this process lives, unless it is given. */
  readonly sessionEnv?: Layer.Layer<never>
}

/**
 * The hooks of a project on this machine, and its skills. Policies are layers that are provided to it.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = ({
  executor,
  files: given,
  host,
  once = false,
  project,
  sessionEnv = EnvFile.layer,
  settings,
  state = SessionState.layerMemory,
  withoutHostsOwn = false
}: Options): Layer.Layer<Pipeline | Skills | SessionState> => {
  const folders = typeof project === "string" ? NodeDiscovery.project(project) : project
  const options = { env: process.env, ...(settings && { settings }) }
  const files = given ?? (once ? ConfigFilesNode.layerOnce : ConfigFilesNode.layer)
  const discovery = NodeDiscovery.layerOver(files)
  const found = withoutHostsOwn ? ExcludeHostHooks.layer(host).pipe(Layer.provideMerge(discovery)) : discovery
  return Layer.merge(Pipeline.layerNoDeps(folders, options), Skills.layerNoDeps(folders, options)).pipe(
    // Each its own: layers are shared by whoever builds them together, and another project may have another host.
    Layer.provide([
      Layer.fresh(Matcher.layerNoDeps),
      Layer.fresh(Mapper.layerNoDeps),
      Layer.fresh(Translator.layerNoDeps),
      executor
    ]),
    Layer.provide([found, HostDialect.layer(host), Layer.provide(sessionEnv, HookDialects.layer(Dialects.all))]),
    // The pipeline, its skills and whoever stands around them speak of the same sessions.
    Layer.provideMerge(state)
  )
}
