/** `hookline check --fix`: repairs problems that have only one repair, and shows each. */
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import * as Dialects from "@hookline/dialects/Dialects"
import { textOf } from "@hookline/schema/Handler"
import type { Catalog } from "@hookline/schema/Catalog"
import type { File } from "@hookline/schema/Source"
import * as Effect from "effect/Effect"
import type { AttachProblem } from "../../manage/attach/AttachProblem.ts"
import { print as printDiff } from "../../output/unified.ts"
import * as MigrationFile from "../../manage/migrate/MigrationFile.ts"
import * as Repair from "../../manage/repair/Repair.ts"
import { paintDiff } from "../../output/paintDiff.ts"
import { asProblem, Problem } from "../Problem.ts"
import { printer } from "@hookline/node/kit/output/Printer"
import { onOneLine } from "@hookline/schema/kit/shown/visible"

/** A file that was repaired, or would be. */
export interface Fixed {
  readonly file: string
  readonly steps: ReadonlyArray<Repair.Step>
  readonly before: string
  readonly after: string
  readonly wrote: boolean
  readonly backup?: string
}

export interface FixOptions {
  readonly folders: Project
  /** `true` if the user's own files are repaired, `false` if those of the project are. */
  readonly own: boolean
  readonly dryRun: boolean
  /** Limits the search, for a caller that asks only for some repair. */
  readonly limits?: Repair.Limits
}

const fixFile = (
  file: File,
  { dryRun, folders, limits, own }: FixOptions
): Effect.Effect<Fixed | undefined, AttachProblem> => {
  const dialect = Dialects.named(file.dialect)
  if (dialect === undefined) return Effect.succeed(undefined)
  return Effect.map(
    MigrationFile.change(
      file.file,
      own ? undefined : folders.project,
      (text) =>
        text === undefined
          ? Effect.succeed({ text, value: [] })
          : Effect.map(Repair.repair(dialect, file, text, limits), ({ steps, text: mended }) => ({
              text: mended,
              value: steps
            })),
      { dryRun }
    ),
    ({ after = "", backup, before = "", value: steps }) =>
      steps.length === 0
        ? undefined
        : { file: file.file, steps, before, after, wrote: !dryRun, ...(backup !== undefined && { backup }) }
  )
}

/** Repairs the files with problems. */
export const fix = (
  { diagnostics, files }: Catalog,
  options: FixOptions
): Effect.Effect<ReadonlyArray<Fixed>, Problem> => {
  const broken = new Set(diagnostics.map(({ file }) => file))
  const those = files.filter((file) => broken.has(file.file) && (file.scope === "user") === options.own)
  return Effect.map(
    Effect.forEach(those, (file) => Effect.mapError(fixFile(file, options), asProblem)),
    (fixed) => fixed.filter((each) => each !== undefined)
  )
}

/** Shows the repairs, with the diff, and the hooks that run by them. */
export const showFixed = printer<ReadonlyArray<Fixed>>(
  (fixed, { paint, relative }) => {
    const each = fixed.map(({ after, backup, before, file, steps, wrote }) =>
      [
        ...steps.flatMap(({ alive, found, text }) => [
          `${relative(file)}:${found.line}:${found.column} ${found.code}`,
          `  ${wrote ? "Fixed" : "Would be fixed"}: ${text}.`,
          ...(alive.length === 0
            ? ["  Hookline runs no other hooks by it."]
            : alive.map((hook) =>
                paint.yellow(
                  `  ${wrote ? "Runs from now on" : "Would run from then on"}: ${hook.name ?? onOneLine(textOf(hook.handler))} on ${hook.event}${hook.matcher === undefined ? "" : ` (${hook.matcher})`}`
                )
              ))
        ]),
        "",
        printDiff(relative(file), before, after, paintDiff(paint)),
        ...(backup === undefined ? [] : [paint.dim(`Backup: ${relative(backup)}`)]),
        ""
      ].join("\n")
    )
    return fixed.length === 0 ? "No problem can be repaired in only one way.\n" : each.join("\n")
  },
  { raw: ["before", "after", "handler"] }
)

/** Encodes the repairs for programs. */
export const fixedOutput = (fixed: ReadonlyArray<Fixed>) =>
  fixed.map(({ after, backup, before, file, steps, wrote }) => ({
    file,
    wrote,
    ...(backup !== undefined && { backup }),
    repairs: steps.map(({ alive, found, text }) => ({
      code: found.code,
      line: found.line,
      column: found.column,
      text,
      runs: alive.map((hook) => ({
        event: hook.event,
        ...(hook.matcher !== undefined && { matcher: hook.matcher }),
        text: textOf(hook.handler)
      }))
    })),
    diff: printDiff(file, before, after)
  }))
