/** Diagnostics for ids in settings that are those of no hook here, so that the setting changes nothing. */
import type * as SettingsFiles from "@hookline/core/kit/discover/SettingsFiles"
import * as Suggestions from "@hookline/core/kit/discover/Suggestions"
import type { Catalog } from "@hookline/schema/Catalog"
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import * as OwnGuard from "../../ownGuard/hook.ts"

/** Ids and names of plugins, as settings refer to hooks. */
interface Names {
  readonly ids: ReadonlySet<string>
  readonly plugins: ReadonlySet<string>
}

const namesOf = ({ files, hooks }: Pick<Catalog, "files" | "hooks">): Names => {
  const plugins = [...files, ...hooks.map(({ source }) => source)].flatMap(({ plugin, scope }) => {
    if (plugin === undefined) return []
    return scope === "user" ? [plugin, `user:${plugin}`] : [plugin]
  })
  return { ids: new Set([OwnGuard.hook.id, ...hooks.map(({ id }) => id)]), plugins: new Set(plugins) }
}

/**
 * Returns the level of an id that no hook has. The user's settings hold for all projects, so that an id of a project's hook
 * may be that of another one.
 */
const levelOf = (id: string, isUsers: boolean, near: string | undefined): Diagnostic["level"] =>
  !isUsers || near !== undefined || id.startsWith("user:") || /[*\s]/.test(id) ? "warning" : "info"

/** Returns the diagnostics of the ids in `disabled` and `profiles`. */
export const settingIds = (
  { person, project }: Pick<SettingsFiles.Known, "person" | "project">,
  catalog: Pick<Catalog, "files" | "hooks">
): ReadonlyArray<Diagnostic> => {
  const { ids, plugins } = namesOf(catalog)
  const all = [...ids, ...plugins]
  const missing = (
    id: string,
    known: ReadonlyArray<string>,
    origin: SettingsFiles.Origin,
    place: Pick<Diagnostic, "at" | "column" | "file" | "line">
  ): Diagnostic => {
    const near = Suggestions.nearest(id, known)
    const level = levelOf(id, person.includes(origin), near)
    const { at, column, file, line } = place
    const text = `No hook or plugin here has the name ${JSON.stringify(id)}, so that this entry changes nothing${level === "info" ? " in this project" : ""}.`
    const fix = near === undefined ? "`hookline list` shows the ids." : `Write ${JSON.stringify(near)}.`
    return { code: "setting-unmatched", level, dialect: "hookline", file, line, column, at, text, fix }
  }
  return [...person, ...project].flatMap((origin) => {
    const { disabled = [], profiles = {} } = origin.settings
    return [
      ...disabled.flatMap((id, index) =>
        ids.has(id) || plugins.has(id)
          ? []
          : [missing(id, all, origin, { ...origin.where("disabled", index), at: ["disabled", index] })]
      ),
      ...Object.keys(profiles).flatMap((id) =>
        ids.has(id) ? [] : [missing(id, [...ids], origin, { ...origin.where("profiles"), at: ["profiles", id] })]
      )
    ]
  })
}
