/** Everything that is wrong with a configuration, wherever it is found: files, scripts, plugins, trust, entries of our own. */
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import { storeDiagnostics } from "@hookline/node/kit/node/trust/storeDiagnostics"
import type { Catalog } from "@hookline/schema/Catalog"
import * as Effect from "effect/Effect"
import { entryProblems } from "../../manage/attach/entryProblems.ts"
import * as InstalledChanges from "../../manage/install/InstalledChanges.ts"
import { unreadFiles } from "../../manage/unread/unreadFiles.ts"
import { isConfigured, placed } from "../context.ts"
import * as ScriptContents from "./scriptContents.ts"

export const problemsOf = Effect.fnUntraced(function* (folders: Project, whole: Catalog) {
  const catalog = { ...whole, hooks: whole.hooks.filter(isConfigured) }
  const installed = yield* InstalledChanges.standings(folders)
  const contents = yield* ScriptContents.of(catalog, folders.project)
  const own = entryProblems(catalog).length === 0 ? [] : entryProblems(yield* placed(catalog))
  return [
    ...catalog.diagnostics,
    ...contents,
    ...installed.diagnostics,
    ...storeDiagnostics(folders.home, folders.project),
    ...own,
    ...unreadFiles(folders, whole)
  ]
})
