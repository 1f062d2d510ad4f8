/**
 * Compares a project with its list of plugins, and gets back from the sources what is not as the list has it.
 *
 * @since 0.1.0
 */
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import * as plugins from "@hookline/dialects/kit/plugins"
import { onOneLine } from "@hookline/schema/kit/shown/visible"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import * as path from "node:path"
import { digestOf } from "./digest.ts"
import { InstallProblem } from "./InstallProblem.ts"
import * as Installed from "./Installed.ts"
import * as InstalledChanges from "./InstalledChanges.ts"
import { checked } from "./name.ts"
import { fileOf, inPlace } from "./place.ts"
import * as PluginFetch from "./PluginFetch.ts"
import * as PluginSource from "./PluginSource.ts"
import * as RemoteStandings from "./RemoteStandings.ts"

/**
 * A difference between the list and the project or a source.
 *
 * @category models
 * @since 0.1.0
 */
export interface Difference {
  readonly name: string
  readonly what: "missing" | "changed" | "extra" | "link" | "list" | "re-pointed" | "gone" | "unreachable"
  /** The path or the source of it. */
  readonly where: string
  /** A sentence without its full stop. */
  readonly text: string
  readonly fix: string
}

const none: InstalledChanges.FolderChanges = { changed: [], added: [], removed: [], data: [], state: [] }

/**
 * An installed plugin, compared with its folder.
 *
 * @category models
 * @since 0.1.0
 */
export interface Verified {
  readonly plugin: Installed.InstalledPlugin
  readonly folder: string
  readonly changes: InstalledChanges.FolderChanges
  readonly differences: ReadonlyArray<Difference>
}

/** Checks for a link in place of the folder, which is never followed. */
const isLink = (folder: string): boolean => fs.lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() === true

const fixes = {
  missing: "`hookline install` gets it from its source.",
  changed: "See who did this; `hookline install --force` puts back what the lock has.",
  extra: "See who put it there; `hookline install --force` takes it away.",
  link: "Take the link away; `hookline install` puts the folder back."
}

/**
 * Compares the folder of a plugin with the list.
 *
 * @category getters
 * @since 0.1.0
 */
export const verify = Effect.fnUntraced(function* (
  folders: Pick<Project, "home" | "project">,
  plugin: Installed.InstalledPlugin
): Effect.fn.Return<Verified, InstallProblem> {
  const { project } = folders
  const { name } = plugin
  const folder = Installed.folderOf(project, name)
  const out = isLink(folder)
    ? `${onOneLine(name)} is a link, and no folder`
    : yield* Effect.match(inPlace(project, folder), {
        onSuccess: () => undefined,
        onFailure: ({ message }) => message.replace(/; nothing was written\.$/, "")
      })
  if (out !== undefined) {
    return {
      plugin,
      folder,
      changes: none,
      differences: [{ name, what: "link", where: folder, text: out, fix: fixes.link }]
    }
  }
  const changes = yield* InstalledChanges.changes(folders, plugin)
  const of = (what: "missing" | "changed" | "extra", files: ReadonlyArray<string>, text: string) =>
    files.map((file): Difference => ({
      name,
      what,
      where: path.join(folder, file),
      text: `${onOneLine(file)} of ${onOneLine(name)} ${text}`,
      fix: fixes[what]
    }))
  const isAway = changes.removed.length === plugin.files.length && !fs.existsSync(folder)
  const missing: ReadonlyArray<Difference> = isAway
    ? [{ name, what: "missing", where: folder, text: `${onOneLine(name)} is not there`, fix: fixes.missing }]
    : of("missing", changes.removed, "is not there")
  return {
    plugin,
    folder,
    changes,
    differences: [
      ...missing,
      ...of("changed", changes.changed, "is not what the lock has"),
      ...of("extra", changes.added, "is not in the lock")
    ]
  }
})

/**
 * Compares the tags of the list with their repositories, and the list with one of an earlier version.
 *
 * @category getters
 * @since 0.1.0
 */
export const beyondFolders = Effect.fnUntraced(function* (
  project: string,
  all: ReadonlyArray<Installed.InstalledPlugin>,
  files: Installed.Files
): Effect.fn.Return<ReadonlyArray<Difference>> {
  const moved = yield* RemoteStandings.movedTags(all)
  const tags = all.flatMap((plugin): ReadonlyArray<Difference> => {
    const standing = moved.get(plugin.name)
    if (standing === undefined || standing.status === "current" || standing.status === "moved") return []
    const again =
      standing.status === "unreachable"
        ? "Try again; a source that names a commit needs no answer."
        : `Ask its publisher why; \`hookline update ${onOneLine(plugin.name)}\` shows what would change.`
    const where = PluginSource.format(plugin.source)
    return [{ name: plugin.name, what: standing.status, where, text: standing.text, fix: again }]
  })
  const former = Installed.formerFileOf(project)
  return files.now === undefined || files.former === undefined
    ? tags
    : [
        ...tags,
        {
          name: path.basename(former),
          what: "list",
          where: former,
          text: `${path.basename(former)} is there beside lock.json, which alone counts`,
          fix: "Remove it."
        }
      ]
})

/**
 * Returns the folders of plugins that the list does not have: the project's own, or those whose entry is missing.
 *
 * @category getters
 * @since 0.1.0
 */
export const unlisted = (project: string, all: ReadonlyArray<Installed.InstalledPlugin>): ReadonlyArray<string> => {
  const known = new Set(all.map(({ name }) => name))
  try {
    return fs
      .readdirSync(path.join(project, plugins.folder), { withFileTypes: true })
      .filter((entry) => !entry.isFile() && !known.has(entry.name))
      .map(({ name }) => name)
      .toSorted()
  } catch {
    // There is no such folder, or it can't be read: then no hook of it is found either.
    return []
  }
}

/**
 * A plugin as the list has it, fetched from its source.
 *
 * @category models
 * @since 0.1.0
 */
export interface Fetched extends Verified {
  readonly files: PluginFetch.Fetched["files"]
}

/**
 * Fetches the commit of the list. Files that are not those of the list are refused.
 *
 * @category constructors
 * @since 0.1.0
 */
export const fetch = Effect.fnUntraced(function* (
  { project }: Project,
  verified: Verified
): Effect.fn.Return<Fetched, InstallProblem> {
  const { commit, digest, files: listed, listed: listing, name, source } = verified.plugin
  yield* Effect.fromResult(checked(name))
  const { files } = yield* Effect.mapError(
    Effect.scoped(PluginFetch.again(source, project, { commit, listed: listing })),
    ({ message, why }) =>
      new InstallProblem({
        why,
        text: `${onOneLine(name)} can't be restored: ${message} Nothing was written; \`hookline update ${onOneLine(name)}\` takes what its source has now.`
      })
  )
  const found = files.map(fileOf)
  if (digestOf(found) === digest) return { ...verified, files }
  const differ = InstalledChanges.tell(InstalledChanges.between(listed, found))
  const from = commit === undefined ? "" : ` at the commit ${commit.slice(0, 12)}`
  return yield* new InstallProblem({
    why: "fetch",
    text:
      `${PluginSource.format(source)}${from} is not what the lock has of ${onOneLine(name)} (${differ}). Nothing was ` +
      `written; \`hookline update ${onOneLine(name)}\` shows what it has now.`
  })
})
