/**
 * Which folder is the project: said by whoever starts us, told by the host, or found from where we are.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { ConfigFiles } from "./ConfigFiles.ts"
import type { Dialect } from "./Dialect.ts"

/**
 * What is known about where we are. Paths are absolute.
 *
 * @category models
 * @since 0.1.0
 */
export interface Facts {
  /** What the program or the command line says. */
  readonly project?: string | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly home: string
}

type Marked = Pick<Dialect, "marker" | "projectVariable">

/** The folder, or the whole path of the root. */
const parentOf = (folder: string): string => folder.slice(0, Math.max(1, folder.lastIndexOf("/")))

const trimmed = (folder: string): string => (folder.length > 1 ? folder.replace(/\/+$/, "") || "/" : folder)

/**
 * The folders in which a project is looked for: from here upwards, and none that holds the home folder, which has the
 * same marks as a project.
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
 * What the host says by its variable. The dialects are asked in their order: the host's own goes first.
 *
 * @category getters
 * @since 0.1.0
 */
export const told = (env: Facts["env"], dialects: ReadonlyArray<Marked>): string | undefined =>
  dialects
    .map(({ projectVariable }) => (projectVariable === undefined ? undefined : env[projectVariable]))
    .find((folder) => folder !== undefined && folder.startsWith("/"))

/**
 * The project's folder. Where nothing marks one, it is where we are.
 *
 * @category discovering
 * @since 0.1.0
 */
export const find = Effect.fnUntraced(function* (
  { cwd, env, home, project }: Facts,
  dialects: ReadonlyArray<Marked>
): Effect.fn.Return<string, never, ConfigFiles> {
  const said = project ?? told(env, dialects)
  if (said !== undefined) return said
  const files = yield* ConfigFiles
  const markers = new Set([...dialects.flatMap(({ marker }) => marker ?? []), ".hookline", ".git"])
  for (const folder of candidates(cwd, home)) {
    for (const marker of markers) {
      if ((yield* files.standing(`${folder}/${marker}`)) !== "missing") return folder
    }
  }
  return cwd
})
