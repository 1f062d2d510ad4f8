/** The folder of a plugin, and the record of its files. */
import * as Effect from "effect/Effect"
import * as fs from "node:fs"
import * as path from "node:path"
import type { InstalledFile } from "./Installed.ts"
import { InstallProblem } from "./InstallProblem.ts"
import * as PluginFiles from "./PluginFiles.ts"
import * as disk from "@hookline/node/kit/node/disk"

const fail = (text: string) => new InstallProblem({ why: "place", text })

/** A file as it is recorded. */
export const fileOf = ({ bytes, path: at, runs }: PluginFiles.PluginFile): InstalledFile => ({
  path: at,
  mode: runs ? "0755" : "0644",
  sha256: PluginFiles.hashOf(bytes)
})

/** A project's folders lie in the project: who names one does not mean other places that a link leads to. */
export const inPlace = (project: string, file: string): Effect.Effect<void, InstallProblem> =>
  Effect.flatMap(
    Effect.try({
      try: () => disk.placeOf(file, project),
      catch: (error) => fail(`${file} can't be written: ${disk.whyOf(error)}.`)
    }),
    ({ isInside, real }) =>
      isInside ? Effect.void : fail(`A link leads from ${file} out of the project, to ${real}; nothing was written.`)
  )

/** Returns the name of an entry that exists there already. */
export const nameIn = (folder: string, name: string): string | undefined => {
  const parent = path.dirname(folder)
  if (fs.lstatSync(folder, { throwIfNoEntry: false }) !== undefined) return name
  // On some disks two names are one where they differ in capitals alone; on others people take them for one.
  const names = fs.statSync(parent, { throwIfNoEntry: false })?.isDirectory() === true ? fs.readdirSync(parent) : []
  return names.find((each) => each.normalize().toLowerCase() === name.normalize().toLowerCase())
}
