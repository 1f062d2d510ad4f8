/** The context of a command: its project, its output, and its pipeline. */
import { ConfigFiles } from "@hookline/core/ConfigFiles"
import type { Dialect } from "@hookline/core/Dialect"
import { Executor } from "@hookline/core/Executor"
import { HookDialects } from "@hookline/core/HookDialects"
import { Pipeline } from "@hookline/core/Pipeline"
import * as Locations from "@hookline/core/kit/discover/Locations"
import * as Observed from "@hookline/core/kit/execute/Observed"
import { SessionState } from "@hookline/core/SessionState"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import * as Dialects from "@hookline/dialects/Dialects"
import type { Catalog } from "@hookline/schema/Catalog"
import type { Hook } from "@hookline/schema/Hook"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { statSync } from "node:fs"
import path from "node:path"
import * as ConfigFilesNode from "@hookline/node/ConfigFilesNode"
import * as NodeDiscovery from "@hookline/node/NodeDiscovery"
import * as NodePipeline from "@hookline/node/NodePipeline"
import * as SessionStateFile from "@hookline/node/SessionStateFile"
import { whyOf } from "@hookline/node/kit/node/disk"
import { paintFor } from "@hookline/node/kit/output/paint"
import * as OwnGuard from "../ownGuard/hook.ts"
import { Problem } from "./Problem.ts"
import type { Reader } from "@hookline/node/kit/output/Reader"

/** Returns the dialect of a name, or the canonical one without a name. */
export const dialectOf = (name: Option.Option<string>): Dialect =>
  Option.getOrElse(
    Option.flatMap(name, (said) => Option.fromNullishOr(Dialects.named(said))),
    () => Dialects.canonical
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
    Effect.mapError(
      Effect.provide(NodeDiscovery.here(Option.isSome(said) ? { project: said.value } : {}), still),
      ({ message }) => new Problem({ message })
    ),
    (folders) => {
      const what = obstacle(folders.project)
      return what === undefined
        ? Effect.succeed(folders)
        : Effect.fail(new Problem({ message: `${folders.project} ${what}: name a folder with --project` }))
    }
  )

/** Most commands run no hook, and every process answers once. */
export const executor = Executor.layerLazy(() => import("../dispatch/dispatchExecutor.ts").then(({ layer }) => layer))

/** Uses the pipeline of a project, for one answer. */
export const withPipeline = <A, E, R>(
  folders: Project,
  dialect: Dialect,
  use: (pipeline: typeof Pipeline.Service) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, Exclude<Exclude<R, NodePipeline.Parts>, Scope.Scope>> =>
  Effect.scoped(
    Effect.provide(
      Effect.flatMap(Pipeline, use),
      NodePipeline.layer({
        project: folders,
        host: dialect,
        once: true,
        nativeHooks: [OwnGuard.make(folders)],
        provide: [executor]
      })
    )
  )

/** A catalog with the places of its hooks. */
export const placed = (catalog: Catalog): Effect.Effect<Catalog> => Effect.provide(Locations.add(catalog), still)

/** Checks whether a hook is configured in a file. Hookline's own guard is not. */
export const isConfigured = ({ handler }: Hook): boolean => handler._tag !== "Native"

/** Returns the hooks that were seen to move themselves to the background, by what this user's agents have dispatched. */
export const movedOf = (folders: Project, hooks: ReadonlyArray<Hook>): Effect.Effect<ReadonlyArray<Hook>> =>
  Effect.provide(
    SessionState.use((state) => Observed.moved(state, folders.project, hooks)),
    SessionStateFile.layer()
  )

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
