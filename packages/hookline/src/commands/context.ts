/** The context of a command: its project, its output, and its pipeline. */
import { ConfigFiles } from "@hookline/core/ConfigFiles"
import type { Dialect } from "@hookline/core/Dialect"
import { Executor } from "@hookline/core/Executor"
import { HookDialects } from "@hookline/core/HookDialects"
import { Pipeline } from "@hookline/core/Pipeline"
import * as Locations from "@hookline/core/kit/discover/Locations"
import * as Observed from "@hookline/core/kit/execute/Observed"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import * as Dialects from "@hookline/dialects/Dialects"
import { workingFolder } from "@hookline/executor/kit/internal/process/workingFolder"
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
import * as FleetPolicy from "../dispatch/fleetPolicy.ts"
import * as OwnGuard from "../ownGuard/hook.ts"
import { Problem } from "./Problem.ts"
import type { Printer } from "@hookline/node/kit/output/Printer"
import type { Reader } from "@hookline/node/kit/output/Reader"
import { jsonLine } from "@hookline/schema/kit/shown/jsonLine"
import { onOneLine } from "@hookline/schema/kit/shown/visible"
import { columnsOf, fitted, wrapped } from "../output/layout.ts"
import { reported } from "../output/reported.ts"

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

/** Returns the reason why a path is no project's folder. */
const obstacle = (folder: string): string | undefined => {
  try {
    const status = statSync(folder, { throwIfNoEntry: false })
    if (status === undefined) return "is not there"
    return status.isDirectory() ? undefined : "is no folder"
  } catch (error) {
    return `can't be looked at (${whyOf(error)})`
  }
}

/** The folders of the project that a command is about. The variable of the command's host names it, and no other. */
export const foldersOf = (
  said: Option.Option<string>,
  host: Dialect = Dialects.canonical
): Effect.Effect<Project, Problem> =>
  Effect.flatMap(
    Effect.mapError(
      Effect.provide(NodeDiscovery.here({ host, ...(Option.isSome(said) && { project: said.value }) }), still),
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

/** Returns the policy of the user's organisation, as it is kept on this machine. */
export const policiesOf = ({ home }: Project) =>
  Effect.map(Effect.provide(FleetPolicy.read(home), ConfigFilesNode.layerOnce), ({ provide }) => provide)

/** Uses the pipeline of a project, for one answer. */
export const withPipeline = <A, E, R>(
  folders: Project,
  dialect: Dialect,
  use: (pipeline: typeof Pipeline.Service) => Effect.Effect<A, E, R>,
  provide: ReadonlyArray<Layer.Layer<never, never, NodePipeline.Inside>> = []
): Effect.Effect<A, E, Exclude<Exclude<R, NodePipeline.Parts>, Scope.Scope>> =>
  Effect.scoped(
    Effect.flatMap(policiesOf(folders), (policies) =>
      Effect.provide(
        Effect.flatMap(Pipeline, use),
        NodePipeline.layer({
          project: folders,
          host: dialect,
          once: true,
          nativeHooks: [OwnGuard.make(folders)],
          provide: [...provide, ...policies, executor]
        })
      )
    )
  )

/** A catalog with the places of its hooks. */
export const placed = (catalog: Catalog): Effect.Effect<Catalog> => Effect.provide(Locations.add(catalog), still)

/** Checks whether a hook is configured in a file. Hookline's own guard is not. */
export const isConfigured = ({ handler }: Hook): boolean => handler._tag !== "Native"

/** Returns the hooks that were seen to move themselves to the background, by what this user's agents have dispatched. */
export const movedOf = (folders: Project, hooks: ReadonlyArray<Hook>): Effect.Effect<ReadonlyArray<Hook>> =>
  Effect.suspend(() => Observed.moved(SessionStateFile.make(), folders.project, hooks))

/** Returns the colors of this terminal, its width, and its paths: made visible before they are shortened, as the folder is. */
export const reader = (): Reader => ({
  paint: paintFor(process.stdout, process.env),
  columns: columnsOf(process.stdout, process.env),
  relative: (file) => {
    const shown = onOneLine(file)
    const relative = path.relative(onOneLine(workingFolder().folder), shown)
    return relative === "" || relative.startsWith("..") ? shown : relative
  }
})

/** Prints one object for programs, or data as a text for the user. */
export const print = <A>(isJson: boolean, value: unknown, show: Printer<A>, data: A): Effect.Effect<void> =>
  Effect.suspend(() => {
    const here = reader()
    return Console.log(isJson ? jsonLine(value) : wrapped(show(data, here), here.columns))
  })

/** Reports a problem on standard error. Its further lines are indented, so that none of them looks like another problem. */
export const report = (message: string): Effect.Effect<void> =>
  Effect.suspend(() => Console.error(fitted(reported(message), process.stderr)))
