/** `hookline remove NAME`: takes an installed plugin away again, and nothing that others put there. */
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Installation from "../Installation.ts"
import * as Installed from "../Installed.ts"
import { Problem } from "./Problem.ts"
import { foldersOf, print, reader } from "./setting.ts"

/** What the command line says. */
export interface Said {
  readonly name: string
  readonly force: boolean
  readonly project: Option.Option<string>
  readonly json: boolean
}

export const remove = Effect.fnUntraced(function* (said: Said) {
  const folders = yield* foldersOf(said.project)
  const { files, name } = yield* Effect.mapError(
    Installation.remove(folders, said.name, said),
    ({ message }) => new Problem({ message })
  )
  const folder = Installed.folderOf(folders.project, name)
  yield* print(
    said.json,
    { version: 1, name, folder, files: files.map((file) => file.path) },
    () => `${name} is gone: ${reader().relative(folder)} is no more.`
  )
})
