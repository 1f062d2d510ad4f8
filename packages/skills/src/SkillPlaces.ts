/**
 * Where skills, agents and commands may lie: every dialect says so, and a variable may name a folder besides.
 *
 * @since 0.1.0
 */
import type { Dialect, SkillFolder } from "@hookline/core/Dialect"
import type { Project } from "@hookline/core/SourceFiles"
import type { Scope } from "@hookline/schema/Source"
import type { Kind } from "./Skill.ts"

/**
 * A folder in which files of one kind lie, in the words of its dialect.
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
 * Whose a folder is that somebody names: the person's, unless it lies in the project, and came with it.
 *
 * @category discovering
 * @since 0.1.0
 */
export const scopeOf = (folder: string, project: string): Scope => (isInside(folder, project) ? "project" : "user")

/**
 * A folder that somebody names, from the project's folder, where it is not absolute.
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
 * Where to look, in the order in which the first of a name wins. What is not allowed to run comes last: a project's
 * skill whose hooks don't count must not take the place of a person's.
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
  // Where the project is the person's home, their skills are one, and are read once.
  const keys = all.map(({ kind, path }) => `${kind} ${path}`)
  const once = all.filter((_, index) => keys.indexOf(keys[index] ?? "") === index)
  const [allowed, others] = [
    once.filter(({ scope }) => isAllowed(scope)),
    once.filter(({ scope }) => !isAllowed(scope))
  ]
  return [...allowed, ...others]
}
