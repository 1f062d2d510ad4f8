/** `hookline migrate`: hooks of one agent in the files of another. */
import * as Dialects from "@hookline/dialects/Dialects"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import { existsSync } from "node:fs"
import type { AttachProblem } from "../AttachProblem.ts"
import * as Migration from "../Migration.ts"
import * as MigrationFile from "../MigrationFile.ts"
import * as MigrationText from "../MigrationText.ts"
import { print as printDiff } from "../internal/unified.ts"
import { read } from "./migrateSource.ts"
import { counted, type Moved, outputOf, showMoved, showUnsaid } from "./migrateShow.ts"
import { Problem } from "./Problem.ts"
import { paintDiff } from "./paintDiff.ts"
import { foldersOf, print, reader } from "./setting.ts"

const asProblem = ({ message }: AttachProblem): Problem => new Problem({ message })

/** What the command line says. */
export interface Said {
  readonly from: string
  readonly to: string
  readonly scope: "user" | "project" | "local"
  readonly dryRun: boolean
  readonly strict: boolean
  readonly project: Option.Option<string>
  readonly json: boolean
}

export const migrate = Effect.fnUntraced(function* (said: Said) {
  const folders = yield* foldersOf(said.project)
  const target = Dialects.named(said.to)
  if (target === undefined || said.from === said.to) {
    return yield* new Problem({ message: `--from and --to name the same agent, ${said.to}: name two.` })
  }
  const source = yield* read(said.from, target, said.scope, folders)
  const file = yield* Effect.mapError(MigrationFile.find(target, said.scope, folders), asProblem)
  const { paint, relative } = reader()
  const isTooMuch = ({ unsaid }: Migration.Migration): boolean => said.strict && unsaid.length > 0
  const done = yield* MigrationFile.change(
    file.file,
    said.scope === "user" ? undefined : folders.project,
    (text) =>
      Effect.gen(function* () {
        const existing = text === undefined ? [] : (yield* target.config.read(file, text)).hooks
        const { beforehand, diagnostics, hooks, side } = source
        const value = Migration.plan(hooks, {
          from: side,
          to: target,
          file,
          folders,
          exists: existsSync,
          existing,
          diagnostics,
          ...(beforehand !== undefined && { beforehand })
        })
        if (isTooMuch(value) || value.moved.length === 0) return { text, value }
        return {
          text: yield* MigrationText.withHooks(
            text,
            file,
            target,
            value.moved.map(({ hook }) => hook)
          ),
          value
        }
      }),
    { dryRun: said.dryRun }
  ).pipe(Effect.mapError(asProblem))
  const diff = printDiff(relative(file.file), done.before, done.after ?? "", paintDiff(paint))
  const moved: Moved = {
    source,
    target,
    file: file.file,
    migration: done.value,
    wrote: !said.dryRun && diff !== "",
    ...(done.backup !== undefined && { backup: done.backup })
  }
  yield* print(said.json, outputOf(moved, printDiff(file.file, done.before, done.after ?? "")), () =>
    [...(said.dryRun && diff !== "" ? [diff, ""] : []), showMoved(moved, reader())].join("\n")
  )
  const left = showUnsaid(moved, reader())
  if (left !== "" && !said.json) yield* Console.error(left)
  return isTooMuch(done.value)
    ? yield* new Problem({
        message: `${counted(done.value.unsaid.length, "hook")} can't be said in ${target.title}'s words, so that nothing was written. Without --strict all others are.`
      })
    : undefined
})
