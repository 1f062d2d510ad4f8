/**
 * The pipeline as this machine has it: all dialects, files on the disk, and the runners that are given.
 *
 * @since 0.1.0
 */
import type { Dialect } from "@hookline/core/Dialect"
import type { Executor } from "@hookline/core/Executor"
import type { HookDialects } from "@hookline/core/HookDialects"
import { HostDialect } from "@hookline/core/HostDialect"
import { Mapper } from "@hookline/core/Mapper"
import { Matcher } from "@hookline/core/Matcher"
import { Pipeline } from "@hookline/core/Pipeline"
import { SessionState } from "@hookline/core/SessionState"
import { Translator } from "@hookline/core/Translator"
import * as EnvFile from "@hookline/executor/EnvFile"
import { Skills } from "@hookline/skills/Skills"
import type { Settings } from "@hookline/schema/Settings"
import * as Layer from "effect/Layer"
import * as DefaultDiscovery from "./DefaultDiscovery.ts"
import * as DefaultExecutor from "./DefaultExecutor.ts"

/**
 * What a pipeline is made of.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  readonly project: string
  /** In whose words events come and answers go. */
  readonly host: Dialect
  /** What runs hooks: all that this machine can run, unless it is given. */
  readonly executor?: Layer.Layer<Executor, never, HookDialects>
  /** Settings that come before those of files and of the environment. */
  readonly settings?: Settings
}

/**
 * The hooks of a project on this machine, and its skills. Policies are layers that are provided to it.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = ({
  executor = DefaultExecutor.layer,
  host,
  project,
  settings
}: Options): Layer.Layer<Pipeline | Skills> => {
  const folders = DefaultDiscovery.project(project)
  const options = { env: process.env, ...(settings && { settings }) }
  return Layer.merge(Pipeline.layerNoDeps(folders, options), Skills.layerNoDeps(folders, options)).pipe(
    Layer.provide([Matcher.layerNoDeps, Mapper.layerNoDeps, Translator.layerNoDeps, executor]),
    Layer.provide([DefaultDiscovery.layerNoDeps, HostDialect.layer(host), EnvFile.layer]),
    // The pipeline and its skills speak of the same sessions.
    Layer.provide(SessionState.layerMemory)
  )
}
