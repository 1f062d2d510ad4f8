/** Everything that is wrong with a configuration, wherever it is found: files, scripts, plugins, trust, entries of our own. */
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import * as SettingsFiles from "@hookline/core/kit/discover/SettingsFiles"
import * as Dialects from "@hookline/dialects/Dialects"
import * as ConfigFilesNode from "@hookline/node/ConfigFilesNode"
import { storeDiagnostics } from "@hookline/node/kit/node/trust/storeDiagnostics"
import type { Catalog } from "@hookline/schema/Catalog"
import * as Effect from "effect/Effect"
import { entryProblems } from "../../manage/attach/entryProblems.ts"
import * as InstalledChanges from "../../manage/install/InstalledChanges.ts"
import { unreadFiles } from "../../manage/unread/unreadFiles.ts"
import { isConfigured, placed } from "../context.ts"
import * as ScriptContents from "./scriptContents.ts"
import { settingIds } from "./settingIds.ts"
import { settingPrograms } from "./settingPrograms.ts"

/** Returns the folders of the plugins that hosts have installed and enabled. */
const enabledPlugins = (folders: Project) =>
  Effect.forEach(Dialects.all, ({ name, plugins }) =>
    plugins?.host === name
      ? Effect.map(plugins.find(folders), (found) => found.plugins.map(({ folder }) => folder))
      : Effect.succeed([])
  ).pipe(
    Effect.map((each) => each.flat()),
    Effect.provide(ConfigFilesNode.layerOnce)
  )

export const problemsOf = Effect.fnUntraced(function* (folders: Project, whole: Catalog) {
  const catalog = { ...whole, hooks: whole.hooks.filter(isConfigured) }
  const installed = yield* InstalledChanges.standings(folders)
  const contents = yield* ScriptContents.of(catalog, folders.project)
  const own = entryProblems(catalog).length === 0 ? [] : entryProblems(yield* placed(catalog))
  const known = yield* Effect.provide(SettingsFiles.of(folders, { env: process.env }), ConfigFilesNode.layerOnce)
  return [
    ...catalog.diagnostics,
    ...settingPrograms(known, folders),
    ...settingIds(known, whole),
    ...contents,
    ...installed.diagnostics,
    ...storeDiagnostics(folders.home, folders.project),
    ...own,
    ...unreadFiles(folders, whole, yield* enabledPlugins(folders))
  ]
})
