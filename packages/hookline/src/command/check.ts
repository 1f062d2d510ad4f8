/** `hookline check`: everything that is wrong with the configuration, and what to write instead. */
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import * as Diagnostic from "@hookline/schema/Diagnostic"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { Problem } from "./Problem.ts"
import { foldersOf, json, print, project, reader, withPipeline } from "./setting.ts"

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`

export const check = Command.make(
  "check",
  { project, json },
  Effect.fnUntraced(function* (said) {
    const folders = yield* foldersOf(said.project)
    const { diagnostics, files, hooks } = yield* withPipeline(folders, ClaudeCode, (pipeline) => pipeline.catalog())
    const errors = diagnostics.filter(({ level }) => level === "error").length
    const { paint, relative } = reader()
    const colour = { error: paint.red, warning: paint.yellow, info: paint.dim }
    yield* print(said.json, { version: 1, errors, diagnostics }, () =>
      [
        ...diagnostics.map((found) => colour[found.level](Diagnostic.format({ ...found, file: relative(found.file) }))),
        `${counted(hooks.length, "hook")} in ${counted(files.length, "file")}; ${counted(diagnostics.length, "problem")}, ${counted(errors, "error")}`
      ].join("\n")
    )
    return errors === 0 ? undefined : yield* new Problem({ message: "" })
  })
).pipe(Command.withDescription("Every problem of the configuration, with file, line and a fix; exits with 1 on errors"))
