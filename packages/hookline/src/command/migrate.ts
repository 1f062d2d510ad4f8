/** `hookline migrate`: hooks of one agent in the files of another. */
import * as Dialects from "@hookline/dialects/Dialects"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { existsSync } from "node:fs"
import type { AttachProblem } from "../AttachProblem.ts"
import * as Migration from "../Migration.ts"
import * as MigrationFile from "../MigrationFile.ts"
import * as MigrationText from "../MigrationText.ts"
import { print as printDiff } from "../internal/unified.ts"
import { names, read } from "./migrateSource.ts"
import { counted, type Moved, outputOf, showMoved, showUnsaid } from "./migrateShow.ts"
import { Problem } from "./Problem.ts"
import { paintDiff } from "./paintDiff.ts"
import { foldersOf, json, print, project, reader } from "./setting.ts"

const from = Flag.Literals("from", names).pipe(Flag.withDescription("Whose files the hooks are taken from"))

const to = Flag.Literals("to", Migration.targetNames).pipe(
  Flag.withDescription("Whose files the hooks are added to; what stands there stays")
)

const scope = Flag.Literals("scope", ["project", "user", "local"]).pipe(
  Flag.withDescription("Whose hooks: the team's in this project, yours everywhere, or yours in it"),
  Flag.withDefault("project")
)

const dryRun = Flag.Boolean("dry-run").pipe(
  Flag.withDescription("Show the diff of what would be written, and write nothing"),
  Flag.withDefault(false)
)

const strict = Flag.Boolean("strict").pipe(
  Flag.withDescription("Write nothing, and exit with 1, where a hook can't be said in the other agent's words"),
  Flag.withDefault(false)
)

const asProblem = ({ message }: AttachProblem): Problem => new Problem({ message })

export const migrate = Command.make(
  "migrate",
  { from, to, scope, dryRun, strict, project, json },
  Effect.fnUntraced(function* (said) {
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
).pipe(
  Command.withDescription("Say one agent's hooks in another's words, and add them to its files"),
  Command.withExamples([
    { command: "hookline migrate --from claude --to amplifier --dry-run", description: "Show what would be written" },
    { command: "hookline migrate --from amplifier --to claude --scope user", description: "Migrate your own hooks" }
  ])
)
