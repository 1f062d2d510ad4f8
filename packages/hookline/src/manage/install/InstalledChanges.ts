/**
 * The changes of installed plugins: which files were changed, added or removed, and by that which guards.
 *
 * **Details**
 *
 * The list covers the files that a seal covers. Caches of Python and the folder of git are no part of a plugin, what its hooks
 * write by the decision of their user is their state, and data that appears is named and changes nothing.
 *
 * @since 0.1.0
 */
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import { isIgnored, isState } from "@hookline/core/kit/trust/internal/seal/paths"
import { isRunnable } from "@hookline/core/kit/trust/runnable"
import * as Diagnostic from "@hookline/schema/Diagnostic"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import * as path from "node:path"
import { InstallProblem } from "./InstallProblem.ts"
import * as Installed from "./Installed.ts"
import * as disk from "@hookline/node/kit/node/disk"
import { realOf } from "@hookline/node/kit/node/trust/places"
import * as TrustStore from "@hookline/node/kit/node/trust/TrustStore"
import { onOneLine } from "@hookline/schema/kit/shown/visible"
import * as PluginFiles from "./PluginFiles.ts"

/**
 * The changes of a plugin's files since it was installed.
 *
 * @category models
 * @since 0.1.0
 */
export interface Changes {
  readonly changed: ReadonlyArray<string>
  readonly added: ReadonlyArray<string>
  readonly removed: ReadonlyArray<string>
}

/**
 * Checks for changes.
 *
 * @category guards
 * @since 0.1.0
 */
export const isChanged = ({ added, changed, removed }: Changes): boolean =>
  added.length + changed.length + removed.length > 0

/**
 * Changes in words.
 *
 * @category formatting
 * @since 0.1.0
 */
export const tell = ({ added, changed, removed }: Changes): string =>
  Object.entries({ changed, added, removed })
    .flatMap(([what, files]) => (files.length === 0 ? [] : [`${what}: ${files.map(onOneLine).join(", ")}`]))
    .join("; ")

/**
 * Returns how files differ from those of a record.
 *
 * @category getters
 * @since 0.1.0
 */
export const between = (
  before: ReadonlyArray<Installed.InstalledFile>,
  after: ReadonlyArray<Installed.InstalledFile>
): Changes => {
  const known = new Map(before.map((file) => [file.path, file]))
  const next = new Set(after.map((file) => file.path))
  const differs = (file: Installed.InstalledFile): boolean => {
    const old = known.get(file.path)
    return old !== undefined && (old.sha256 !== file.sha256 || old.mode !== file.mode)
  }
  return {
    changed: after.filter(differs).map((file) => file.path),
    added: after.filter((file) => !known.has(file.path)).map((file) => file.path),
    removed: before.filter((file) => !next.has(file.path)).map((file) => file.path)
  }
}

/**
 * The changes of a plugin's folder since it was installed.
 *
 * @category models
 * @since 0.1.0
 */
export interface FolderChanges extends Changes {
  /** Files that appeared and that nothing runs or imports. They change nothing. */
  readonly data: ReadonlyArray<string>
  /** Files that the hooks of the plugin write themselves, by the decision of their user. */
  readonly state: ReadonlyArray<string>
}

/** A file of a folder, and whether it runs or is more than a file, such as a link. */
interface Standing {
  readonly mark: string
  readonly isPlain: boolean
}

/** Returns the files of a folder, with a hash and a mode for each. A link and the like have neither. */
const standing = (folder: string): ReadonlyMap<string, Standing> => {
  const found = new Map<string, Standing>()
  const through = (at: string): void => {
    const here = path.join(folder, at)
    if (fs.lstatSync(here, { throwIfNoEntry: false }) === undefined) return
    for (const entry of fs.readdirSync(here, { withFileTypes: true })) {
      if (isIgnored(entry.name, () => entry.isFile() || fs.existsSync(path.join(here, entry.name, "HEAD")))) continue
      const inner = at === "" ? entry.name : `${at}/${entry.name}`
      if (entry.isDirectory()) through(inner)
      else found.set(inner, entry.isFile() ? markOf(path.join(folder, inner)) : { mark: "no file", isPlain: false })
    }
  }
  if (fs.lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) through("")
  return found
}

/** A file that can't be read is another than the one that was installed: that one could. */
const markOf = (file: string): Standing => {
  try {
    const { mode } = fs.statSync(file)
    const isRun = (mode & 0o100) !== 0
    const mark = `${isRun ? "0755" : "0644"} ${PluginFiles.hashOf(fs.readFileSync(file))}`
    return { mark, isPlain: (mode & 0o111) === 0 }
  } catch (error) {
    return { mark: disk.whyOf(error), isPlain: false }
  }
}

