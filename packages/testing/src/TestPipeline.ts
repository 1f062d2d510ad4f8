/**
 * A pipeline on files in memory and scripted runners: the real stages, without access to the machine.
 *
 * @since 0.1.0
 */
import { ConfigFiles } from "@hookline/core/ConfigFiles"
import type { Dialect } from "@hookline/core/Dialect"
import { Discoverer } from "@hookline/core/Discoverer"
import type { Executor } from "@hookline/core/Executor"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import type { NativeHooks } from "@hookline/core/kit/match/NativeHooks"
import { seal } from "@hookline/core/kit/policy/sealed"
import * as Stages from "@hookline/core/kit/stages"
import type { Pipeline } from "@hookline/core/Pipeline"
import type { SessionEnv } from "@hookline/core/SessionEnv"
import type { SessionState } from "@hookline/core/SessionState"
import { ThisProject } from "@hookline/core/ThisProject"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import * as Dialects from "@hookline/dialects/Dialects"
import * as EnvFile from "@hookline/executor/EnvFile"
import * as Catalog from "@hookline/schema/Catalog"
import type { Hook } from "@hookline/schema/Hook"
import * as Layer from "effect/Layer"
import * as ConfigFilesNode from "@hookline/node/ConfigFilesNode"
import * as TestRunner from "./TestRunner.ts"

/**
 * The folders of files in memory.
 *
 * @category models
 * @since 0.1.0
 */
export const project: Project = { project: "/project", home: "/home/me", config: "/home/me/.config" }

/**
 * A layer of a list that is made at run time.
 *
 * @category models
 * @since 0.1.0
 */
export type Provided = Layer.Layer<never, never, Stages.Inside>

/**
 * The parts of a pipeline beside its files and its script.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  readonly host?: Dialect
  /** Stages, runners, ports and policies in the place of the defaults. */
  readonly provide?: ReadonlyArray<Provided>
  /** Records the runner's work. */
  readonly seen?: TestRunner.Seen
}

/**
 * The services of a pipeline in a test.
 *
 * @category models
 * @since 0.1.0
 */
export type Parts = NativeHooks | Pipeline | SessionEnv | SessionState

/**
 * Creates files by their paths in the project. A value that is no string is written as JSON.
 *
 * @example
 * ```ts
 * import * as TestPipeline from "@hookline/testing/TestPipeline"
 *
 * const files = TestPipeline.memory({ ".claude/settings.json": { hooks: {} } })
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const memory = (files: Readonly<Record<string, unknown>>): Layer.Layer<ConfigFiles> =>
  ConfigFiles.layerMemory(
    Object.fromEntries(
      Object.entries(files).map(([path, content]) => [
        path.startsWith("/") ? path : `${project.project}/${path}`,
        typeof content === "string" ? content : JSON.stringify(content, undefined, 2)
      ])
    )
  )

/**
 * The project, for layers of policies and ports that are built outside of a pipeline.
 *
 * @example
 * ```ts
 * import * as EnvFile from "@hookline/executor/EnvFile"
 * import * as TestDialects from "@hookline/testing/TestDialects"
 * import * as TestPipeline from "@hookline/testing/TestPipeline"
 * import * as Layer from "effect/Layer"
 *
 * const sessionEnv = Layer.provide(EnvFile.layer, [TestDialects.layer, TestPipeline.thisProject])
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const thisProject: Layer.Layer<ThisProject> = Layer.succeed(ThisProject)(seal({ project, host: ClaudeCode }))

const stages = (
  host: Dialect,
  files: Layer.Layer<ConfigFiles>,
  provide: ReadonlyArray<Provided>,
  folders = project,
  defaults: Stages.Defaults = {}
): Layer.Layer<Parts> => Stages.layer({ project: folders, host, dialects: Dialects.all, files, defaults, provide })

/**
 * Provides the pipeline of `project`. Files are given by their paths in it, as texts or as data that is written as
 * JSON.
 *
 * @example
 * ```ts
 * import * as TestPipeline from "@hookline/testing/TestPipeline"
 *
 * const hooks = { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: "guard" }] }] }
 *
 * const layer = TestPipeline.layer({ ".claude/settings.json": { hooks } }, { guard: { exit: 2, stderr: "No" } })
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (
  files: Readonly<Record<string, unknown>>,
  script: TestRunner.Script,
  { host = ClaudeCode, provide = [], seen = TestRunner.record() }: Options = {}
): Layer.Layer<Parts> => stages(host, memory(files), [TestRunner.layer(script, seen), ...provide])

/**
 * Like `layer`, but with another executor.
 *
 * @example
 * ```ts
 * import { Executor } from "@hookline/core/Executor"
 * import * as TestPipeline from "@hookline/testing/TestPipeline"
 * import * as TestRunner from "@hookline/testing/TestRunner"
 *
 * const executor = Executor.layerWith(TestRunner.layer({}))
 * const layer = TestPipeline.layerWith({ ".claude/settings.json": { hooks: {} } }, executor)
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerWith = (
  files: Readonly<Record<string, unknown>>,
  executor: Layer.Layer<Executor, never, Stages.Inside>
): Layer.Layer<Parts> => stages(ClaudeCode, memory(files), [executor])

/**
 * Creates a hook of Claude Code that runs a command before every tool.
 *
 * @example
 * ```ts
 * import * as TestPipeline from "@hookline/testing/TestPipeline"
 *
 * const hook = TestPipeline.hookOf("guard")
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const hookOf = (command: string): Hook => ({
  id: command,
  event: "PreToolUse",
  handler: { _tag: "Command", command },
  once: false,
  enabled: true,
  group: { index: 0, parallel: false },
  source: { dialect: "claude", scope: "project", file: "/project/hooks.json", folder: "/project", at: [] }
})

/**
 * Provides the pipeline on these hooks, without files.
 *
 * @example
 * ```ts
 * import * as TestPipeline from "@hookline/testing/TestPipeline"
 *
 * const layer = TestPipeline.layerOf([TestPipeline.hookOf("guard")], { guard: { exit: 2 } })
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerOf = (
  hooks: ReadonlyArray<Hook>,
  script: TestRunner.Script,
  { host = ClaudeCode, provide = [], seen = TestRunner.record() }: Options = {}
): Layer.Layer<Parts> =>
  stages(host, memory({}), [
    Discoverer.layerStatic({ ...Catalog.empty, hooks }),
    TestRunner.layer(script, seen),
    ...provide
  ])

/**
 * Provides the pipeline of a project on disk, with real runners.
 *
 * @example
 * ```ts
 * import { Executor } from "@hookline/core/Executor"
 * import * as TestPipeline from "@hookline/testing/TestPipeline"
 * import * as TestProject from "@hookline/testing/TestProject"
 * import * as TestRunner from "@hookline/testing/TestRunner"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 *
 * const executor = Executor.layerWith(TestRunner.layer({ guard: { exit: 2 } }))
 *
 * const layer = Layer.unwrap(
 *   Effect.map(TestProject.make({}), (project) => TestPipeline.layerOn(project, executor))
 * )
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerOn = (
  folders: Project,
  executor: Layer.Layer<Executor, never, Stages.Inside>,
  { host = ClaudeCode, provide = [] }: Omit<Options, "seen"> = {}
): Layer.Layer<Parts> =>
  stages(host, ConfigFilesNode.layer, [executor, ...provide], folders, { sessionEnv: EnvFile.layer })
