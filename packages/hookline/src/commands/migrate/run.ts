/** `hookline migrate`: hooks of one agent in the files of another. */
import * as Dialects from "@hookline/dialects/Dialects"
import * as Console from "effect/Console"
import { fitted } from "../../output/layout.ts"
import * as Effect from "effect/Effect"
import { existsSync } from "node:fs"
import * as Migration from "../../manage/migrate/Migration.ts"
import * as MigrationFile from "../../manage/migrate/MigrationFile.ts"
import * as MigrationText from "../../manage/migrate/MigrationText.ts"
import { print as printDiff } from "../../output/unified.ts"
import type { Flags } from "./command.ts"
import { counted } from "@hookline/node/kit/output/units"
import { read } from "./source.ts"
import { type Moved, outputOf, showMoved, showUnsaid } from "./show.ts"
import { asProblem, Problem } from "../Problem.ts"
import { foldersOf, print, reader } from "../context.ts"
import { trustWritten } from "../trust/trustWritten.ts"

export const migrate = Effect.fnUntraced(function* (flags: Flags) {
  const folders = yield* foldersOf(flags.project)
  const target = Dialects.named(flags.to)
  if (target === undefined || flags.from === flags.to) {
    return yield* new Problem({ message: `--from and --to name the same agent, ${flags.to}: name two.` })
  }
  const source = yield* read(flags.from, target, flags.scope, folders)
  const file = yield* Effect.mapError(MigrationFile.find(target, flags.scope, folders), asProblem)
  const isTooMuch = ({ unsupported }: Migration.Migration): boolean => flags.strict && unsupported.length > 0
  const done = yield* MigrationFile.change(
    file.file,
    flags.scope === "user" ? undefined : folders.project,
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
    { dryRun: flags.dryRun }
  ).pipe(Effect.mapError(asProblem))
  const change = { before: done.before, after: done.after ?? "" }
  const diff = printDiff(file.file, change.before, change.after)
  const moved: Moved = {
    source,
    target: { name: target.name, title: target.title },
    file: file.file,
    migration: done.value,
    wrote: !flags.dryRun && diff !== "",
    ...(done.backup !== undefined && { backup: done.backup }),
    ...(flags.dryRun && { change })
  }
  if (moved.wrote) {
    const ids = new Set(done.value.moved.map(({ hook }) => hook.id))
    yield* trustWritten(folders, "migrate", ({ id, source }) => source.file === file.file && ids.has(id))
  }
  yield* print(flags.json, outputOf(moved, diff), showMoved, moved)
  const left = showUnsaid(moved, reader())
  if (left !== "" && !flags.json) yield* Console.error(fitted(left, process.stderr))
  return isTooMuch(done.value)
    ? yield* new Problem({
        message: `${counted(done.value.unsupported.length, "hook")} can't be expressed in ${target.title}'s format, so that nothing was written. Leave --strict out to migrate the others.`
      })
    : undefined
})
