/**
 * The locations of skills, agents and commands: those of every dialect, and a folder that a variable names.
 *
 * @since 0.1.0
 */
import { ConfigFiles } from "@hookline/core/ConfigFiles"
import type { Dialect, SkillFolder } from "@hookline/core/Dialect"
import * as ConfigLocations from "@hookline/core/kit/discover/ConfigLocations"
import * as Ownership from "@hookline/core/kit/discover/Ownership"
import * as PluginCarriers from "@hookline/core/kit/discover/PluginCarriers"
import type { File, Scope } from "@hookline/schema/Source"
import * as Effect from "effect/Effect"
import type { Kind } from "../Skill.ts"

/**
 * A folder with files of one kind, and its dialect.
 *
 * @category models
 * @since 0.1.0
 */
export interface Place {
  readonly dialect: Dialect
  readonly kind: Kind
  readonly scope: Scope
  readonly path: string
  /** The one file of the folder that is meant. */
  readonly only?: string
  /** The plugin that has the folder, with its own name, which is before the names of what it has. */
  readonly plugin?: { readonly name: string; readonly file: File }
}

type Project = ConfigLocations.Project

/**
 * The environment that may name folders, and the users whose folders count as the user's own.
 *
 * @category models
 * @since 0.1.0
 */
export interface Named {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly owners?: ReadonlyArray<number>
}

const isInside = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)

/** Returns a path without `.`, `..` and empty steps. */
const normal = (path: string): string => {
  const steps: Array<string> = []
  for (const step of path.split("/")) {
    if (step === "..") steps.pop()
    else if (step !== "" && step !== ".") steps.push(step)
  }
  return `/${steps.join("/")}`
}

/** Returns the real path, or the path by its name where it does not exist. */
export const realOf = Effect.fnUntraced(function* (path: string) {
  const { realPath } = yield* ConfigFiles
  return normal((yield* Effect.orElseSucceed(realPath(path), () => undefined)) ?? path)
})

/**
 * Returns the scope of a folder that a host or a variable names. It is the user's only in the user's own home folder,
 * outside of the project, and where no other user may write it. Any other folder has no more rights than a project,
 * because anyone may write elsewhere, and a host reports any folder.
 *
 * @category discovering
 * @since 0.1.0
 */
export const scopeOf = Effect.fnUntraced(function* (
  folder: string,
  folders: Project,
  owners: ReadonlyArray<number> = []
): Effect.fn.Return<Scope, never, ConfigFiles> {
  const real = yield* realOf(folder)
  const isIn = (outer: string) => Effect.map(realOf(outer), (path) => isInside(real, path))
  if (isInside(normal(folder), folders.project) || (yield* isIn(folders.project))) return "project"
  if (!(yield* isIn(folders.home)) && !(yield* isIn(folders.config))) return "project"
  const paths = [real, `${real}/SKILL.md`]
  // Rights that can't be read are those of another user.
  const isOthers = yield* Effect.match(Ownership.foreignIn(paths, owners), {
    onSuccess: (foreign) => foreign !== undefined,
    onFailure: () => true
  })
  return isOthers ? "project" : "user"
})

/**
 * Resolves a folder against the project's folder.
 *
 * @category discovering
 * @since 0.1.0
 */
export const folderOf = (path: string, project: string): string =>
  (path.startsWith("/") ? path : `${project}/${path.replace(/^(?:\.\/+)+/, "")}`).replace(/(?<=.)\/+$/, "")

const placeOf = Effect.fnUntraced(function* (
  dialect: Dialect,
  folder: SkillFolder,
  project: Project,
  { env, owners }: Named
): Effect.fn.Return<ReadonlyArray<Place>, never, ConfigFiles> {
  const { kind } = folder
  if (folder._tag === "Folder") {
    return [{ dialect, kind, scope: folder.scope, path: ConfigLocations.pathIn(folder, project) }]
  }
  const named = env[folder.name]
  if (named === undefined || named === "") return []
  const path = folderOf(named, project.project)
  return [{ dialect, kind, path, scope: yield* scopeOf(path, project, owners) }]
})

/** Lists the locations in the plugins of a dialect. Each is read by the rules of the plugin's own dialect. */
const ofPlugins = Effect.fnUntraced(function* (dialect: Dialect, dialects: ReadonlyArray<Dialect>, project: Project) {
  const plugins = yield* ConfigLocations.plugins(dialect, project, PluginCarriers.mayHaveAny)
  const places = yield* Effect.forEach(plugins, (plugin) =>
    Effect.map(PluginCarriers.of(plugin), (folders) =>
      folders.map(({ kind, only, path }): Place => {
        const own = dialects.find(({ name }) => name === plugin.file.dialect)
        const { foundBy: _, ...file } = plugin.file
        return {
          dialect: own ?? dialect,
          kind,
          scope: plugin.file.scope,
          path,
          ...(only !== undefined && { only }),
          plugin: {
            name: plugin.name,
            file: own === undefined ? { ...file, dialect: dialect.name } : plugin.file
          }
        }
      })
    )
  )
  return places.flat()
})

/**
 * Lists the locations in the folders of dialects and in their plugins. Those in plugins of hosts come first of these,
 * because they are the user's, so that a copy in a project does not shadow them.
 *
 * @category discovering
 * @since 0.1.0
 */
export const all = Effect.fnUntraced(function* (
  dialects: ReadonlyArray<Dialect>,
  project: Project,
  named: Named,
  isAllowed: (scope: Scope) => boolean
): Effect.fn.Return<ReadonlyArray<Place>, never, ConfigFiles> {
  const found = yield* Effect.forEach(dialects, (dialect) => ofPlugins(dialect, dialects, project))
  const plugins = found.flat()
  const isHosts = ({ plugin }: Place): boolean => plugin?.file.pluginName !== undefined
  const ordered = [...plugins.filter(isHosts), ...plugins.filter((place) => !isHosts(place))]
  return [
    ...(yield* places(dialects, project, named, isAllowed)),
    ...ordered.filter(({ scope }) => isAllowed(scope)),
    ...ordered.filter(({ scope }) => !isAllowed(scope))
  ]
})

/**
 * Lists the locations. Of equal names, the first one wins. Locations that are not allowed come last, so that a
 * project's skill whose hooks don't run does not shadow a user's.
 *
 * @category discovering
 * @since 0.1.0
 */
export const places = Effect.fnUntraced(function* (
  dialects: ReadonlyArray<Dialect>,
  project: Project,
  named: Named,
  isAllowed: (scope: Scope) => boolean
): Effect.fn.Return<ReadonlyArray<Place>, never, ConfigFiles> {
  const found = yield* Effect.forEach(dialects, (dialect) =>
    Effect.forEach(dialect.skills ?? [], (folder) => placeOf(dialect, folder, project, named))
  )
  const all = found.flat(2)
  // In the user's home folder, the project's skills are the user's; each is read once.
  const keys = all.map(({ kind, path }) => `${kind} ${path}`)
  const once = all.filter((_, index) => keys.indexOf(keys[index] ?? "") === index)
  const [allowed, others] = [
    once.filter(({ scope }) => isAllowed(scope)),
    once.filter(({ scope }) => !isAllowed(scope))
  ]
  return [...allowed, ...others]
})
