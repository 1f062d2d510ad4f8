/** `hookline check`: everything that is wrong with the configuration, and what to write instead. */
import * as Observed from "@hookline/core/kit/execute/Observed"
import * as Dialects from "@hookline/dialects/Dialects"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import type { Catalog } from "@hookline/schema/Catalog"
import * as Diagnostic from "@hookline/schema/Diagnostic"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as InstalledChanges from "../../manage/install/InstalledChanges.ts"
import type { Flags } from "./command.ts"
import { checkHost, showHost } from "./checkHost.ts"
import { fix, fixedOutput, showFixed } from "./fix.ts"
import { Problem } from "../Problem.ts"
import { counted } from "@hookline/node/kit/output/units"
import { dialectOf, foldersOf, isConfigured, movedOf, placed, print, reader, withPipeline } from "../context.ts"

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

export const check = Effect.fnUntraced(function* (flags: Flags) {
  if ((flags.dryRun || flags.user) && !flags.fix) {
    return yield* new Problem({ message: "--dry-run and --user say how --fix is to be done: give that too." })
  }
  const folders = yield* foldersOf(flags.project)
  const read = withPipeline(folders, Dialects.canonical, (pipeline) =>
    Option.isSome(flags.host) ? Effect.flatMap(pipeline.catalog(), placed) : pipeline.catalog()
  )
  const first = yield* read
  const fixed = flags.fix ? yield* fix(first, { folders, own: flags.user, dryRun: flags.dryRun }) : []
  const whole = fixed.some(({ wrote }) => wrote) ? yield* read : first
  const catalog = { ...whole, hooks: whole.hooks.filter(isConfigured) }
  const { files, hooks } = catalog
  const moved = yield* movedOf(folders, hooks)
  const installed = yield* InstalledChanges.standings(folders.project)
  const diagnostics = [...catalog.diagnostics, ...installed.diagnostics]
  const errors = diagnostics.filter(({ level }) => level === "error").length
  const dialect = dialectOf(flags.host)
  const findings = Option.isSome(flags.host) ? checkHost(dialect, catalog) : []
  const output = {
    version: 1,
    errors,
    diagnostics,
    ...(moved.length > 0 && { background: moved.map((hook) => ({ id: hook.id, text: Observed.sentence(hook) })) }),
    ...(flags.fix && { fixed: fixedOutput(fixed) }),
    ...(Option.isSome(flags.host) && { host: { name: dialect.name, findings } })
  }
  const hint = flags.fix || flags.json ? [] : yield* mendable(catalog, folders)
  yield* print(flags.json, output, () =>
    [
      ...(flags.fix ? [showFixed(fixed, reader())] : []),
      ...problems(diagnostics).map((problem) => `${problem}\n`),
      ...moved.map((hook) => `${reader().paint.yellow(Observed.sentence(hook))}\n`),
      `${counted(hooks.length, "hook")} in ${counted(files.length, "file")}; ${counted(diagnostics.length, "problem")}, ${counted(errors, "error")}`,
      ...hint,
      ...(Option.isSome(flags.host) ? ["", showHost(dialect, findings, catalog, reader())] : [])
    ].join("\n")
  )
  return errors === 0 ? undefined : yield* new Problem({ message: "" })
})
