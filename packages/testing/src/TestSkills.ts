/**
 * A pipeline with skills: the real stages, on files on disk or in memory, and scripted runners.
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
import type * as SettingsFiles from "@hookline/core/kit/discover/SettingsFiles"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import { Translator } from "@hookline/core/Translator"
import * as Dialects from "@hookline/dialects/Dialects"
import * as SkillDiscoverer from "@hookline/skills/SkillDiscoverer"
import { SkillIndex } from "@hookline/skills/kit/internal/SkillIndex"
import { Skills } from "@hookline/skills/Skills"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ConfigFilesNode from "@hookline/node/ConfigFilesNode"
import * as TestRunner from "./TestRunner.ts"

/**
 * Options for the pipeline.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options extends SettingsFiles.Options {
  readonly script?: TestRunner.Script
  /** Records the runner's work. */
  readonly seen?: TestRunner.Seen
  /** Replaces the scripted runners. */
  readonly executor?: Layer.Layer<Executor>
  /** The host's dialect, by its name. */
  readonly host?: string
  readonly files?: Layer.Layer<ConfigFiles>
}

/**
 * Provides files in memory, by their absolute paths.
 *
 * @example
 * ```ts
 * import * as TestSkills from "@hookline/testing/TestSkills"
 *
 * const files = TestSkills.memory({ "/project/.claude/skills/review/SKILL.md": "---\nname: review\n---\n" })
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const memory = (files: Readonly<Record<string, string>>): Layer.Layer<ConfigFiles> =>
  ConfigFiles.layerMemory(files)

/**
 * Provides the pipeline of a project, its skills, its discoverer, and the state of its sessions.
 *
 * @example
 * ```ts
 * import * as TestPipeline from "@hookline/testing/TestPipeline"
 * import * as TestSkills from "@hookline/testing/TestSkills"
 *
 * const layer = TestSkills.layer(TestPipeline.project, {
 *   files: TestSkills.memory({}),
 *   script: { guard: { exit: 2 } }
 * })
 * ```
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
