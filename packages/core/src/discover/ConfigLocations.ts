/**
 * The files of a dialect's hooks in one project: existing files are read, and missing ones that should exist are
 * reported.
 *
 * @since 0.1.0
 */
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import { type File, finderOf } from "@hookline/schema/Source"
import * as Effect from "effect/Effect"
import * as Hash from "effect/Hash"
import { absentOf, type IsAbsent } from "./absentIn.ts"
import { ConfigFiles, type FileStatus, type Inaccessible, noFolder } from "./ConfigFiles.ts"
import type { Base, Dialect, HookFiles, HostPlugin, HostPlugins, PluginLayout } from "../Dialect.ts"
import { isJson, type Json } from "@hookline/schema/Json"
import { lettersOf } from "./EventNames.ts"
import { isNear } from "./Suggestions.ts"
import { callNow } from "./immediate.ts"
import type * as ProjectFolder from "./ProjectFolder.ts"
import * as SharedListings from "./SharedListings.ts"

/**
 * The folders that a project's hooks come from: its own, the user's home, and the folder of the user's configurations.
 *
 * @category models
 * @since 0.1.0
 */
export interface Project extends Readonly<Record<Base, string>> {
  /** The way in which the project's folder was found, unless a program names it. */
  readonly found?: ProjectFolder.Found
  /** The absolute folders that variables of the environment name, by the variables. */
  readonly named?: Readonly<Record<string, string>>
  /** The values of variables that should name such a folder, and are no absolute path. They do not count. */
  readonly misnamed?: Readonly<Record<string, string>>
  /** The name of the operating system, as Node has it, where the files of the whole machine are read. */
  readonly system?: string
  /** The values of variables that name further files of the whole machine. */
  readonly machine?: Readonly<Record<string, string>>
}

/** A path below a base, and the variable that may name a folder in the place of its first step. */
interface Movable {
  readonly base: Base
  readonly path: string
  readonly variable?: string
}

/**
 * Returns the path of a dialect's file or folder, which a variable may have moved.
 *
 * @category getters
 * @since 0.1.0
 */
export const pathIn = ({ base, path, variable }: Movable, project: Project): string => {
  const folder = variable === undefined ? undefined : project.named?.[variable]
  return folder === undefined ? `${project[base]}/${path}` : `${folder}${path.slice(path.indexOf("/"))}`
}

/**
 * Returns the path of a dialect's file or folder of hooks.
 *
 * @category getters
 * @since 0.1.0
 */
export const pathOf = (spec: HookFiles, project: Project): string =>
  spec._tag === "Folder" ? `${project[spec.base]}/${spec.path}` : pathIn(spec, project)

/**
 * Returns the folders below which a project's hooks are.
 *
 * @category getters
 * @since 0.1.0
 */
export const rootsOf = ({ config, home, named = {}, project }: Project): ReadonlyArray<string> => [
  ...new Set([project, home, config, ...Object.values(named)])
]

/**
 * A file with its text, or a problem with it.
 *
 * @category models
 * @since 0.1.0
 */
export type Found = { readonly _tag: "Text"; readonly file: File; readonly text: string } | Problem

interface Problem {
  readonly _tag: "Problem"
  readonly diagnostic: Diagnostic
  /** The obstacle, if the file or folder exists and can't be read. */
  readonly why?: string
}

/**
 * A location of hooks. It is read on demand, so that the texts of a thousand plugins need not be in memory at once.
 *
 * @category models
 * @since 0.1.0
 */
export type Place = (files: ConfigFiles["Service"]) => Effect.Effect<ReadonlyArray<Found>, never, ConfigFiles>

type Folder = HookFiles & { readonly _tag: "Folder" }

type Files = HookFiles & { readonly _tag: "Files" }

/** Creates a diagnostic for a whole file. It concerns all events, because the file's events are unknown. */
const problem = (
  file: File,
  code: "file-unreadable" | "file-missing" | "file-outside" | "manifest-invalid",
  text: string,
  fix: string
): Problem => ({
  _tag: "Problem",
  diagnostic: {
    code,
    level: "error",
    dialect: finderOf(file),
    file: file.file,
    line: 1,
    column: 1,
    at: [],
    text,
    fix,
    lost: { entries: 1, events: "all" }
  }
})

