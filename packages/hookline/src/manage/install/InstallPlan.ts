/**
 * Plans the installation of a plugin: the hooks as they would be found, and all problems with them. Nothing
 * is written for it.
 *
 * @since 0.1.0
 */
import { Discoverer } from "@hookline/core/Discoverer"
import * as Locations from "@hookline/core/kit/discover/Locations"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import type { Hook } from "@hookline/schema/Hook"
import * as Effect from "effect/Effect"
import * as path from "node:path"
import * as NodeDiscovery from "@hookline/node/NodeDiscovery"
import { InstallProblem } from "./InstallProblem.ts"
import * as Installed from "./Installed.ts"
import * as InstalledChanges from "./InstalledChanges.ts"
import { checked } from "./name.ts"
import { fileOf, inPlace, nameIn } from "./place.ts"
import * as overlay from "./overlay.ts"
import { onOneLine } from "@hookline/schema/kit/shown/visible"
import type { Fetched } from "./PluginFetch.ts"
import * as PluginSource from "./PluginSource.ts"

/**
 * A tag that names another commit than when the plugin was installed.
 *
 * @category models
 * @since 0.1.0
 */
export interface Repointed {
  readonly ref: string
  readonly before: string
  readonly now: string
}

/**
 * The files that would be written, and the commands that they would run.
 *
 * @category models
 * @since 0.1.0
 */
export interface Plan {
  readonly fetched: Fetched
  readonly name: string
  readonly folder: string
  /** `same` where all files are as they are already. */
  readonly as: "new" | "update" | "same"
  /** The commands that it will run, with the places of each. */
  readonly hooks: ReadonlyArray<Hook>
  readonly diagnostics: ReadonlyArray<Diagnostic>
  /** The commands of the installed plugin of the same name. */
  readonly before: ReadonlyArray<Hook>
  /** The differences between its files and those that were installed last. */
  readonly changes: InstalledChanges.Changes
  /** Data in its folder that is no part of it, and that stays there: what its hooks wrote. */
  readonly kept: ReadonlyArray<string>
  /** The ref and its commits, if it is a tag that named another one when the plugin was installed. */
  readonly repointed?: Repointed
}

/**
 * Under another name than the plugin's own; over what was edited here.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  readonly name?: string
  readonly force?: boolean
}

/** The reason of a refusal, in a sentence. */
const fail = (why: InstallProblem["why"], text: string) => new InstallProblem({ why, text })

/** The hooks under a folder, as they would be found with these files in it, or as they are found. */
const hooksIn = Effect.fnUntraced(function* (folders: Project, folder: string, files?: Fetched["files"]) {
  const layer = files === undefined ? NodeDiscovery.layer : NodeDiscovery.layerIn(overlay.layer(folder, files))
  const found = Effect.flatMap(Discoverer, (discoverer) =>
    Effect.flatMap(discoverer.discover(folders, { env: process.env }), Locations.add)
  )
  const { diagnostics, hooks } = yield* Effect.provide(found, layer)
  return {
    hooks: hooks.filter(({ source }) => source.pluginFolder === folder),
    diagnostics: diagnostics.filter(({ file }) => file === folder || file.startsWith(`${folder}/`))
  }
})

/** Checks whether it may be written there, and reads the current files. */
const place = Effect.fnUntraced(function* (folders: Project, fetched: Fetched, options: Options) {
  const { project } = folders
  const name = yield* Effect.fromResult(checked(options.name ?? fetched.name))
  const folder = Installed.folderOf(project, name)
  yield* inPlace(project, folder)
  yield* inPlace(project, Installed.fileOf(project))
  const { folder: from } = fetched.source
  const source = from === undefined ? undefined : path.resolve(project, from)
  if (fetched.source.plugin === undefined && source !== undefined && `${folder}/`.startsWith(`${source}/`)) {
    return yield* fail(
      "source",
      `${onOneLine(source)} is where it would be put, or lies around it; nothing was written.`
    )
  }
  const { plugins } = yield* Installed.read(project)
  const there = nameIn(folder, name)
  const entry = plugins.find((each) => each.name === name)
  if (there === undefined) return { name, folder, entry: undefined }
  if (there !== name || entry === undefined) {
    return yield* fail(
      "name",
      `A plugin called ${there} is there already, and ${there === name ? "was not installed by us" : "differs in capitals alone"}. Give this one another name with --name.`
    )
  }
  if (!PluginSource.isSame(entry.source, fetched.source)) {
    return yield* fail(
      "name",
      `A plugin called ${name} is there already, from ${PluginSource.format(entry.source)}. ` +
        `Give this one another name with --name, or take that one away: hookline remove ${name}`
    )
  }
  const edits = yield* InstalledChanges.changes(folders, entry)
  if (InstalledChanges.isChanged(edits) && options.force !== true) {
    return yield* fail(
      "edits",
      `${name} was edited since it was installed (${InstalledChanges.tell(edits)}). With --force these edits are dropped; nothing was written.`
    )
  }
  const isEdited = InstalledChanges.isChanged(edits)
  return { name, folder, entry, isEdited, kept: [...edits.data, ...edits.state] }
})

/** Finds a tag that names another commit, or whose place a branch took. A ref that is newly asked for was not re-pointed. */
const repointedIn = (entry: Installed.InstalledPlugin, fetched: Fetched): Repointed | undefined => {
  const [before, now] = [entry, fetched].map(({ origin, source }) => origin?.ref ?? source.ref)
  const isTag = (entry.refType ?? fetched.refType) === "tag"
  if (now === undefined || before !== now || !isTag || entry.commit === fetched.commit) return undefined
  return { ref: now, before: entry.commit ?? "no commit", now: fetched.commit ?? "no commit" }
}

/** Checks for the same ref, and the same commits behind it. */
const isSameState = (entry: Installed.InstalledPlugin, { commit, listed, origin, refType, source }: Fetched): boolean =>
  entry.commit === commit &&
  entry.origin?.git === origin?.git &&
  entry.origin?.ref === origin?.ref &&
  entry.origin?.path === origin?.path &&
  entry.listed === listed &&
  entry.refType === refType &&
  entry.source.ref === source.ref

/**
 * Plans an installation. Nothing is written.
 *
 * @category constructors
 * @since 0.1.0
 */
export const plan = Effect.fnUntraced(function* (
  folders: Project,
  fetched: Fetched,
  options: Options = {}
): Effect.fn.Return<Plan, InstallProblem> {
  const { entry, folder, isEdited = false, kept = [], name } = yield* place(folders, fetched, options)
  const after = yield* hooksIn(folders, folder, fetched.files)
  const before = entry === undefined ? [] : (yield* hooksIn(folders, folder)).hooks
  const changes = InstalledChanges.between(entry?.files ?? [], fetched.files.map(fileOf))
  const repointed = entry === undefined ? undefined : repointedIn(entry, fetched)
  const isSame = entry !== undefined && !InstalledChanges.isChanged(changes) && !isEdited && isSameState(entry, fetched)
  return {
    fetched,
    name,
    folder,
    as: entry === undefined ? "new" : isSame ? "same" : "update",
    ...after,
    before,
    changes,
    kept,
    ...(repointed !== undefined && { repointed })
  }
})
