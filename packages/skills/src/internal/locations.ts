/**
 * The locations of skills, agents and commands: those of every dialect, and a folder that a variable names.
 *
 * @since 0.1.0
 */
import type { Dialect, SkillFolder } from "@hookline/core/Dialect"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import type { Scope } from "@hookline/schema/Source"
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
}

const isInside = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)

/**
 * Returns the scope of a folder: the user's, unless the folder is in the project.
 *
 * @category discovering
 * @since 0.1.0
 */
export const scopeOf = (folder: string, project: string): Scope => (isInside(folder, project) ? "project" : "user")

/**
 * Resolves a folder against the project's folder.
 *
 * @category discovering
 * @since 0.1.0
 */
export const folderOf = (path: string, project: string): string =>
  (path.startsWith("/") ? path : `${project}/${path.replace(/^(?:\.\/+)+/, "")}`).replace(/(?<=.)\/+$/, "")

const placeOf = (
  dialect: Dialect,
  folder: SkillFolder,
  project: Project,
  env: Readonly<Record<string, string | undefined>>
): ReadonlyArray<Place> => {
  const { kind } = folder
  if (folder._tag === "Folder") {
    const { base, path, scope } = folder
    return [{ dialect, kind, scope, path: `${project[base]}/${path}` }]
  }
  const named = env[folder.name]
  if (named === undefined || named === "") return []
  const path = folderOf(named, project.project)
  return [{ dialect, kind, path, scope: scopeOf(path, project.project) }]
}

/**
 * Lists the locations. Of equal names, the first one wins. Locations that are not allowed come last, so that a
 * project's skill whose hooks don't run does not shadow a user's.
 *
 * @category discovering
 * @since 0.1.0
 */
export const places = (
  dialects: ReadonlyArray<Dialect>,
  project: Project,
  env: Readonly<Record<string, string | undefined>>,
  isAllowed: (scope: Scope) => boolean
): ReadonlyArray<Place> => {
  const all = dialects.flatMap((dialect) =>
    (dialect.skills ?? []).flatMap((folder) => placeOf(dialect, folder, project, env))
  )
  // In the user's home folder, the project's skills are the user's; each is read once.
  const keys = all.map(({ kind, path }) => `${kind} ${path}`)
  const once = all.filter((_, index) => keys.indexOf(keys[index] ?? "") === index)
  const [allowed, others] = [
    once.filter(({ scope }) => isAllowed(scope)),
    once.filter(({ scope }) => !isAllowed(scope))
  ]
  return [...allowed, ...others]
}