/**
 * Creates the diagnostic of a file or folder that exists but can't be read. If a folder above it is the reason, the diagnostic
 * is the folder's, and so the same for all paths in it.
 *
 * @category constructors
 * @since 0.1.0
 */
export const unreadable = (file: File, kind: "file" | "folder", { path, why }: Inaccessible): Found => {
  const isAbove = file.file.startsWith(`${path}/`)
  const what = isAbove ? "folder" : kind
  const found = problem(
    isAbove ? { ...file, file: path } : file,
    "file-unreadable",
    `This ${what} can't be read (${why}), so that none of its hooks run.`,
    why === "EACCES" || why === "EPERM"
      ? `Let its owner make it readable, as with \`chmod u+r${what === "folder" ? "x" : ""}\`.`
      : `Put a ${what} there that can be read, or take away what is there.`
  )
  return { ...found, why }
}

/**
 * Returns diagnostics without those that repeat an earlier one: many files may have one folder that can't be read, and that
 * folder may be a plugin's or the project's, which is reported by itself.
 *
 * @category getters
 * @since 0.1.0
 */
export const withoutRepeated = (diagnostics: ReadonlyArray<Diagnostic>): ReadonlyArray<Diagnostic> => {
  if (diagnostics.every(({ code }) => code !== "file-unreadable")) return diagnostics
  const seen = new Set<string>()
  const missing = diagnostics.filter(({ code }) => code === "file-missing" || code === "project-missing")
  const isMissing = (path: string): boolean => missing.some(({ file }) => file === path || file.startsWith(`${path}/`))
  return diagnostics.filter(({ code, file, text }) => {
    if (code !== "file-unreadable") return true
    const before = seen.size
    return seen.add(`${file}\0${text}`).size > before && !isMissing(file)
  })
}

/** Returns the location of problems that are known already. */
const atOnce =
  (found: ReadonlyArray<Found>): Place =>
  () =>
    Effect.succeed(found)

const noneFound: Effect.Effect<ReadonlyArray<Found>> = Effect.succeed([])

/**
 * Reads a file that need not exist.
 *
 * @category discovering
 * @since 0.1.0
 */
export const optional = (
  files: ConfigFiles["Service"],
  file: File
): Effect.Effect<ReadonlyArray<Found>, never, ConfigFiles> =>
  Effect.matchEager(callNow(files.read, file.file), {
    onSuccess: (text): ReadonlyArray<Found> => (text === undefined ? [] : [{ _tag: "Text", file, text }]),
    onFailure: (error) => [unreadable(file, "file", error)]
  })

/** Returns the location of a file that need not exist. */
const placeOf =
  (file: File): Place =>
  (files) =>
    optional(files, file)

/**
 * Returns the path in the plugin's folder that a manifest names, or `undefined` if the path leads out of it.
 *
 * @category getters
 * @since 0.1.0
 */
export const inside = (folder: string, path: string): string | undefined => {
  const steps: Array<string> = []
  for (const step of path.split("/")) {
    if (step === "..") {
      if (steps.pop() === undefined) return undefined
    } else if (step !== "" && step !== ".") steps.push(step)
  }
  return path.startsWith("/") || path.includes("\\") || steps.length === 0 ? undefined : `${folder}/${steps.join("/")}`
}

const fileOutside = (path: string, manifest: File): Found =>
  problem(
    manifest,
    "file-outside",
    `${JSON.stringify(path)} is no path inside of this plugin, so that its hooks don't run.`,
    "Put the file into the plugin's folder, and write its path from there."
  )

/**
 * Checks whether a symbolic link leads out of a folder. An error is ignored here, because reading the file reports it.
 *
 * @category getters
 * @since 0.1.0
 */
export const leadsOut = Effect.fnUntraced(function* (folder: string, target: string) {
  const files = yield* ConfigFiles
  const real = (path: string) => Effect.orElseSucceed(files.realPath(path), () => undefined)
  const [root, file] = [yield* real(folder), yield* real(target)]
  return root !== undefined && file !== undefined && !file.startsWith(`${root}/`)
})

