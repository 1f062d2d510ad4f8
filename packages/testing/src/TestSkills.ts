/**
 * A pipeline with skills: the real stages, on files on disk or in memory, and scripted runners. All hooks are trusted.
 *
 * @since 0.1.0
 */
import { ConfigFiles } from "@hookline/core/ConfigFiles"
import { Discoverer } from "@hookline/core/Discoverer"
import type { Executor } from "@hookline/core/Executor"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import type * as SettingsFiles from "@hookline/core/kit/discover/SettingsFiles"
import type { Inside } from "@hookline/core/kit/stages"
import { isolated } from "@hookline/core/kit/surroundings"
import type { Pipeline } from "@hookline/core/Pipeline"
import { SessionState } from "@hookline/core/SessionState"
import * as Trust from "@hookline/core/Trust"
import * as Dialects from "@hookline/dialects/Dialects"
import * as ConfigFilesNode from "@hookline/node/ConfigFilesNode"
import * as NodePipeline from "@hookline/node/NodePipeline"
import type { Skills } from "@hookline/skills/Skills"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
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
  readonly executor?: Layer.Layer<Executor, never, Inside>
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
): Layer.Layer<Pipeline | Skills | Discoverer | SessionState> =>
  isolated(
    Layer.effectContext(
      Effect.gen(function* () {
        const given = {
          project,
          files,
          env: {},
          trust: Trust.layerAll,
          host: yield* Effect.orDie(Effect.fromNullishOr(Dialects.named(host))),
          provide: [executor ?? TestRunner.layer(script, seen)],
          ...options
        }
        const { built, shown } = yield* NodePipeline.stack(given, NodePipeline.slotsOf(given))
        return Context.merge(shown([Discoverer, SessionState]), built)
      })
    )
  )
