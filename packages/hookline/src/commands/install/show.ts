/** A plugin as people read it before they say yes: everything that it will run, whole, and what is wrong with it. */
import * as Diagnostic from "@hookline/schema/Diagnostic"
import { textOf } from "@hookline/schema/Handler"
import type { Hook } from "@hookline/schema/Hook"
import type { Plan } from "../../manage/install/InstallPlan.ts"
import * as InstalledChanges from "../../manage/install/InstalledChanges.ts"
import { indented, onOneLine } from "@hookline/schema/kit/shown/visible"
import * as PluginSource from "../../manage/install/PluginSource.ts"
import { printer } from "@hookline/node/kit/output/Printer"
import type { Reader } from "@hookline/node/kit/output/Reader"
import { counted } from "@hookline/node/kit/output/units"
import { sentenceOf } from "@hookline/node/kit/output/whyNot"

const sizeOf = (bytes: number): string => (bytes < 1024 ? `${bytes} bytes` : `${Math.ceil(bytes / 1024)} KiB`)

/** What decides about it beside its text: in which shell, and which secrets go with it. */
const ways = ({ handler }: Hook): ReadonlyArray<string> => {
  if (handler._tag === "Command") {
    return [
      ...(handler.shell === undefined ? [] : [`by ${onOneLine(handler.shell)}`]),
      ...(handler.async === true || handler.asyncRewake === true ? ["in the background"] : [])
    ]
  }
  if (handler._tag !== "Http" || handler.allowedEnvVars === undefined) return []
  return [`with ${handler.allowedEnvVars.map(onOneLine).join(", ")} of your environment`]
}

const conditions = (hook: Hook): string => {
  const { if: rule, matcher } = hook
  return [
    matcher === undefined || matcher === "" || matcher === "*" ? "always" : `where ${matcher}`,
    ...(rule === undefined ? [] : [`if ${rule}`]),
    ...ways(hook)
  ].join(", ")
}

const hookRows = (hook: Hook, isNew: boolean, { paint, relative }: Reader): ReadonlyArray<string> => [
  `  ${paint.bold(hook.event)}  ${conditions(hook)}  ${paint.dim(hook.handler._tag.toLowerCase())}${isNew ? `  ${paint.yellow("new")}` : ""}`,
  indented(textOf(hook.handler), "      "),
  ...(hook.off === undefined ? [] : [paint.yellow(`      It won't run: ${sentenceOf(hook.off, relative)}.`)])
]

const changed = ({ as, before, changes, hooks }: Plan, { paint }: Reader): ReadonlyArray<string> => {
  if (as !== "update") return []
  const ids = new Set(hooks.map(({ id }) => id))
  const gone = before.filter(({ id }) => !ids.has(id))
  return [
    ...(InstalledChanges.isChanged(changes)
      ? [`It is an update. ${InstalledChanges.tell(changes)}`]
      : ["It is an update."]),
    ...(gone.length === 0 ? [] : [paint.yellow("These run no more:")]),
    ...gone.map((hook) => `  ${hook.id}  ${onOneLine(textOf(hook.handler))}`)
  ]
}

/** Formats a plugin that is to be installed. */
export const showInstall = printer<Plan>(
  (plan, reader) => {
    const { before, diagnostics, fetched, folder, hooks, name } = plan
    const { paint, relative } = reader
    const known = new Set(before.map(({ id }) => id))
    const bytes = fetched.files.reduce((sum, file) => sum + file.bytes.length, 0)
    const commit = fetched.commit === undefined ? "" : `, commit ${fetched.commit.slice(0, 12)}`
    const version = fetched.version === undefined ? "" : ` ${fetched.version}`
    return [
      `${paint.bold(`${name}${version}`)}${fetched.description === undefined ? "" : `  ${fetched.description}`}`,
      `  from ${PluginSource.format(fetched.source)}${commit}`,
      `  into ${relative(folder)}, ${counted(fetched.files.length, "file")}, ${sizeOf(bytes)}`,
      "",
      ...changed(plan, reader),
      hooks.length === 0 ? "It runs nothing." : "It will run, with all of your rights:",
      ...hooks.flatMap((hook) => hookRows(hook, plan.as === "update" && !known.has(hook.id), reader)),
      ...diagnostics.flatMap((found) => ["", Diagnostic.format({ ...found, file: relative(found.file) })])
    ].join("\n")
  },
  { lines: ["fix"], raw: ["handler", "files"] }
)
