/**
 * A pipeline on files in memory and scripted runners: the real stages, without access to the machine.
 *
 * @since 0.1.0
 */
import { ConfigFiles } from "@hookline/core/ConfigFiles"
import type { Dialect } from "@hookline/core/Dialect"
import { Discoverer } from "@hookline/core/Discoverer"
import { Executor } from "@hookline/core/Executor"
import { HookDialects } from "@hookline/core/HookDialects"
import { HostDialect } from "@hookline/core/HostDialect"
import { Mapper } from "@hookline/core/Mapper"
import { Matcher } from "@hookline/core/Matcher"
import { Pipeline } from "@hookline/core/Pipeline"
import { SessionState } from "@hookline/core/SessionState"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import { Translator } from "@hookline/core/Translator"
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
 * The parts of a pipeline beside its files and its script.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  readonly host?: Dialect
  /** Layers of policies. */
  readonly policies?: Layer.Layer<never>
  /** Records the runner's work. */
  readonly seen?: TestRunner.Seen
}

/** Creates files by their paths in the project. A value that is no string is written as JSON. */
const memory = (files: Readonly<Record<string, unknown>>): Layer.Layer<ConfigFiles> =>
  ConfigFiles.layerMemory(
    Object.fromEntries(
      Object.entries(files).map(([path, content]) => [
        path.startsWith("/") ? path : `${project.project}/${path}`,
        typeof content === "string" ? content : JSON.stringify(content, undefined, 2)
      ])
    )
  )

const dialects = (host: Dialect) => Layer.mergeAll(HookDialects.layer(Dialects.all), HostDialect.layer(host))

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
  { host = ClaudeCode, policies = Layer.empty, seen = TestRunner.record() }: Options = {}
): Layer.Layer<Pipeline> =>
  Pipeline.layer(project).pipe(Layer.provide([memory(files), dialects(host), TestRunner.layer(script, seen), policies]))

/** All stages except runners. */
const stages = Layer.mergeAll(
  Discoverer.layerNoDeps,
  Matcher.layerNoDeps,
  Mapper.layerNoDeps,
  Translator.layerNoDeps,
  SessionState.layerMemory
)

/**
 * Like `layer`, but with another executor.
 *
 * @example
 * ```ts
 * import { Executor } from "@hookline/core/Executor"
 * import * as TestPipeline from "@hookline/testing/TestPipeline"
 * import * as TestRunner from "@hookline/testing/TestRunner"
 * import * as Layer from "effect/Layer"
 *
 * const executor = Layer.provide(Executor.layerNoDeps, TestRunner.layer({}))
 * const layer = TestPipeline.layerWith({ ".claude/settings.json": { hooks: {} } }, executor)
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerWith = (
  files: Readonly<Record<string, unknown>>,
  executor: Layer.Layer<Executor>
): Layer.Layer<Pipeline> =>
  Pipeline.layerNoDeps(project).pipe(
    Layer.provide([stages, executor]),
    Layer.provide([memory(files), dialects(ClaudeCode)])
  )

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
  { host = ClaudeCode, policies = Layer.empty, seen = TestRunner.record() }: Options = {}
): Layer.Layer<Pipeline> =>
  Pipeline.layerNoDeps(project).pipe(
    Layer.provide([
      Discoverer.layerStatic({ ...Catalog.empty, hooks }),
      Matcher.layerNoDeps,
      Mapper.layerNoDeps,
      Translator.layerNoDeps,
      SessionState.layerMemory,
      Executor.layerNoDeps
    ]),
    Layer.provide([dialects(host), TestRunner.layer(script, seen), policies])
  )

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
 * const executor = Layer.provide(Executor.layerNoDeps, TestRunner.layer({ guard: { exit: 2 } }))
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
  executor: Layer.Layer<Executor, never, HookDialects>,
  { host = ClaudeCode, policies = Layer.empty }: Omit<Options, "seen"> = {}
): Layer.Layer<Pipeline> =>
  Pipeline.layerNoDeps(folders).pipe(
    Layer.provide([stages, executor]),
    Layer.provide([ConfigFilesNode.layer, dialects(host), Layer.provide(EnvFile.layer, dialects(host)), policies])
  )
