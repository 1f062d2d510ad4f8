/** `hookline remove NAME`: takes an installed plugin away again, and nothing that others put there. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Installation from "../Installation.ts"
import * as Installed from "../Installed.ts"
import { Problem } from "./Problem.ts"
import { foldersOf, json, print, project, reader } from "./setting.ts"

export const remove = Command.make(
  "remove",
  {
    name: Argument.String("name").pipe(Argument.withDescription("The plugin's name, as `hookline list` shows it")),
    force: Flag.Boolean("force").pipe(
      Flag.withDescription("Take it away although its files were edited here"),
      Flag.withDefault(false)
    ),
    project,
    json
  },
  Effect.fnUntraced(function* (said) {
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
).pipe(
  Command.withDescription("Take an installed plugin away; stops where its files were edited"),
  Command.withExamples([{ command: "hookline remove my-plugin" }])
)
