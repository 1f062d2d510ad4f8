/** `hookline install` without a source: compares the project with its lock, and restores what is missing. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import { counted } from "@hookline/node/kit/output/units"
import { onOneLine } from "@hookline/schema/kit/shown/visible"
import path from "node:path"
import * as Installation from "../../manage/install/Installation.ts"
import * as Installed from "../../manage/install/Installed.ts"
import * as PluginSource from "../../manage/install/PluginSource.ts"
import * as Verification from "../../manage/install/Verification.ts"
import { sentence } from "../../output/sentence.ts"
import { foldersOf, print, reader, report } from "../context.ts"
import { asProblem, Problem } from "../Problem.ts"
import { userOnly } from "../userOnly.ts"
import type { Flags } from "./command.ts"

/** The lock, compared with the project. */
interface Compared {
  readonly folders: Project
  readonly files: Installed.Files
  readonly verified: ReadonlyArray<Verification.Verified>
  readonly unlisted: ReadonlyArray<string>
}

const compare = Effect.fnUntraced(function* (flags: Flags): Effect.fn.Return<Compared, Problem> {
  const folders = yield* foldersOf(flags.project)
  const { project } = folders
  const files = yield* Effect.mapError(Installed.files(project), asProblem)
  if (files.now === undefined && files.former === undefined) {
    return yield* new Problem({
      message: `${Installed.fileOf(project)} is not there, so that nothing is to be restored: name a plugin to install`
    })
  }
  const { plugins } = yield* Effect.mapError(Installed.readFrom(project, files), asProblem)
  const verified = yield* Effect.mapError(
    Effect.forEach(plugins, (plugin) => Verification.verify(folders, plugin)),
    asProblem
  )
  return { folders, files, verified, unlisted: Verification.unlisted(project, plugins) }
})

const output = (
  { folders, unlisted, verified }: Compared,
  flags: Flags,
  restored: ReadonlyArray<string>,
  beyond: ReadonlyArray<Verification.Difference> = []
) => ({
  version: 1,
  project: folders.project,
  frozen: flags.frozen,
  plugins: verified.map(({ changes, folder, plugin }) => ({
    name: plugin.name,
    folder,
    source: plugin.source,
    digest: plugin.digest,
    restored: restored.includes(plugin.name),
    ...changes
  })),
  differences: [...verified.flatMap(({ differences }) => differences), ...beyond],
  unlisted
})

/** Names the folders that no lock has, because one of them may be a plugin whose entry is missing. */
const note = ({ unlisted }: Compared): string =>
  unlisted.length === 0
    ? ""
    : ` Not in the lock, and so not compared: ${unlisted.map(onOneLine).join(", ")} (the project's own).`

const tell = ({ fix, text, where }: Verification.Difference): string =>
  `${text}: ${path.isAbsolute(where) ? reader().relative(where) : where}. ${fix}`

const frozen = Effect.fnUntraced(function* (flags: Flags) {
  const compared = yield* compare(flags)
  const { files, folders, verified } = compared
  const plugins = verified.map(({ plugin }) => plugin)
  const beyond = yield* Verification.beyondFolders(folders.project, plugins, files)
  const differences = [...verified.flatMap((each) => each.differences), ...beyond]
  const ends = (text: string) => print(flags.json, output(compared, flags, [], beyond), sentence, text)
  if (differences.length === 0) {
    return yield* ends(`All is as the lock has it: ${counted(plugins.length, "plugin")}.${note(compared)}`)
  }
  if (flags.json) yield* ends("")
  yield* Effect.forEach(differences, (difference) => report(tell(difference)), { discard: true })
  return yield* new Problem({
    message: `the project is not as its lock has it: ${counted(differences.length, "difference")}; nothing was written`
  })
})

/** Restores the plugins: all are fetched and compared before the first is put. */
const putBack = Effect.fnUntraced(function* (
  { files, folders }: Compared,
  wanted: ReadonlyArray<Verification.Verified>,
  isDry: boolean
) {
  const fetched = yield* Effect.mapError(
    Effect.forEach(wanted, (each) => Verification.fetch(folders, each)),
    asProblem
  )
  if (isDry) return
  for (const each of fetched) yield* Effect.mapError(Installation.restore(folders, each, files), asProblem)
})

const restoredText = ({ plugin: { commit, files, name, source } }: Verification.Verified, isDry: boolean): string => {
  const at = commit === undefined ? "" : `, commit ${commit.slice(0, 12)}`
  return `${name} ${isDry ? "would be" : "is"} restored: ${counted(files.length, "file")} from ${PluginSource.format(source)}${at}.`
}

/** Restores what is missing. What was edited here stays, unless it may be overwritten. No trust comes of it. */
export const restore = Effect.fnUntraced(function* (flags: Flags) {
  if (Option.isSome(flags.name))
    return yield* new Problem({ message: "--name is for one plugin: name its source, too" })
  if (flags.frozen) return yield* frozen(flags)
  if (!flags.dryRun) yield* userOnly("install")
  const compared = yield* compare(flags)
  const wanted = compared.verified.filter(({ differences }) => differences.length > 0)
  const edits = wanted.flatMap(({ differences }) => differences.filter(({ what }) => what !== "missing"))
  const ends = (names: ReadonlyArray<string>, text: string) =>
    print(flags.json, output(compared, flags, names), sentence, text)
  if (wanted.length === 0) {
    return yield* ends([], `All is as the lock has it; nothing was written.${note(compared)}`)
  }
  if (edits.length > 0 && !flags.force) {
    if (flags.json) yield* ends([], "")
    yield* Effect.forEach(edits, (difference) => report(tell(difference)), { discard: true })
    return yield* new Problem({
      message: `nothing was written, since edits would be overwritten (--force does that): ${counted(edits.length, "difference")}`
    })
  }
  yield* Effect.tapError(putBack(compared, wanted, flags.dryRun), () => (flags.json ? ends([], "") : Effect.void))
  const names = flags.dryRun ? [] : wanted.map(({ plugin }) => plugin.name)
  yield* Effect.forEach(flags.json ? [] : wanted, (each) =>
    print(false, undefined, sentence, restoredText(each, flags.dryRun))
  )
  return yield* ends(names, `No trust comes of the lock: \`hookline trust\` shows what runs.${note(compared)}`)
})
