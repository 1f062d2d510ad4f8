/** `hookline check`: everything that is wrong with the configuration, and what to write instead. */
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import type { Project } from "@hookline/core/SourceFiles"
import type { Catalog } from "@hookline/schema/Catalog"
import * as Diagnostic from "@hookline/schema/Diagnostic"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as InstalledChanges from "../InstalledChanges.ts"
import { checkHost, showHost } from "./checkHost.ts"
import { fix, fixedOutput, showFixed } from "./fix.ts"
import { Problem } from "./Problem.ts"
import { dialectOf, foldersOf, placed, print, reader, withPipeline } from "./setting.ts"

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`

const problems = (diagnostics: Catalog["diagnostics"]): ReadonlyArray<string> => {
  const { paint, relative } = reader()
  const colour = { error: paint.red, warning: paint.yellow, info: paint.dim }
  return diagnostics.map((found) => colour[found.level](Diagnostic.format({ ...found, file: relative(found.file) })))
}

/** What to do next, where some of it can be mended by us. A file that can't be read tells that by itself. */
const mendable = (catalog: Catalog, folders: Project): Effect.Effect<ReadonlyArray<string>> =>
  Effect.orElseSucceed(
    Effect.map(Effect.all([false, true].map((own) => fix(catalog, { folders, own, dryRun: true }))), (each) =>
      each.flatMap((fixed, index) => {
        const flags = index === 0 ? "--fix" : "--fix --user"
        return fixed.length === 0
          ? []
          : [`\`hookline check ${flags}\` mends what can be meant in one way only; with --dry-run it only shows that.`]
      })
    ),
    () => []
  )

/** What the command line says. */
export interface Said {
  readonly project: Option.Option<string>
  readonly host: Option.Option<string>
  readonly fix: boolean
  readonly dryRun: boolean
  readonly user: boolean
  readonly json: boolean
}

export const check = Effect.fnUntraced(function* (said: Said) {
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
  const hint = said.fix || said.json ? [] : yield* mendable(catalog, folders)
  yield* print(said.json, output, () =>
    [
      ...(said.fix ? [showFixed(fixed, reader())] : []),
      ...problems(diagnostics).map((problem) => `${problem}\n`),
      `${counted(hooks.length, "hook")} in ${counted(files.length, "file")}; ${counted(diagnostics.length, "problem")}, ${counted(errors, "error")}`,
      ...hint,
      ...(Option.isSome(said.host) ? ["", showHost(dialect, findings, reader())] : [])
    ].join("\n")
  )
  return errors === 0 ? undefined : yield* new Problem({ message: "" })
})
