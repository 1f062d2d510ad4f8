/** `hookline check`: everything that is wrong with the configuration, and what to write instead. */
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import type { Catalog } from "@hookline/schema/Catalog"
import * as Diagnostic from "@hookline/schema/Diagnostic"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as InstalledChanges from "../InstalledChanges.ts"
import { checkHost, showHost } from "./checkHost.ts"
import { fix, fixedOutput, showFixed } from "./fix.ts"
import { Problem } from "./Problem.ts"
import { dialectOf, foldersOf, host, json, placed, print, project, reader, withPipeline } from "./setting.ts"

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`

const fixFlag = Flag.Boolean("fix").pipe(
  Flag.withDescription("Mend what can be mended in one way only, and show what runs by it that did not run before"),
  Flag.withDefault(false)
)

const dryRun = Flag.Boolean("dry-run").pipe(
  Flag.withDescription("With --fix: show what would be mended, and write nothing"),
  Flag.withDefault(false)
)

const user = Flag.Boolean("user").pipe(
  Flag.withDescription("With --fix: mend your own files, not those of the project"),
  Flag.withDefault(false)
)

const hostFlag = host.pipe(Flag.withDescription("Also say what of these hooks that agent can't express"))

const problems = (diagnostics: Catalog["diagnostics"]): ReadonlyArray<string> => {
  const { paint, relative } = reader()
  const colour = { error: paint.red, warning: paint.yellow, info: paint.dim }
  return diagnostics.map((found) => colour[found.level](Diagnostic.format({ ...found, file: relative(found.file) })))
}

export const check = Command.make(
  "check",
  { project, host: hostFlag, fix: fixFlag, dryRun, user, json },
  Effect.fnUntraced(function* (said) {
    if ((said.dryRun || said.user) && !said.fix) {
      return yield* new Problem({ message: "--dry-run and --user say how --fix is to be done: give that too." })
    }
    const folders = yield* foldersOf(said.project)
    const read = withPipeline(folders, ClaudeCode, (pipeline) =>
      Option.isSome(said.host) ? Effect.flatMap(pipeline.catalog(), placed) : pipeline.catalog()
    )
    const first = yield* read
    const fixed = said.fix ? yield* fix(first, { folders, own: said.user, dryRun: said.dryRun }) : []
    const catalog = fixed.some(({ wrote }) => wrote) ? yield* read : first
    const { files, hooks } = catalog
    const installed = yield* InstalledChanges.standings(folders.project)
    const diagnostics = [...catalog.diagnostics, ...installed.diagnostics]
    const errors = diagnostics.filter(({ level }) => level === "error").length
    const dialect = dialectOf(said.host)
    const findings = Option.isSome(said.host) ? checkHost(dialect, hooks) : []
    const output = {
      version: 1,
      errors,
      diagnostics,
      ...(said.fix && { fixed: fixedOutput(fixed) }),
      ...(Option.isSome(said.host) && { host: { name: dialect.name, findings } })
    }
    yield* print(said.json, output, () =>
      [
        ...(said.fix ? [showFixed(fixed, reader())] : []),
        ...problems(diagnostics),
        `${counted(hooks.length, "hook")} in ${counted(files.length, "file")}; ${counted(diagnostics.length, "problem")}, ${counted(errors, "error")}`,
        ...(Option.isSome(said.host) ? ["", showHost(dialect, findings, reader())] : [])
      ].join("\n")
    )
    return errors === 0 ? undefined : yield* new Problem({ message: "" })
  })
).pipe(
  Command.withDescription("Every problem of the configuration, with file, line and a fix; exits with 1 on errors"),
  Command.withExamples([
    { command: "hookline check --fix --dry-run", description: "Show what could be mended" },
    { command: "hookline check --host amcp", description: "Show what AMCP can't express" }
  ])
)
