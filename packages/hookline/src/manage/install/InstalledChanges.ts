/**
 * What became of installed plugins since: which files were changed, added or removed, and by that which guards.
 *
 * @since 0.1.0
 */
import * as Diagnostic from "@hookline/schema/Diagnostic"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import * as path from "node:path"
import { InstallProblem } from "./InstallProblem.ts"
import * as Installed from "./Installed.ts"
import * as disk from "@hookline/node/kit/node/disk"
import { onOneLine } from "@hookline/schema/kit/shown/visible"
import * as PluginFiles from "./PluginFiles.ts"

/**
 * What became of a plugin's files since it was installed.
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
 * Whether anything became of them.
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

/** What stands in a folder now: a hash and a mode for each file; a link and the like have neither. */
const standing = (folder: string): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  const through = (at: string): void => {
    const here = path.join(folder, at)
    if (fs.lstatSync(here, { throwIfNoEntry: false }) === undefined) return
    for (const entry of fs.readdirSync(here, { withFileTypes: true })) {
      const inner = at === "" ? entry.name : `${at}/${entry.name}`
      if (entry.isDirectory()) through(inner)
      else found.set(inner, entry.isFile() ? markOf(path.join(folder, inner)) : "no file")
    }
  }
  if (fs.lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) through("")
  return found
}

/** A file that can't be read is another than the one that was installed: that one could. */
const markOf = (file: string): string => {
  try {
    const mode = (fs.statSync(file).mode & 0o100) === 0 ? "0644" : "0755"
    return `${mode} ${PluginFiles.hashOf(fs.readFileSync(file))}`
  } catch (error) {
    return disk.whyOf(error)
  }
}

/**
 * What became of a plugin's files since it was installed. Only the owner's right to run a file counts of its mode.
 *
 * @category getters
 * @since 0.1.0
 */
export const changes = (
  project: string,
  { files, name }: Installed.InstalledPlugin
): Effect.Effect<Changes, InstallProblem> =>
  Effect.try({
    try: () => {
      const now = standing(Installed.folderOf(project, name))
      const known = new Map(files.map(({ mode, path: at, sha256 }) => [at, `${mode} ${sha256}`]))
      const [here, gone] = [
        [...known.keys()].filter((at) => now.has(at)),
        [...known.keys()].filter((at) => !now.has(at))
      ]
      return {
        changed: here.filter((at) => now.get(at) !== known.get(at)).toSorted(),
        added: [...now.keys()].filter((at) => !known.has(at)).toSorted(),
        removed: gone.toSorted()
      }
    },
    catch: (error) =>
      new InstallProblem({
        why: "place",
        text: `${Installed.folderOf(project, name)} can't be read: ${disk.whyOf(error)}.`
      })
  })

/**
 * A plugin, and what became of it.
 *
 * @category models
 * @since 0.1.0
 */
export interface Standing extends Installed.InstalledPlugin {
  readonly folder: string
  readonly changes: Changes
}

const told = (
  code: "installed-changed" | "installed-unreadable",
  file: string,
  text: string,
  fix: string
): Diagnostic.Diagnostic => Diagnostic.ofFile(code, file, { text, fix })

/**
 * What is installed and what became of it, with what a person should know.
 *
 * @category getters
 * @since 0.1.0
 */
export const standings = (
  project: string
): Effect.Effect<{
  readonly plugins: ReadonlyArray<Standing>
  readonly diagnostics: ReadonlyArray<Diagnostic.Diagnostic>
}> =>
  Effect.gen(function* () {
    const { plugins: all } = yield* Installed.read(project)
    const plugins = yield* Effect.forEach(all, (one) =>
      Effect.map(changes(project, one), (found): Standing => ({
        ...one,
        folder: Installed.folderOf(project, one.name),
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
          "See that whoever did this meant it; `hookline install --force` puts back what the lock has."
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
            Installed.fileOf(project),
            message,
            "Mend the file; until then changes are not seen."
          )
        ]
      })
    )
  )
