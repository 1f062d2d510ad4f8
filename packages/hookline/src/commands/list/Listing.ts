/**
 * A catalog as people read it: the hooks by event, where each comes from, and what is wrong.
 *
 * @since 0.1.0
 */
import type { Catalog } from "@hookline/schema/Catalog"
import * as Diagnostic from "@hookline/schema/Diagnostic"
import { textOf } from "@hookline/schema/Handler"
import type { Hook } from "@hookline/schema/Hook"
import { onOneLine } from "@hookline/schema/kit/shown/visible"
import { printer } from "@hookline/node/kit/output/Printer"
import { isConfigured } from "../context.ts"

/** Cuts a text where it would not fit beside others. */
const short = (line: string, limit: number): string => (line.length > limit ? `${line.slice(0, limit - 1)}…` : line)

const firstLine = (text: string): string => onOneLine(text.slice(0, `${text}\n`.indexOf("\n")))

const matcherOf = ({ matcher }: Hook): string => (matcher === undefined || matcher === "" ? "*" : matcher)

const place = ({ handler, source }: Hook, relative: (path: string) => string): string =>
  handler._tag === "Native"
    ? "Hookline itself"
    : `${relative(source.file)}${source.line === undefined ? "" : `:${source.line}`}`

/** What brings the hook, where it is in force only for as long as that is open. */
const whileOpen = ({ source: { carrier, skill } }: Hook): string =>
  skill === undefined ? "" : `  (with the ${carrier ?? "skill"} ${skill})`

/** That it never runs, and by which line. Every other reason is a plan's to tell. */
const offBy = ({ enabled, off }: Hook, relative: (path: string) => string): string => {
  if (off?._tag === "Disabled") return `  (switched off by ${relative(off.file)}:${off.line})`
  if (off?._tag === "SourceNotAllowed") {
    return `  (switched off by ${off.setting}${off.file === undefined ? "" : ` in ${relative(off.file)}:${off.line ?? 1}`})`
  }
  return enabled ? "" : "  (switched off)"
}

/** Whether somebody changed the plugin that brings the hook. */
const sinceInstall = ({ source: { pluginFolder } }: Hook, changed: ReadonlySet<string>): string =>
  pluginFolder !== undefined && changed.has(pluginFolder) ? "  (changed since install)" : ""

const row = (hook: Hook, relative: (path: string) => string, changed: ReadonlySet<string>): ReadonlyArray<string> => [
  [
    `  ${short(matcherOf(hook), 24).padEnd(24)}`,
    hook.handler._tag.toLowerCase().padEnd(8),
    short(hook.name ?? firstLine(textOf(hook.handler)), 46).padEnd(46),
    `${hook.source.dialect}  ${place(hook, relative)}${offBy(hook, relative)}${whileOpen(hook)}${sinceInstall(hook, changed)}`
  ].join(" "),
  ...(hook.description === undefined ? [] : [`      ${short(hook.description, 100)}`])
]

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

/** A catalog, and the folders of plugins that are not as they were installed. */
export interface Listed {
  readonly project: string
  readonly catalog: Catalog
  readonly changed: ReadonlySet<string>
}

/** Formats a catalog. */
export const format = printer<Listed>(
  ({ catalog, changed, project }, { relative }) => {
    const configured = catalog.hooks.filter(isConfigured)
    if (configured.length === 0 && catalog.diagnostics.length === 0) {
      return `${project} has no hooks. \`hookline init\` writes a first one.`
    }
    const byEvent = Map.groupBy(catalog.hooks, ({ event }) => event)
    const hooks = [...byEvent].map(([event, ofEvent]) =>
      [event, ...ofEvent.flatMap((hook) => row(hook, relative, changed)), ""].join("\n")
    )
    const diagnostics = catalog.diagnostics.map(
      (diagnostic) => `${Diagnostic.format({ ...diagnostic, file: relative(diagnostic.file) })}\n`
    )
    const lost = catalog.diagnostics.reduce((sum, diagnostic) => sum + (diagnostic.lost?.entries ?? 0), 0)
    const summary = [
      plural(configured.length, "hook", "hooks"),
      `in ${plural(catalog.files.length, "file", "files")};`,
      plural(catalog.diagnostics.length, "problem", "problems"),
      lost === 0 ? "" : `(${plural(lost, "entry does", "entries do")} not run)`
    ]
    return [...hooks, ...diagnostics, summary.filter((part) => part !== "").join(" ")].join("\n")
  },
  { raw: ["handler"] }
)
