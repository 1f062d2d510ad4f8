/**
 * A pipeline over files that are only texts and runners that follow a script: the real stages, and nothing outside.
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
import type { Project } from "@hookline/core/SourceFiles"
import { Translator } from "@hookline/core/Translator"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import * as Dialects from "@hookline/dialects/Dialects"
import * as EnvFile from "@hookline/executor/EnvFile"
import * as Catalog from "@hookline/schema/Catalog"
import type { Hook } from "@hookline/schema/Hook"
import * as Layer from "effect/Layer"
import * as ConfigFilesNode from "hookline/ConfigFilesNode"
import * as TestRunner from "./TestRunner.ts"

/**
 * Where the texts are files.
 *
 * @category models
 * @since 0.1.0
 */
export const project: Project = { project: "/project", home: "/home/me", config: "/home/me/.config" }

/**
 * What a pipeline is made of, beside its files and its script.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  readonly host?: Dialect
  /** Layers of policies. */
  readonly policies?: Layer.Layer<never>
  /** Gets what the runner sees. */
  readonly seen?: TestRunner.Seen
}

/** Files by their paths in the project; what is no text is written as JSON. */
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
 * The pipeline of `project`. Files are given by their paths in it, as texts or as data that is written as JSON.
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

/** Every stage as it is, but for what runs hooks. */
const stages = Layer.mergeAll(
  Discoverer.layerNoDeps,
  Matcher.layerNoDeps,
  Mapper.layerNoDeps,
  Translator.layerNoDeps,
  SessionState.layerMemory
)

/**
 * The same with another executor.
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
 * A hook of Claude Code that runs a command before every tool.
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
 * The pipeline over these hooks, wherever they are from.
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
 * The pipeline of a project on the disk, with what really runs.
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
