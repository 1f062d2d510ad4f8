/**
 * The folder of the project: given by the caller, given by the host, or found from the working directory.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { ConfigFiles, type Inaccessible } from "./ConfigFiles.ts"
import type { Dialect } from "../Dialect.ts"
import * as Ownership from "./Ownership.ts"
import * as SettingsFiles from "./SettingsFiles.ts"

/**
 * The facts that the folder is found from. Paths are absolute.
 *
 * @category models
 * @since 0.1.0
 */
export interface Facts {
  /** The folder that the program or the command line sets. */
  readonly project?: string | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  /** The one variable by which the host reports the project. Those of other hosts may be inherited, and mean others. */
  readonly variable?: string | undefined
  readonly cwd: string
  /** True if `cwd` was removed: what was found from its parents would be another project, without its hooks. */
  readonly isRemoved?: boolean
  readonly home: string
}

/**
 * The folder of a project, with the way in which it was found.
 *
 * @category models
 * @since 0.1.0
 */
export interface Found {
  readonly folder: string
  /** The option or the variable that names the folder, if one does. */
  readonly namedBy?: string
  /** Folders above the current one that have marks and do not count, because another user may write them. */
  readonly passedOver: ReadonlyArray<PassedOver>
}

/**
 * A folder that does not count as the project, with the reason.
 *
 * @category models
 * @since 0.1.0
 */
export interface PassedOver {
  readonly folder: string
  readonly foreign: Ownership.Foreign
}

type Marked = Partial<Pick<Dialect, "files" | "marker">>

/** Returns the parent of a folder. The parent of the root is the root. */
const parentOf = (folder: string): string => folder.slice(0, Math.max(1, folder.lastIndexOf("/")))

const trimmed = (folder: string): string => (folder.length > 1 ? folder.replace(/\/+$/, "") || "/" : folder)

/**
 * Returns the folders in which a project is looked for, upwards from a folder. Parents of the home folder and the home
 * folder itself are excluded, because the home folder has the same marks as a project.
 *
 * @category getters
 * @since 0.1.0
 */
export const candidates = (from: string, homeFolder: string): ReadonlyArray<string> => {
  const home = trimmed(homeFolder)
  const found: Array<string> = []
  for (let folder = trimmed(from); folder.startsWith("/") && folder !== "/"; folder = parentOf(folder)) {
    if (folder === home || home.startsWith(`${folder}/`)) break
    found.push(folder)
  }
  return found
}

/**
 * Returns the folder that the host reports by its variable.
 *
 * @category getters
 * @since 0.1.0
 */
export const told = (env: Facts["env"], variable: string | undefined): string | undefined => {
  const folder = variable === undefined ? undefined : env[variable]
  return folder?.startsWith("/") === true ? folder : undefined
}

const settingsFiles = [".hookline/settings.json", ".hookline/settings.local.json"]

/** Returns a path and its parents, which are relative. */
const withParents = (path: string): ReadonlyArray<string> =>
  path.split("/").map((_, index, steps) => steps.slice(0, index + 1).join("/"))

/**
 * Returns the paths in a project from which hooks and settings are read, without those of its plugins. A user
 * that may write one of them decides what runs.
 *
 * @category getters
 * @since 0.1.0
 */
export const readPaths = (project: string, dialects: ReadonlyArray<Marked>): ReadonlyArray<string> => {
  const files = dialects.flatMap(({ files: specs = [] }) =>
    specs.flatMap((spec) => {
      if (spec.base !== "project") return []
      return [spec._tag === "File" ? spec.path : `${spec.path}/${spec.file}`]
    })
  )
  const paths = [...dialects.flatMap(({ marker }) => marker ?? []), ...settingsFiles, ...files].flatMap(withParents)
  return Array.from(new Set(paths), (path) => `${project}/${path}`)
}

/**
 * Finds the folder of the project. Without a mark it is the working directory. A marked folder above the working directory
 * counts only if no other user may write it, because hooks of that user would run. Fails if a mark can't be looked for,
 * because another folder has other hooks.
 *
 * @category discovering
 * @since 0.1.0
 */
export const find = Effect.fnUntraced(function* (
  { cwd, env, home, isRemoved = false, project, variable }: Facts,
  dialects: ReadonlyArray<Marked>
): Effect.fn.Return<Found, Inaccessible, ConfigFiles> {
  if (project !== undefined) return { folder: project, namedBy: "--project", passedOver: [] }
  const said = told(env, variable)
  if (said !== undefined) return { folder: said, namedBy: variable ?? "", passedOver: [] }
  if (isRemoved) return { folder: cwd, passedOver: [] }
  const files = yield* ConfigFiles
  const markers = new Set([...dialects.flatMap(({ marker }) => marker ?? []), ".hookline", ".git"])
  const isMarked = Effect.fnUntraced(function* (folder: string) {
    for (const marker of markers) {
      if ((yield* files.status(`${folder}/${marker}`)) !== "missing") return true
    }
    return false
  })
  const passedOver: Array<PassedOver> = []
  let listed: ReadonlyArray<number> | undefined
  for (const folder of candidates(cwd, home)) {
    if (!(yield* isMarked(folder))) continue
    if (folder === trimmed(cwd)) return { folder, passedOver }
    listed ??= yield* SettingsFiles.ownersOf(home)
    const paths = [`${folder}/.git`, ...readPaths(folder, dialects)]
    const foreign = yield* Ownership.foreignAbove(folder, paths, listed)
    if (foreign === undefined) return { folder, passedOver }
    passedOver.push({ folder, foreign })
  }
  return { folder: cwd, passedOver }
})
