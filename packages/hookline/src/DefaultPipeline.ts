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
 * The hooks of a project on this machine. Policies are layers that are provided to it.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = ({ executor = DefaultExecutor.layer, host, project, settings }: Options): Layer.Layer<Pipeline> =>
  Pipeline.layerNoDeps(DefaultDiscovery.project(project), { env: process.env, ...(settings && { settings }) }).pipe(
    Layer.provide([
      Matcher.layerNoDeps,
      Mapper.layerNoDeps,
      Translator.layerNoDeps,
      SessionState.layerMemory,
      executor
    ]),
    Layer.provide([DefaultDiscovery.layer, HostDialect.layer(host), EnvFile.layer])
  )
