/** `hookline init`: writes a first hook to start from, and shows how to try it. */
import * as plugins from "@hookline/dialects/kit/plugins"
import * as Effect from "effect/Effect"
import { chmodSync, existsSync, writeFileSync } from "node:fs"
import path from "node:path"
import type { Flags } from "./command.ts"
import { files, program } from "./firstGuard.ts"
import { Problem } from "../Problem.ts"
import { printer } from "@hookline/node/kit/output/Printer"
import { foldersOf, print, reader } from "../context.ts"
import { trustWritten } from "../trust/trustWritten.ts"
import { typedAs } from "../../output/typedAs.ts"
import { makeFolders } from "@hookline/executor/kit/internal/makeFolders"

const written = (folder: string): Effect.Effect<void, Problem> =>
  Effect.try({
    try: () => {
      makeFolders(folder, 0o777)
      for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text, { flag: "wx" })
      chmodSync(path.join(folder, program), 0o755)
    },
    catch: (error) =>
      new Problem({ message: `${folder} can't be written: ${error instanceof Error ? error.message : String(error)}` })
  })

/** Formats what to try with the guard in a folder. */
export const showFirst = printer<string>((folder) =>
  [
    `A guard is in ${folder}. Try it:`,
    "",
    ...[
      `hookline run PreToolUse --input '{"command": "rm -rf /"}'`,
      `hookline run PreToolUse --input '{"command": "ls"}'`,
      "hookline plan PreToolUse",
      "hookline test"
    ].map((command) => `  ${typedAs(command)}`)
  ].join("\n")
)

export const init = Effect.fnUntraced(function* (flags: Flags) {
  const folders = yield* foldersOf(flags.project)
  const folder = path.join(folders.project, plugins.folder, "first-guard")
  const told = reader().relative(folder)
  if (existsSync(folder)) return yield* new Problem({ message: `${told} is there already; nothing was written` })
  yield* written(folder)
  yield* trustWritten(folders, "init", ({ source }) => source.file === path.join(folder, "hooks.json"))
  const output = { version: 1, folder, files: Object.keys(files) }
  yield* print(flags.json, output, showFirst, told)
  return undefined
})