/** Returns the state of hooks in a folder, as paths in it, by the decisions of the user. A store that is open decides nothing. */
const stateIn = ({ home, project }: Pick<Project, "home" | "project">, folder: string): ReadonlyArray<string> => {
  const { hooks } = TrustStore.read(home, project).record
  const [from, real] = [realOf(project), realOf(folder)]
  return Object.values(hooks)
    .flatMap(({ seal }) => seal.state)
    .flatMap((name) => {
      const file = path.isAbsolute(name) ? name : path.join(from, name)
      return file.startsWith(`${real}/`) ? [file.slice(real.length + 1)] : []
    })
}

/**
 * Returns the changes of a plugin's folder since it was installed. Only the owner's right to run a file counts of its mode.
 *
 * @category getters
 * @since 0.1.0
 */
export const changes = (
  folders: Pick<Project, "home" | "project">,
  { files, name }: Installed.InstalledPlugin
): Effect.Effect<FolderChanges, InstallProblem> =>
  Effect.try({
    try: () => {
      const folder = Installed.folderOf(folders.project, name)
      const now = standing(folder)
      const written = stateIn(folders, folder)
      const known = new Map(files.map((file) => [file.path, file]))
      /** Checks for data. What could run is none, also where the user took it as state. */
      const isData = (at: string): boolean =>
        now.get(at)?.isPlain !== false && known.get(at)?.mode !== "0755" && !isRunnable(at, false)
      const isOwn = (at: string): boolean => isData(at) && isState(at, written)
      const isAsKnown = ({ mode, path: at, sha256 }: Installed.InstalledFile): boolean =>
        now.get(at)?.mark === `${mode} ${sha256}`
      const before = files.filter((file) => !isOwn(file.path))
      const added = [...now.keys()].filter((at) => !known.has(at) && !isOwn(at)).toSorted()
      const pathsOf = (some: ReadonlyArray<Installed.InstalledFile>) => some.map((file) => file.path).toSorted()
      return {
        changed: pathsOf(before.filter((file) => now.has(file.path) && !isAsKnown(file))),
        added: added.filter((at) => !isData(at)),
        removed: pathsOf(before.filter((file) => !now.has(file.path))),
        data: added.filter(isData),
        state: [...now.keys()].filter(isOwn).toSorted()
      }
    },
    catch: (error) =>
      new InstallProblem({
        why: "place",
        text: `${Installed.folderOf(folders.project, name)} can't be read: ${disk.whyOf(error)}.`
      })
  })

/**
 * A plugin, and what became of it.
 *
 * @category models
 * @since 0.1.0
 */
export interface PluginStanding extends Installed.InstalledPlugin {
  readonly folder: string
  readonly changes: FolderChanges
}

const told = (
  code: "installed-changed" | "installed-unreadable",
  file: string,
  text: string,
  fix: string
): Diagnostic.Diagnostic => Diagnostic.ofFile(code, file, { text, fix })

/**
 * The installed plugins with their changes and problems.
 *
 * @category getters
 * @since 0.1.0
 */
export const standings = (
  folders: Pick<Project, "home" | "project">
): Effect.Effect<{
  readonly plugins: ReadonlyArray<PluginStanding>
  readonly diagnostics: ReadonlyArray<Diagnostic.Diagnostic>
}> =>
  Effect.gen(function* () {
    const { plugins: all } = yield* Installed.read(folders.project)
    const plugins = yield* Effect.forEach(all, (one) =>
      Effect.map(changes(folders, one), (found): PluginStanding => ({
        ...one,
        folder: Installed.folderOf(folders.project, one.name),
        changes: found
      }))
    )
    const diagnostics = plugins
      .filter((one) => isChanged(one.changes))
      .map((one) =>
        told(
          "installed-changed",
          one.folder,
          `${one.name} is not as it was installed: ${tell(one.changes)}.`,
          "If you did not mean this change, `hookline install --force` restores what the lock has."
        )
      )
    return { plugins, diagnostics }
  }).pipe(
    Effect.catch(({ message }) =>
      Effect.succeed({
        plugins: [],
        diagnostics: [
          told(
            "installed-unreadable",
            Installed.fileOf(folders.project),
            message,
            "Repair the file; until then changes are not found."
          )
        ]
      })
    )
  )