/** Reads one of the files that a manifest names. */
const named = Effect.fnUntraced(function* (path: string, manifest: File, folder: string) {
  const target = inside(folder, path)
  if (target === undefined) return [fileOutside(path, manifest)]
  const outside = yield* leadsOut(folder, target)
  if (outside) return [fileOutside(path, manifest)]
  const found = yield* optional(yield* ConfigFiles, { ...manifest, file: target })
  return found.length > 0
    ? found
    : [
        problem(
          manifest,
          "file-missing",
          `${JSON.stringify(path)} is not there, so that its hooks don't run.`,
          "Write the path of the file that was meant."
        )
      ]
})

/** The hooks of a manifest: paths of files, the hooks themselves, or an invalid value. */
type Named =
  | { readonly _tag: "Paths"; readonly paths: ReadonlyArray<string>; readonly near?: string | undefined }
  | { readonly _tag: "Inline" }
  | { readonly _tag: "Unclear"; readonly why: string }

/** Returns the key of a manifest by which its author means the one of hooks, with hooks or the path of a file of them. */
const nearKey = (manifest: Json, key: string): string | undefined =>
  Object.keys(manifest).find((name) => {
    if (name === key || name.length > 64 || /^[_/#]/.test(name)) return false
    if (!isNear(lettersOf(name), lettersOf(key))) return false
    return [manifest[name]].flat().some((each) => isJson(each) || (typeof each === "string" && each.endsWith(".json")))
  })

const hooksNamed = (text: string, key: string): Named => {
  let manifest: unknown
  try {
    manifest = JSON.parse(text.replace(/^\uFEFF/, ""))
  } catch {
    return { _tag: "Unclear", why: "it is no valid JSON" }
  }
  if (!isJson(manifest)) return { _tag: "Unclear", why: "it holds no object" }
  const value = manifest[key]
  if (isJson(value)) return { _tag: "Inline" }
  const near = nearKey(manifest, key)
  if (value === undefined || value === null) return { _tag: "Paths", paths: [], near }
  const paths: ReadonlyArray<unknown> = Array.isArray(value) ? value : [value]
  return paths.every((path) => typeof path === "string")
    ? { _tag: "Paths", paths, near }
    : { _tag: "Unclear", why: `"${key}" is neither a path, nor a list of paths, nor hooks` }
}

/** Reads the files that a plugin's manifest names, except the file that was already read. */
const byManifest = Effect.fnUntraced(function* (
  layout: PluginLayout,
  manifest: Found,
  folder: string,
  foundNested: boolean
): Effect.fn.Return<ReadonlyArray<Found>, never, ConfigFiles> {
  if (manifest._tag === "Problem") return [manifest]
  const hooks = hooksNamed(manifest.text, layout.manifest.key)
  // Hooks under a second key beside those in the manifest itself are reported where these are read.
  if (hooks._tag === "Inline") return [manifest]
  if (hooks._tag === "Unclear") {
    return [
      problem(
        manifest.file,
        "manifest-invalid",
        `The hooks of this plugin's manifest are unknown: ${hooks.why}.`,
        `Write "${layout.manifest.key}": "./${layout.nested}", or take it away where the plugin has just that file.`
      )
    ]
  }
  const isFound = (path: string): boolean => foundNested && inside(folder, path) === `${folder}/${layout.nested}`
  const paths = new Set(hooks.paths.filter((path) => !isFound(path)))
  const files = yield* Effect.forEach(paths, (path) => named(path, manifest.file, folder))
  if (hooks.near === undefined) return files.flat()
  const near = JSON.stringify(hooks.near)
  const why = `The hooks of this plugin's manifest are under ${near}, which is not read.`
  return [
    problem(manifest.file, "manifest-invalid", why, `Rename ${near} to "${layout.manifest.key}".`),
    ...files.flat()
  ]
})

/** Reports a plugin that is a dangling link. A plugin without hooks is not reported. */
const nothingFound = Effect.fnUntraced(function* (plugin: File, folder: string) {
  const files = yield* ConfigFiles
  const real = yield* Effect.orElseSucceed(files.realPath(folder), () => undefined)
  return real === undefined
    ? [
        problem(
          { ...plugin, file: folder },
          "file-missing",
          "This link leads nowhere, so that no hooks of the plugin run.",
          "Put the plugin there, or take the link away."
        )
      ]
    : []
})

/** Returns the folder in which the plugins of a project may keep data. No two projects have the same. */
const dataFolderOf = (project: string): string => {
  const last = project
    .slice(project.lastIndexOf("/") + 1)
    .replaceAll(/[^\w.-]/g, "-")
    .slice(0, 50)
  return `${last}-${(Hash.string(project) >>> 0).toString(16)}`
}

// The plugins of a project are read one after the other.
let lastProject = ""
let lastDataFolder = dataFolderOf("")

/** Returns the folder in which a plugin may keep data: outside of the plugin, and not shared by two projects. */
const dataOf = (name: string, { scope }: Pick<File, "scope">, { home, project }: Project): string => {
  if (scope === "user") return `${home}/.hookline/plugins/user/${name}`
  if (project !== lastProject) {
    lastProject = project
    lastDataFolder = dataFolderOf(project)
  }
  return `${home}/.hookline/plugins/${lastDataFolder}/${name}`
}

/** Checks for the folder of the manifest, which also marks a plugin without one. An inaccessible one exists. */
const hasMetadata = (
  { manifest: { path } }: PluginLayout,
  folder: string
): Effect.Effect<boolean, never, ConfigFiles> =>
  Effect.flatMap(ConfigFiles, (files) =>
    Effect.match(files.entries(`${folder}/${path.slice(0, path.lastIndexOf("/"))}`), {
      onSuccess: (entries) => entries.length > 0,
      onFailure: () => true
    })
  )

/** A folder of hooks as a file, which has nothing of a plugin. */
type BareFolder = Pick<File, "dialect" | "scope" | "folder" | "file">

/**
 * Returns the file of a folder's plugin by the rules of a bare folder of hooks. It is written out, because a field that is
 * added to a copy makes it two objects.
 */
const ownFileOf = (spec: Folder, bare: BareFolder, name: string, folder: string): File => ({
  dialect: bare.dialect,
  scope: bare.scope,
  folder: bare.folder,
  file: `${folder}/${spec.file}`,
  plugin: name,
  pluginFolder: folder
})

/** Returns the file of a folder's plugin by its own rules. Most folders are bare, so that it is made where it is used. */
const pluginFileOf = (spec: Folder, own: File, name: string, project: Project): File => ({
  ...own,
  dialect: spec.pluginDialect,
  ...(spec.pluginDialect !== own.dialect && { foundBy: own.dialect }),
  pluginData: dataOf(name, own, project)
})

/**
 * Reads the files of a plugin with more than its own file: the nested one, those that its manifest names, and its own. Its
 * own file counts beside the others, because a guard in one of them must not depend on the other.
 */
const ofWholePlugin = Effect.fnUntraced(function* (spec: Folder, own: File, isAbsent: IsAbsent, project: Project) {
  const files = yield* ConfigFiles
  const { layout } = spec
  const { plugin: name = "", pluginFolder: folder = "" } = own
  const plugin = pluginFileOf(spec, own, name, project)
  const read = (path: string, of: File) =>
    isAbsent(path)
      ? noneFound
      : Effect.map(optional(files, { ...of, file: `${folder}/${path}` }), (found) =>
          found.filter((one) => !isFileInPlugin(one, folder))
        )
  const nested = yield* read(layout.nested, plugin)
  const { path } = layout.manifest
  const [manifest] = yield* read(path, plugin)
  const isPlugin =
    nested.length > 0 || manifest !== undefined || (!isAbsent(path) && (yield* hasMetadata(layout, folder)))
  const first = yield* read(spec.file, isPlugin ? plugin : own)
  const named = manifest === undefined ? [] : yield* byManifest(layout, manifest, folder, nested.length > 0)
  const before = [...nested, ...named]
  const found = [...before, ...first.filter((one) => !isAmong(one, before))]
  if (found.every((one) => isProblemAt(one, folder))) return yield* nothingFound(own, folder)
  // One cause, such as a folder that can't be entered, is reported once.
  return first.length > 0 && found.every(({ _tag }) => _tag === "Problem") ? first : found
})

/**
 * Reads the files of one plugin. One with nothing but its own file is a bare folder of hooks, and nearly all are: it is read
 * without a generator, because there may be a thousand.
 */
const ofPlugin = (
  files: ConfigFiles["Service"],
  absences: SharedListings.Absences | undefined,
  spec: Folder,
  bare: BareFolder,
  name: string,
  project: Project
): Effect.Effect<ReadonlyArray<Found>, never, ConfigFiles> => {
  const { layout } = spec
  const folder = `${bare.folder}/${name}`
  const own = ownFileOf(spec, bare, name, folder)
  return Effect.flatMapEager(absentOf(files, absences, folder, name), (isAbsent) => {
    if (!isAbsent(layout.nested) || !isAbsent(layout.manifest.path)) return ofWholePlugin(spec, own, isAbsent, project)
    const reading = isAbsent(spec.file) ? noneFound : optional(files, own)
    return Effect.flatMapEager(reading, (found) =>
      found.length > 0 ? Effect.succeed(found) : nothingFound(own, folder)
    )
  })
}

const isProblemAt = (one: Found, path: string): boolean => one._tag === "Problem" && one.diagnostic.file === path

/** Checks for a file that a plugin has under the name of a folder that it need not have, such as a script named `hooks`. */
const isFileInPlugin = (one: Found, folder: string): boolean =>
  one._tag === "Problem" && one.why === noFolder && one.diagnostic.file.startsWith(`${folder}/`)

/** Checks whether a file, or a file with the same text, was read before. */
const isAmong = (one: Found, before: ReadonlyArray<Found>): boolean =>
  one._tag === "Text" &&
  before.some((other) => other._tag === "Text" && (other.file.file === one.file.file || other.text === one.text))

/** Returns the file that represents a whole plugin of a host. */
const fileOfHost = (dialect: string, { data, folder, hostSkips, id, name }: HostPlugin): File => ({
  dialect,
  scope: "user",
  file: folder,
  folder,
  plugin: id,
  pluginName: name,
  pluginFolder: folder,
  pluginData: data,
  ...(hostSkips !== undefined && { hostSkips })
})

/** Reports a plugin whose folder is gone or can't be read, because its record still has it as installed. */
const folderGone = Effect.fnUntraced(function* (plugin: File) {
  const files = yield* ConfigFiles
  return yield* Effect.match(files.entries(plugin.folder), {
    onSuccess: (entries): ReadonlyArray<Found> =>
      entries.length > 0
        ? []
        : [
            problem(
              plugin,
              "file-missing",
              `The plugin ${plugin.plugin ?? ""} is enabled, and its folder is not there, so that none of its hooks run.`,
              "Install it again, or disable it."
            )
          ],
    onFailure: (error) => [unreadable(plugin, "folder", error)]
  })
})

/** Returns the files without those that were found before, and without hooks that were found in another file before. */
const others = (found: ReadonlyArray<Found>, before: ReadonlyArray<Found>, key: string): ReadonlyArray<Found> => {
  const inlineOf = (text: string): string | undefined => {
    try {
      const data: unknown = JSON.parse(text)
      return isJson(data) ? JSON.stringify(data[key]) : undefined
    } catch {
      return undefined
    }
  }
  const texts = before.flatMap((one) => (one._tag === "Text" ? [one] : []))
  return found.filter(
    (one) =>
      one._tag === "Problem" ||
      !texts.some(({ file, text }) => file.file === one.file.file || inlineOf(text) === inlineOf(one.text))
  )
}

/** Reads the files of a host's plugin: the nested one, those that its manifest names, and those of a list. */
const ofHostPlugin = Effect.fnUntraced(function* (layout: PluginLayout, dialect: string, plugin: HostPlugin) {
  const file = fileOfHost(dialect, plugin)
  const { folder, listed } = plugin
  const files = yield* ConfigFiles
  const nested = yield* optional(files, { ...file, file: `${folder}/${layout.nested}` })
  const [manifest] = yield* optional(files, { ...file, file: `${folder}/${layout.manifest.path}` })
  const hasNested = nested.length > 0
  const named = manifest === undefined ? [] : yield* byManifest(layout, manifest, folder, hasNested)
  const own = [...nested, ...named]
  const list: Found | undefined = listed && { _tag: "Text", file: { ...file, file: listed.file }, text: listed.text }
  const more = list === undefined ? [] : yield* byManifest(layout, list, folder, hasNested)
  const found = [...own, ...others(more, own, layout.manifest.key)]
  return found.length > 0 || manifest !== undefined ? found : yield* folderGone(file)
})

/** Returns the plugins that the host of this dialect installs. */
const hostPluginsOf = ({ name, plugins }: Dialect): HostPlugins | undefined =>
  plugins?.host === name ? plugins : undefined

const ofHost = Effect.fnUntraced(function* (dialect: Dialect, project: Project) {
  const plugins = hostPluginsOf(dialect)
  if (plugins === undefined) return []
  const found = yield* plugins.find(project)
  const problems = found.diagnostics.map((diagnostic): Found => ({ _tag: "Problem", diagnostic }))
  return [
    atOnce(problems),
    ...found.plugins.map(
      (plugin): Place =>
        () =>
          ofHostPlugin(plugins.layout, dialect.name, plugin)
    )
  ]
})

/**
 * A plugin as a whole. `file` represents its folder, and `list` is its entry in a file outside of it.
 *
 * @category models
 * @since 0.1.0
 */
export interface Plugin {
  readonly name: string
  readonly file: File
  readonly folder: string
  readonly layout: PluginLayout
  readonly list?: string
  /** The check for names in the folder that are absent for certain, if the folder was listed. */
  readonly isAbsent?: IsAbsent
}

/** Checks whether a plugin is meant, by its layout and by what its folder does not have. */
type IsMeant = (plugin: Pick<Plugin, "isAbsent" | "layout" | "list">) => boolean

/** Lists the plugins of a folder. One that can't be read is reported with its hooks. */
const pluginsIn = Effect.fnUntraced(function* (spec: Folder, dialect: string, project: Project, isMeant: IsMeant) {
  const files = yield* ConfigFiles
  const listings = yield* SharedListings.Current
  const path = `${project[spec.base]}/${spec.path}`
  const bare: BareFolder = { dialect, scope: spec.scope, folder: path, file: path }
  const names = yield* Effect.orElseSucceed(
    SharedListings.foldersIn(files, listings, path),
    (): ReadonlyArray<string> => []
  )
  const { layout } = spec
  const found: Array<Plugin> = []
  const absences = SharedListings.absencesIn(listings, path)
  // In one loop, because there may be a thousand plugins, and nearly all are listed already and bare.
  for (const name of names) {
    const isAbsent = absences?.get(name) ?? (yield* absentOf(files, absences, `${path}/${name}`, name))
    if (!isMeant({ isAbsent, layout })) continue
    const folder = `${path}/${name}`
    const own = ownFileOf(spec, bare, name, folder)
    // A failure is recorded by the port, so that no catalog is made of this reading.
    const status = isAbsent(layout.nested)
      ? "missing"
      : yield* Effect.orElseSucceed(files.status(`${folder}/${layout.nested}`), (): FileStatus => "missing")
    const isPlugin = status !== "missing" || (!isAbsent(layout.manifest.path) && (yield* hasMetadata(layout, folder)))
    found.push({ name, file: isPlugin ? pluginFileOf(spec, own, name, project) : own, folder, layout, isAbsent })
  }
  return found
})

/**
 * Lists the plugins that a dialect has in a project: those that its host installed, then those of its folders. Nothing is
 * made of plugins that are not meant, because there may be a thousand.
 *
 * @category discovering
 * @since 0.1.0
 */
export const plugins = Effect.fnUntraced(function* (
  dialect: Dialect,
  project: Project,
  isMeant: IsMeant
): Effect.fn.Return<ReadonlyArray<Plugin>, never, ConfigFiles> {
  const host = hostPluginsOf(dialect)
  const installed = host === undefined ? [] : (yield* host.find(project)).plugins
  const specs = dialect.files.flatMap((spec) => (spec._tag === "Folder" ? [spec] : []))
  const paths = specs.map(({ base, path }) => `${project[base]}/${path}`)
  const once = specs.filter((_, index) => paths.indexOf(paths[index] ?? "") === index)
  const inFolders = yield* Effect.forEach(once, (spec) => pluginsIn(spec, dialect.name, project, isMeant))
  const ofHost =
    host === undefined
      ? []
      : installed.map((plugin): Plugin => ({
          name: plugin.name,
          file: fileOfHost(dialect.name, plugin),
          folder: plugin.folder,
          layout: host.layout,
          ...(plugin.listed !== undefined && { list: plugin.listed.text })
        }))
  return [...ofHost.filter(isMeant), ...inFolders.flat()]
})

const inFolder = Effect.fnUntraced(function* (spec: Folder, dialect: string, folder: string, project: Project) {
  const files = yield* ConfigFiles
  const listings = yield* SharedListings.Current
  const absences = SharedListings.absencesIn(listings, folder)
  const own: File = { dialect, scope: spec.scope, folder, file: `${folder}/${spec.file}` }
  const plugins = yield* SharedListings.foldersIn(files, listings, folder).pipe(
    Effect.map((names): ReadonlyArray<Place> =>
      names.map((name) => (here) => ofPlugin(here, absences, spec, own, name, project))
    ),
    Effect.catchTag("Inaccessible", (error) =>
      Effect.succeed([atOnce([unreadable({ ...own, file: folder }, "folder", error)])])
    )
  )
  return [placeOf(own), ...plugins]
})

/** Reads all files of a folder whose names have an ending. Other files of such a folder are scripts and notes. */
const filesIn = Effect.fnUntraced(function* (spec: Files, dialect: string, folder: string) {
  const files = yield* ConfigFiles
  const own: File = { dialect, scope: spec.scope, folder, file: folder }
  return yield* files.entries(folder).pipe(
    Effect.map((entries) =>
      // A dangling link was meant to lead to a file, so that it is read, and reported.
      entries.flatMap(({ kind, name }): ReadonlyArray<Place> =>
        name.endsWith(spec.ending) && kind !== "folder" ? [placeOf({ ...own, file: `${folder}/${name}` })] : []
      )
    ),
    Effect.catchTag("Inaccessible", (error) =>
      Effect.succeed<ReadonlyArray<Place>>([atOnce([unreadable(own, "folder", error)])])
    )
  )
})

/**
 * Lists the locations of a dialect's hooks, in the order in which the hooks run.
 *
 * @category discovering
 * @since 0.1.0
 */
export const of = Effect.fnUntraced(function* (
  dialect: Dialect,
  project: Project
): Effect.fn.Return<ReadonlyArray<Place>, never, ConfigFiles> {
  // In the user's home folder, project files and user-level files are the same files; each is read once.
  const paths = dialect.files.map((spec) => pathOf(spec, project))
  const specs = dialect.files.filter((_, index) => paths.indexOf(paths[index] ?? "") === index)
  const places = yield* Effect.forEach(specs, (spec): Effect.Effect<ReadonlyArray<Place>, never, ConfigFiles> => {
    const path = pathOf(spec, project)
    if (spec._tag === "Folder") return inFolder(spec, dialect.name, path, project)
    if (spec._tag === "Files") return filesIn(spec, dialect.name, path)
    const folder = path.slice(0, path.lastIndexOf("/"))
    return Effect.succeed([placeOf({ dialect: dialect.name, scope: spec.scope, folder, file: path })])
  })
  return [...places.flat(), ...(yield* ofHost(dialect, project))]
})
