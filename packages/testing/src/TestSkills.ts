/**
 * A pipeline with skills: the real stages, over files on the disk or only in memory, and runners that follow a script.
 *
 * @since 0.1.0
 */
import { ConfigFiles } from "@hookline/core/ConfigFiles"
import { Discoverer } from "@hookline/core/Discoverer"
import { Executor } from "@hookline/core/Executor"
import { HookDialects } from "@hookline/core/HookDialects"
import { HostDialect } from "@hookline/core/HostDialect"
import { Mapper } from "@hookline/core/Mapper"
import { Matcher } from "@hookline/core/Matcher"
import { Pipeline } from "@hookline/core/Pipeline"
import { SessionState } from "@hookline/core/SessionState"
import type * as SettingsFiles from "@hookline/core/SettingsFiles"
import type { Project } from "@hookline/core/SourceFiles"
import { Translator } from "@hookline/core/Translator"
import * as Dialects from "@hookline/dialects/Dialects"
import * as SkillDiscoverer from "@hookline/skills/SkillDiscoverer"
import { SkillIndex } from "@hookline/skills/SkillIndex"
import { Skills } from "@hookline/skills/Skills"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ConfigFilesNode from "hookline/ConfigFilesNode"
import * as TestRunner from "./TestRunner.ts"

/**
 * What it is made of, where that matters to a test.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options extends SettingsFiles.Options {
  readonly script?: TestRunner.Script
  /** Gets what the runner sees. */
  readonly seen?: TestRunner.Seen
  /** Runs hooks otherwise than by the script. */
  readonly executor?: Layer.Layer<Executor>
  /** The host's dialect, by its name. */
  readonly host?: string
  readonly files?: Layer.Layer<ConfigFiles>
}

/**
 * Files of a project that are only texts, by their absolute paths.
 *
 * @category layers
 * @since 0.1.0
 */
export const memory = (files: Readonly<Record<string, string>>): Layer.Layer<ConfigFiles> =>
  ConfigFiles.layerMemory(files)

/**
 * The pipeline of a project, its skills, what finds its hooks, and the state of its sessions.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (
  project: Project,
  {
    executor,
    files = ConfigFilesNode.layer,
    host = "amplifier",
    script = {},
    seen = TestRunner.record(),
    ...options
  }: Options = {}
): Layer.Layer<Pipeline | Skills | Discoverer | SessionState> => {
  const dialect = Layer.unwrap(
    Effect.map(Effect.fromNullishOr(Dialects.named(host)), HostDialect.layer).pipe(Effect.orDie)
  )
  const runs = executor ?? Executor.layerNoDeps.pipe(Layer.provide(TestRunner.layer(script, seen)))
  const discovery = SkillDiscoverer.layerNoDeps.pipe(
    Layer.provide(Discoverer.layerNoDeps),
    Layer.provideMerge(SkillIndex.layer)
  )
  return Layer.merge(Pipeline.layerNoDeps(project, options), Skills.layerNoDeps(project, options)).pipe(
    Layer.provide([Matcher.layerNoDeps, Mapper.layerNoDeps, Translator.layerNoDeps, runs]),
    Layer.provideMerge(discovery),
    Layer.provideMerge(SessionState.layerMemory),
    Layer.provide([dialect, files, HookDialects.layer(Dialects.all)])
  )
}
