/**
 * The folder of the project: given by the caller, given by the host, or found from the working directory.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { ConfigFiles, type Inaccessible } from "./ConfigFiles.ts"
import type { Dialect } from "../Dialect.ts"

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
  readonly cwd: string
  readonly home: string
}

type Marked = Pick<Dialect, "marker" | "projectVariable">

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
 * Returns the folder that the host sets by its variable. Dialects are checked in order; the host's own is the first.
 *
 * @category getters
 * @since 0.1.0
 */
export const told = (env: Facts["env"], dialects: ReadonlyArray<Marked>): string | undefined =>
  dialects
    .map(({ projectVariable }) => (projectVariable === undefined ? undefined : env[projectVariable]))
    .find((folder) => folder !== undefined && folder.startsWith("/"))

/**
 * Finds the folder of the project. Without a mark it is the working directory. Fails if a mark can't be looked for,
 * because another folder has other hooks.
 *
 * @category discovering
 * @since 0.1.0
 */
export const find = Effect.fnUntraced(function* (
  { cwd, env, home, project }: Facts,
  dialects: ReadonlyArray<Marked>
): Effect.fn.Return<string, Inaccessible, ConfigFiles> {
  const said = project ?? told(env, dialects)
  if (said !== undefined) return said
  const files = yield* ConfigFiles
  const markers = new Set([...dialects.flatMap(({ marker }) => marker ?? []), ".hookline", ".git"])
  for (const folder of candidates(cwd, home)) {
    for (const marker of markers) {
      if ((yield* files.status(`${folder}/${marker}`)) !== "missing") return folder
    }
  }
  return cwd
})
