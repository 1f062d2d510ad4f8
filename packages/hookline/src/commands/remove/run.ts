/** `hookline remove NAME`: takes an installed plugin away again, and nothing that others put there. */
import * as Effect from "effect/Effect"
import * as Installation from "../../manage/install/Installation.ts"
import * as Installed from "../../manage/install/Installed.ts"
import type { Flags } from "./command.ts"
import { userOnly } from "../userOnly.ts"
import { asProblem } from "../Problem.ts"
import { sentence } from "../../output/sentence.ts"
import { foldersOf, print, reader } from "../context.ts"

export const remove = Effect.fnUntraced(function* (flags: Flags) {
  yield* userOnly("remove")
  const folders = yield* foldersOf(flags.project)
  const { files, name } = yield* Effect.mapError(Installation.remove(folders, flags.name, flags), asProblem)
  const folder = Installed.folderOf(folders.project, name)
  yield* print(
    flags.json,
    { version: 1, name, folder, files: files.map((file) => file.path) },
    sentence,
    `${name} is gone: ${reader().relative(folder)} is no more.`
  )
})
