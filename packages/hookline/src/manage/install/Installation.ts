/**
 * Puts a planned plugin into a project, and takes it out again: as a whole, or not at all.
 *
 * **Details**
 *
 * What is put is what was planned, to the byte.
 *
 * @since 0.1.0
 */
import * as Suggestions from "@hookline/core/kit/discover/Suggestions"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import { digestOf } from "./digest.ts"
import { InstallProblem } from "./InstallProblem.ts"
import * as Installed from "./Installed.ts"
import * as InstalledChanges from "./InstalledChanges.ts"
import type { Options, Plan } from "./InstallPlan.ts"
import * as disk from "@hookline/node/kit/node/disk"
import { fileOf, inPlace } from "./place.ts"
import * as tree from "./tree.ts"
import type * as Verification from "./Verification.ts"
import { onOneLine } from "@hookline/schema/kit/shown/visible"

const fail = (why: InstallProblem["why"], text: string) => new InstallProblem({ why, text })

/** Returns the list with a change, and what it was made from. A list without plugins has no text. */
const recorded = Effect.fnUntraced(function* (
  project: string,
  change: (plugins: Installed.Installed["plugins"]) => Installed.Installed["plugins"]
): Effect.fn.Return<tree.Record, InstallProblem> {
  const found = yield* Installed.files(project)
  const { plugins: known } = yield* Installed.readFrom(project, found)
  const plugins = change(known).toSorted((one, other) => (one.name < other.name ? -1 : 1))
  return {
    file: Installed.fileOf(project),
    before: found.now,
    text: plugins.length === 0 ? undefined : Installed.format({ version: 2, plugins }),
    former: { file: Installed.formerFileOf(project), before: found.former }
  }
})

const writing = (folder: string, write: () => void): Effect.Effect<void, InstallProblem> =>
  Effect.try({
    try: write,
    catch: (error) => fail("place", `${folder} can't be written: ${disk.whyOf(error)}. Nothing was changed.`)
  })

/**
 * Puts what was planned where it belongs. The plugin that it takes the place of is gone only when that is done.
 *
 * @category editing
 * @since 0.1.0
 */
export const put = Effect.fnUntraced(function* (
  { project }: Project,
  { fetched, folder, kept, name }: Plan
): Effect.fn.Return<Installed.InstalledPlugin, InstallProblem> {
  const { commit, files, listed, origin, refType, source, version } = fetched
  const now = yield* DateTime.now
  const sorted = files.map(fileOf).toSorted((one, other) => (one.path < other.path ? -1 : 1))
  const entry: Installed.InstalledPlugin = {
    name,
    source,
    ...(version !== undefined && { version }),
    ...(commit !== undefined && { commit }),
    ...(refType !== undefined && { refType }),
    ...(origin !== undefined && { origin }),
    ...(listed !== undefined && { listed }),
    digest: digestOf(sorted),
    installedAt: DateTime.formatIso(now),
    files: sorted
  }
  const record = yield* recorded(project, (plugins) => [...plugins.filter((each) => each.name !== name), entry])
  yield* writing(folder, () => tree.exchange(folder, files, () => tree.record(record), kept))
  return entry
})

/**
 * Puts the files of a plugin back that the list has. The list stays as it is; where it has changed meanwhile nothing is put.
 *
 * @category editing
 * @since 0.1.0
 */
export const restore = Effect.fnUntraced(function* (
  { project }: Project,
  { changes: { data, state }, files, plugin: { name } }: Verification.Fetched,
  list: Installed.Files
): Effect.fn.Return<void, InstallProblem> {
  const folder = Installed.folderOf(project, name)
  yield* inPlace(project, folder)
  const records = [
    { file: Installed.fileOf(project), before: list.now },
    { file: Installed.formerFileOf(project), before: list.former }
  ]
  yield* writing(folder, () => tree.exchange(folder, files, () => tree.unchanged(records), [...data, ...state]))
})

/**
 * Takes a plugin out of a project: what was put there, and nothing else. Gives what was recorded of it.
 *
 * @category editing
 * @since 0.1.0
 */
export const remove = Effect.fnUntraced(function* (
  folders: Project,
  name: string,
  { force = false }: Pick<Options, "force"> = {}
): Effect.fn.Return<Installed.InstalledPlugin, InstallProblem> {
  const { project } = folders
  const { plugins } = yield* Installed.read(project)
  const entry = plugins.find((each) => each.name === name)
  if (entry === undefined) {
    const names = plugins.map((each) => each.name)
    const isThere = !/[/\\]/.test(name) && fs.existsSync(Installed.folderOf(project, name)) && !/^\.*$/.test(name)
    if (isThere) {
      return yield* fail(
        "name",
        `${name} was not installed by us: it is yours to delete, or \`hookline disable ${name}\`.`
      )
    }
    const [meant] = Suggestions.several(name, names)
    const hint =
      meant === undefined ? (names.length === 0 ? "" : ` There is ${names.join(", ")}.`) : ` Is ${meant} meant?`
    return yield* fail("name", `No plugin called ${onOneLine(name)} is installed here.${hint}`)
  }
  const folder = Installed.folderOf(project, name)
  yield* inPlace(project, folder)
  yield* inPlace(project, Installed.fileOf(project))
  const edits = yield* InstalledChanges.changes(folders, entry)
  // Data that appeared is no edit, but a user may need it. State goes with its hooks.
  const lost = { ...edits, added: [...edits.added, ...edits.data].toSorted() }
  if (lost.changed.length + lost.added.length > 0 && !force) {
    return yield* fail(
      "edits",
      `${name} was edited since it was installed (${InstalledChanges.tell(lost)}). Nothing was taken away; --force takes all of it.`
    )
  }
  const record = yield* recorded(project, (all) => all.filter((each) => each.name !== name))
  yield* writing(folder, () => tree.exchange(folder, undefined, () => tree.record(record)))
  return entry
})
