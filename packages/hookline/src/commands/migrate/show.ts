/** Shows the result of a migration, for people and for programs. */
import type { Dialect } from "@hookline/core/Dialect"
import { textOf } from "@hookline/schema/Handler"
import type { Migration, Told } from "../../manage/migrate/Migration.ts"
import type { Source } from "./source.ts"
import { counted } from "@hookline/node/kit/output/units"
import { paintDiff } from "../../output/paintDiff.ts"
import { print as printDiff } from "../../output/unified.ts"
import { printer } from "@hookline/node/kit/output/Printer"
import { placeOf, type Reader } from "@hookline/node/kit/output/Reader"

export interface Moved {
  readonly source: Source
  readonly target: Pick<Dialect, "name" | "title">
  readonly file: string
  readonly migration: Migration
  readonly wrote: boolean
  readonly backup?: string
  /** The file before and after, where that is shown. */
  readonly change?: { readonly before: string | undefined; readonly after: string }
}

const short = (text: string): string => {
  const line = text.replaceAll(/\s+/g, " ")
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}

const inColor = (file: string, { after, before }: NonNullable<Moved["change"]>, { paint }: Reader): string =>
  printDiff(file, before, after, paintDiff(paint))

const row = (told: Told, { paint, relative }: Reader): string =>
  [
    `  ${paint.dim(placeOf(told, relative))} ${told.event}${told.hook === undefined ? "" : ` ${short(told.hook)}`}`,
    `    ${told.text}`
  ].join("\n")

const section = (title: string, rows: ReadonlyArray<string>): ReadonlyArray<string> =>
  rows.length === 0 ? [] : ["", title, ...rows]

const elsewhere = ({ source }: Moved): ReadonlyArray<string> =>
  [...source.elsewhere].map(
    ([scope, count]) =>
      `${counted(count, "hook")} of the scope "${scope}" ${count === 1 ? "was" : "were"} left alone: --scope ${scope} migrates ${count === 1 ? "it" : "them"}.`
  )

/** Shows the migrated hooks, and the changes of their meaning. */
export const showMoved = printer<Moved>(
  (moved, reader) => {
    const { backup, change, file, migration, source, target, wrote } = moved
    const { changed, moved: hooks, notes, own, there } = migration
    const { bold, dim, yellow } = reader.paint
    const count = counted(hooks.length, "hook")
    const summary = wrote
      ? `${count} of ${source.side.title} added to ${reader.relative(file)}.`
      : hooks.length === 0
        ? `Nothing to add to ${reader.relative(file)}.`
        : `${count} of ${source.side.title} would be added to ${reader.relative(file)}; nothing was written.`
    const diff = change === undefined ? "" : inColor(reader.relative(file), change, reader)
    return [
      ...(diff === "" ? [] : [diff, ""]),
      bold(summary),
      ...(source.files.length === 0 ? [`${source.side.title} has no hooks there.`] : []),
      ...(there.length === 0
        ? []
        : [`${counted(there.length, "hook")} ${there.length === 1 ? "stands" : "stand"} there already.`]),
      ...(own.length === 0
        ? []
        : [
            dim(
              `${own.length === 1 ? "1 entry is" : `${own.length} entries are`} Hookline's own, and not migrated: \`hookline attach ${target.name}\` writes those of ${target.title}.`
            )
          ]),
      ...(backup === undefined ? [] : [dim(`Backup: ${reader.relative(backup)}`)]),
      ...elsewhere(moved).map((text) => dim(text)),
      ...section(
        yellow(`Different in ${target.title}`),
        changed.map((told) => row(told, reader))
      ),
      ...section(
        `For all of them`,
        notes.map((text) => `  ${text}`)
      )
    ].join("\n")
  },
  { raw: ["change"] }
)

/** Formats the entries that were left behind. */
export const showUnsaid = printer<Moved>(({ migration, source, target }, reader) =>
  migration.unsupported.length === 0
    ? ""
    : [
        reader.paint.red(
          `Not migrated: ${counted(migration.unsupported.length, "entry").replace("entrys", "entries")} of ${source.side.title} can't be expressed in ${target.title}'s format, and will not guard there.`
        ),
        ...migration.unsupported.map((told) => row(told, reader))
      ].join("\n")
)

/** One object for programs. */
export const outputOf = ({ backup, file, migration, source, target, wrote }: Moved, diff: string) => ({
  version: 1,
  from: source.side.name,
  to: target.name,
  file,
  wrote,
  ...(backup !== undefined && { backup }),
  migrated: migration.moved.map(({ from, hook }) => ({
    event: hook.event,
    ...(hook.matcher !== undefined && { matcher: hook.matcher }),
    text: textOf(hook.handler),
    from: {
      file: from.source.file,
      ...(from.source.line !== undefined && { line: from.source.line }),
      ...(from.matcher !== undefined && { matcher: from.matcher })
    }
  })),
  there: migration.there,
  own: migration.own,
  unsupported: migration.unsupported,
  changed: migration.changed,
  notes: migration.notes,
  elsewhere: Object.fromEntries(source.elsewhere),
  diff
})
