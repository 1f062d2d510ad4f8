/**
 * A catalog as people read it: the hooks by event, where each comes from, and what is wrong.
 *
 * @since 0.1.0
 */
import * as SelfReference from "@hookline/core/kit/discover/SelfReference"
import type { Catalog } from "@hookline/schema/Catalog"
import * as Diagnostic from "@hookline/schema/Diagnostic"
import { textOf } from "@hookline/schema/Handler"
import type { Hook } from "@hookline/schema/Hook"
import { onOneLine } from "@hookline/schema/kit/shown/visible"
import { printer } from "@hookline/node/kit/output/Printer"
import type { Reader } from "@hookline/node/kit/output/Reader"
import { fitsIn, inColumns } from "../../output/layout.ts"
import { isConfigured } from "../context.ts"

/** Cuts a text where it would not fit beside others. */
const short = (line: string, limit: number): string => (line.length > limit ? `${line.slice(0, limit - 1)}…` : line)

const firstLine = (text: string): string => onOneLine(text.slice(0, `${text}\n`.indexOf("\n")))

const matcherOf = ({ matcher }: Hook): string => (matcher === undefined || matcher === "" ? "*" : matcher)

const place = ({ handler, source }: Hook, relative: (path: string) => string): string =>
  handler._tag === "Native"
    ? "Hookline itself"
    : `${relative(source.file)}${source.line === undefined ? "" : `:${source.line}`}`

/** The skill or agent of the hook, if the hook is in force only while that is open. */
const whileOpen = ({ source: { carrier, skill } }: Hook): string =>
  skill === undefined ? "" : `  (with the ${carrier ?? "skill"} ${skill})`

/** The line by which it never runs. A plan reports all other reasons. */
const offBy = ({ enabled, off }: Hook, relative: (path: string) => string): string => {
  if (off?._tag === "Disabled") return `  (switched off by ${relative(off.file)}:${off.line})`
  if (off?._tag === "SourceNotAllowed") {
    return `  (switched off by ${off.setting}${off.file === undefined ? "" : ` in ${relative(off.file)}:${off.line ?? 1}`})`
  }
  return enabled ? "" : "  (switched off)"
}

/** `true` if the plugin of the hook was changed. */
const sinceInstall = ({ source: { pluginFolder } }: Hook, changed: ReadonlySet<string>): string =>
  pluginFolder !== undefined && changed.has(pluginFolder) ? "  (changed since install)" : ""

const cellsOf = (hook: Hook): ReadonlyArray<string> => [
  `  ${short(matcherOf(hook), 24)}`,
  hook.handler._tag.toLowerCase(),
  short(hook.name ?? firstLine(textOf(hook.handler)), 46),
  hook.source.dialect
]

/** Formats hooks in columns. Where the widest does not fit the width, places are below the hooks. */
const rowsOf = (
  hooks: ReadonlyArray<Hook>,
  { columns, relative }: Reader,
  changed: ReadonlySet<string>
): ReadonlyArray<ReadonlyArray<string>> => {
  const rows = inColumns(hooks.map((hook) => [...cellsOf(hook), place(hook, relative)]))
  const isBeside = fitsIn(rows, columns)
  const beside = isBeside ? rows : inColumns(hooks.map(cellsOf))
  return hooks.map((hook, index) => {
    const notes = `${offBy(hook, relative)}${whileOpen(hook)}${sinceInstall(hook, changed)}`
    const start = beside[index] ?? ""
    const where = `${isBeside ? "" : place(hook, relative)}${notes}`
    // Notes that do not fit beside the place are below it, too.
    const first = isBeside && fitsIn([start + notes], columns) ? [start + notes] : [start, `      ${where.trimStart()}`]
    return [
      ...first.filter((line) => line.trim() !== ""),
      ...(hook.description === undefined ? [] : [`      ${short(hook.description, 100)}`])
    ]
  })
}

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

/** A catalog, and the folders of plugins that are not as they were installed. */
export interface Listed {
  readonly project: string
  readonly catalog: Catalog
  readonly changed: ReadonlySet<string>
}

/** Formats a catalog. */
export const format = printer<Listed>(
  ({ catalog, changed, project }, reader) => {
    const { relative } = reader
    const configured = catalog.hooks.filter(isConfigured)
    if (configured.length === 0 && catalog.diagnostics.length === 0) {
      return `${project} has no hooks. \`hookline init\` writes a first one.`
    }
    const rows = rowsOf(catalog.hooks, reader, changed)
    const byEvent = Map.groupBy(catalog.hooks.entries(), ([, { event }]) => event)
    const hooks = [...byEvent].map(([event, ofEvent]) =>
      [event, ...ofEvent.flatMap(([index]) => rows[index] ?? []), ""].join("\n")
    )
    const diagnostics = catalog.diagnostics.map(
      (diagnostic) => `${Diagnostic.format({ ...diagnostic, file: relative(diagnostic.file) })}\n`
    )
    const lost = catalog.diagnostics.reduce((sum, diagnostic) => sum + (diagnostic.lost?.entries ?? 0), 0)
    const own = configured.filter(({ handler }) => SelfReference.is(handler)).length
    const summary = [
      plural(configured.length - own, "hook", "hooks"),
      own === 0 ? "" : `and ${plural(own, "entry", "entries")} of Hookline itself`,
      `in ${plural(catalog.files.length, "file", "files")};`,
      plural(catalog.diagnostics.length, "problem", "problems"),
      lost === 0 ? "" : `(${plural(lost, "entry does", "entries do")} not run)`
    ]
    return [...hooks, ...diagnostics, summary.filter((part) => part !== "").join(" ")].join("\n")
  },
  { raw: ["handler"] }
)
