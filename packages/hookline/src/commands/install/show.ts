/** Shows a plugin before a user agrees to it: all commands that it will run, in full, and its problems. */
import * as Diagnostic from "@hookline/schema/Diagnostic"
import { textOf } from "@hookline/schema/Handler"
import type { Plan } from "../../manage/install/InstallPlan.ts"
import { hookRows } from "./hookRows.ts"
import { repointedRows } from "./repointed.ts"
import * as InstalledChanges from "../../manage/install/InstalledChanges.ts"
import { onOneLine } from "@hookline/schema/kit/shown/visible"
import * as PluginSource from "../../manage/install/PluginSource.ts"
import { printer } from "@hookline/node/kit/output/Printer"
import type { Reader } from "@hookline/node/kit/output/Reader"
import { counted } from "@hookline/node/kit/output/units"

const sizeOf = (bytes: number): string => (bytes < 1024 ? `${bytes} bytes` : `${Math.ceil(bytes / 1024)} KiB`)

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
      ...repointedRows(plan, reader),
      ...changed(plan, reader),
      hooks.length === 0 ? "It runs nothing." : "It will run, with all of your rights:",
      ...hooks.flatMap((hook) =>
        hookRows(hook, plan.as === "update" && !known.has(hook.id) ? "new" : undefined, reader)
      ),
      ...diagnostics.flatMap((found) => ["", Diagnostic.format({ ...found, file: relative(found.file) })])
    ].join("\n")
  },
  { lines: ["fix"], raw: ["handler", "files"] }
)
