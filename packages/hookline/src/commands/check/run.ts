/** `hookline check`: everything that is wrong with the configuration, and what to write instead. */
import * as SelfReference from "@hookline/core/kit/discover/SelfReference"
import * as Observed from "@hookline/core/kit/execute/Observed"
import * as Dialects from "@hookline/dialects/Dialects"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import type { Catalog } from "@hookline/schema/Catalog"
import * as Diagnostic from "@hookline/schema/Diagnostic"
import type { Hook } from "@hookline/schema/Hook"
import { printer } from "@hookline/node/kit/output/Printer"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Flags } from "./command.ts"
import { checkHost, type HostFindings, hostFindings, showHost } from "./checkHost.ts"
import { fix, fixedOutput, showFixed } from "./fix.ts"
import * as Progress from "../../output/progress.ts"
import { problemsOf } from "./problemsOf.ts"
import { Problem } from "../Problem.ts"
import { counted } from "@hookline/node/kit/output/units"
import { dialectOf, foldersOf, isConfigured, movedOf, placed, print, withPipeline } from "../context.ts"

/** The problems that `check` found, and its changes. */
export interface Checked {
  readonly diagnostics: Catalog["diagnostics"]
  readonly fixed?: Parameters<typeof showFixed>[0]
  readonly moved: ReadonlyArray<Pick<Hook, "id" | "name">>
  readonly background: ReadonlyArray<Pick<Hook, "event" | "handler" | "id">>
  readonly hooks: number
  /** The number of entries of Hookline itself beside the hooks. */
  readonly own: number
  readonly files: number
  readonly hint: ReadonlyArray<string>
  readonly host?: HostFindings
}

/** Returns the words about entries of Hookline itself, which are no hooks of the user. */
const beside = (own: number): string =>
  own === 0 ? "" : ` and ${own === 1 ? "1 entry" : `${own} entries`} of Hookline itself`

/** Formats the result of `check`. Its parts have printers of their own, which make them visible. */
export const showChecked = printer<Checked>(
  ({ background, diagnostics, files, fixed, hint, hooks, host, moved, own }, reader) => {
    const { paint, relative } = reader
    const colour = { error: paint.red, warning: paint.yellow, info: paint.dim }
    const errors = diagnostics.filter(({ level }) => level === "error").length
    return [
      ...(fixed === undefined ? [] : [showFixed(fixed, reader)]),
      ...diagnostics.map(
        (found) => `${colour[found.level](Diagnostic.format({ ...found, file: relative(found.file) }))}\n`
      ),
      ...moved.map((hook) => `${paint.yellow(Observed.sentence(hook))}\n`),
      ...background.map((hook) => `${paint.yellow(Observed.asyncSentence(hook))}\n`),
      `${counted(hooks, "hook")}${beside(own)} in ${counted(files, "file")}; ${counted(diagnostics.length, "problem")}, ${counted(errors, "error")}`,
      ...hint,
      ...(host === undefined ? [] : ["", showHost(host, reader)])
    ].join("\n")
  },
  { lines: ["fix"], raw: ["fixed"] }
)

/** The limits of a search for one repair. Each of its readings takes as long as the file is. */
const limits = { repairs: 1, readings: 20 }

/** Returns the next step if some problems have a repair. A file that can't be read is reported elsewhere. */
const mendable = (catalog: Catalog, folders: Project): Effect.Effect<ReadonlyArray<string>> =>
  Effect.orElseSucceed(
    Effect.map(Effect.all([false, true].map((own) => fix(catalog, { folders, own, dryRun: true, limits }))), (each) =>
      each.flatMap((fixed, index) => {
        const flags = index === 0 ? "--fix" : "--fix --user"
        return fixed.length === 0
          ? []
          : [`\`hookline check ${flags}\` repairs what has only one repair; with --dry-run it only shows that.`]
      })
    ),
    () => []
  )

export const check = Effect.fnUntraced(function* (flags: Flags) {
  if ((flags.dryRun || flags.user) && !flags.fix) {
    return yield* new Problem({ message: "--dry-run and --user are for --fix: give --fix, too." })
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
  const background = Observed.inBackgroundOf(hooks.filter(({ enabled, off }) => enabled && off === undefined))
  const diagnostics = yield* Progress.during("Checking files and scripts", problemsOf(folders, whole))
  const errors = diagnostics.filter(({ level }) => level === "error").length
  const own = hooks.filter(({ handler }) => SelfReference.is(handler)).length
  const dialect = dialectOf(flags.host)
  const host = Option.isSome(flags.host)
    ? hostFindings(dialect, checkHost(dialect, catalog), catalog, folders)
    : undefined
  const output = {
    version: 1,
    errors,
    diagnostics,
    ...(moved.length + background.length > 0 && {
      background: [
        ...moved.map((hook) => ({ id: hook.id, text: Observed.sentence(hook) })),
        ...background.map((hook) => ({ id: hook.id, text: Observed.asyncSentence(hook) }))
      ]
    }),
    ...(flags.fix && { fixed: fixedOutput(fixed) }),
    ...(host !== undefined && { host: { name: dialect.name, ...host } })
  }
  const hint = flags.fix || flags.json ? [] : yield* mendable(catalog, folders)
  yield* print(flags.json, output, showChecked, {
    diagnostics,
    moved,
    background,
    hooks: hooks.length - own,
    own,
    files: files.length,
    hint,
    ...(flags.fix && { fixed }),
    ...(host !== undefined && { host })
  })
  return errors === 0 ? undefined : yield* new Problem({ message: "" })
})
