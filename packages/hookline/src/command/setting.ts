/** What most commands share: the project they are about, how they print, and the pipeline they ask. */
import { ConfigFiles } from "@hookline/core/ConfigFiles"
import type { Dialect } from "@hookline/core/Dialect"
import { HookDialects } from "@hookline/core/HookDialects"
import { Pipeline } from "@hookline/core/Pipeline"
import * as Positions from "@hookline/core/Positions"
import type { SessionState } from "@hookline/core/SessionState"
import type { Project } from "@hookline/core/SourceFiles"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import * as Dialects from "@hookline/dialects/Dialects"
import type { Skills } from "@hookline/skills/Skills"
import type { Catalog } from "@hookline/schema/Catalog"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { statSync } from "node:fs"
import path from "node:path"
import * as ConfigFilesNode from "../ConfigFilesNode.ts"
import * as DefaultDiscovery from "../DefaultDiscovery.ts"
import * as LazyExecutor from "../LazyExecutor.ts"
import * as PipelineOver from "../PipelineOver.ts"
import { whyOf } from "../internal/disk.ts"
import { paintFor } from "./paint.ts"
import { Problem } from "./Problem.ts"
import type { Reader } from "./showRun.ts"

/** The dialect of a name that was said, or Claude Code's. */
export const dialectOf = (name: Option.Option<string>): Dialect =>
  Option.getOrElse(
    Option.flatMap(name, (said) => Option.fromNullishOr(Dialects.named(said))),
    () => ClaudeCode
  )

/** The files of this machine as they are now, and the dialects. */
export const still: Layer.Layer<ConfigFiles | HookDialects> = Layer.mergeAll(
  ConfigFilesNode.layerOnce,
  HookDialects.layer(Dialects.all)
)

/** What keeps a path from being a project's folder. */
const obstacle = (folder: string): string | undefined => {
  try {
    const status = statSync(folder, { throwIfNoEntry: false })
    if (status === undefined) return "is not there"
    return status.isDirectory() ? undefined : "is no folder"
  } catch (error) {
    return `can't be looked at (${whyOf(error)})`
  }
}

/** The folders of the project that a command is about. */
export const foldersOf = (said: Option.Option<string>): Effect.Effect<Project, Problem> =>
  Effect.flatMap(
    Effect.provide(DefaultDiscovery.here(Option.isSome(said) ? { project: said.value } : {}), still),
    (folders) => {
      const what = obstacle(folders.project)
      return what === undefined
        ? Effect.succeed(folders)
        : Effect.fail(new Problem({ message: `${folders.project} ${what}: name a folder with --project` }))
    }
  )

/** Most commands run nothing, and what does answers once. */
const executor = LazyExecutor.layer(() => import("./dispatchExecutor.ts").then(({ layer }) => layer))

/** Uses the pipeline of a project, for one answer. */
export const withPipeline = <A, E, R>(
  folders: Project,
  dialect: Dialect,
  use: (pipeline: typeof Pipeline.Service) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, Exclude<Exclude<R, Pipeline | SessionState | Skills>, Scope.Scope>> =>
  Effect.scoped(
    Effect.provide(
      Effect.flatMap(Pipeline, use),
      PipelineOver.layer({ project: folders, host: dialect, once: true, executor })
    )
  )

/** A catalog with the places of its hooks. */
export const placed = (catalog: Catalog): Effect.Effect<Catalog> => Effect.provide(Positions.add(catalog), still)

/** How this terminal reads. */
export const reader = (): Reader => ({
  paint: paintFor(process.stdout, process.env),
  relative: (file) => {
    const relative = path.relative(process.cwd(), file)
    return relative === "" || relative.startsWith("..") ? file : relative
  }
})

/** Prints one object for programs, or a text for people. */
export const print = (isJson: boolean, value: unknown, text: () => string): Effect.Effect<void> =>
  Console.log(isJson ? JSON.stringify(value) : text())
