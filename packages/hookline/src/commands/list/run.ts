/** `hookline list`: the hooks of the project, and where each comes from. */
import { storeDiagnostics } from "@hookline/node/kit/node/trust/storeDiagnostics"
import * as Effect from "effect/Effect"
import { textOf } from "@hookline/schema/Handler"
import * as Dialects from "@hookline/dialects/Dialects"
import * as InstalledChanges from "../../manage/install/InstalledChanges.ts"
import type { Flags } from "./command.ts"
import * as Listing from "./Listing.ts"
import { foldersOf, placed, print, withPipeline } from "../context.ts"

export const list = Effect.fnUntraced(function* (flags: Flags) {
  const folders = yield* foldersOf(flags.project)
  const catalog = yield* withPipeline(folders, Dialects.canonical, (pipeline) =>
    Effect.flatMap(pipeline.catalog(), placed)
  )
  const installed = yield* InstalledChanges.standings(folders)
  const changed = new Set(
    installed.plugins.filter((plugin) => InstalledChanges.isChanged(plugin.changes)).map(({ folder }) => folder)
  )
  const diagnostics = [
    ...catalog.diagnostics,
    ...installed.diagnostics,
    ...storeDiagnostics(folders.home, folders.project)
  ]
  const output = {
    version: 1,
    project: folders.project,
    files: catalog.files.map(({ file }) => file),
    hooks: catalog.hooks.map(({ enabled, event, handler, id, matcher, name, off, source }) => ({
      id,
      event,
      ...(matcher !== undefined && { matcher }),
      ...(name !== undefined && { name }),
      kind: handler._tag.toLowerCase(),
      text: textOf(handler),
      source,
      enabled: enabled && off === undefined,
      ...(off !== undefined && { off }),
      ...(changed.has(source.pluginFolder ?? "") && { changedSinceInstall: true })
    })),
    installed: installed.plugins.map(({ changes, commit, folder, installedAt, name, source }) => ({
      name,
      folder,
      source,
      ...(commit !== undefined && { commit }),
      installedAt,
      ...changes
    })),
    diagnostics
  }
  const listed = { project: folders.project, catalog: { ...catalog, diagnostics }, changed }
  yield* print(flags.json, output, Listing.format, listed)
})
