/** An update as users read it before they accept it: commands first, then what they ask for, then the files. */
import * as Diagnostic from "@hookline/schema/Diagnostic"
import { onOneLine } from "@hookline/schema/kit/shown/visible"
import { textOf } from "@hookline/node/kit/node/disk"
import { printer } from "@hookline/node/kit/output/Printer"
import type { Reader } from "@hookline/node/kit/output/Reader"
import * as PluginSource from "../../manage/install/PluginSource.ts"
import type { FileChange, UpdatePlan } from "../../manage/install/UpdatePlan.ts"
import { paintDiff } from "../../output/paintDiff.ts"
import { print } from "../../output/unified.ts"
import { hookRows } from "../install/hookRows.ts"
import { repointedRows } from "../install/repointed.ts"

const short = (commit: string | undefined): string => commit?.slice(0, 12) ?? "no commit"

const commandRows = ({ commands: { added, changed, gone } }: UpdatePlan, reader: Reader): ReadonlyArray<string> => {
  if (added.length + changed.length + gone.length === 0) return ["It runs the same commands as before."]
  return [
    ...added.flatMap((hook) => hookRows(hook, "new", reader)),
    ...gone.flatMap((hook) => hookRows(hook, "runs no more", reader)),
    ...changed.flatMap(({ after, before }) => [
      ...hookRows(before, "changes from", reader),
      ...hookRows(after, "to", reader)
    ])
  ]
}

const askedRows = ({ profiles, secrets }: UpdatePlan, { paint }: Reader): ReadonlyArray<string> => {
  if (profiles.length + secrets.length === 0) return ["It asks for nothing that it did not ask for before."]
  return [
    "It newly asks for:",
    ...profiles.map(({ after, before, hook }) =>
      paint.yellow(`  ${hook}: profile ${after}${before === undefined ? "" : `, was ${before}`}`)
    ),
    ...(secrets.length === 0 ? [] : [paint.yellow(`  secrets: ${secrets.join(", ")}`)])
  ]
}

/** The most bytes of a file that are shown. */
const mostBytes = 256 * 1024

/** Returns the text of a file: none if it is too large, or no text. */
const shownText = (file: FileChange["before"]): string | undefined => {
  if (file === undefined) return ""
  if (file.bytes.length > mostBytes || file.bytes.includes(0)) return undefined
  return textOf(file.bytes)
}

const modeOf = (file: FileChange["before"]): string => (file?.runs === true ? "0755" : "0644")

const fileRows = ({ after, before, path }: FileChange, { paint }: Reader): ReadonlyArray<string> => {
  const name = onOneLine(path)
  const what = before === undefined ? "new" : after === undefined ? "gone" : "changed"
  const mode =
    before !== undefined && after !== undefined && before.runs !== after.runs
      ? `, mode ${modeOf(before)} to ${modeOf(after)}`
      : (after ?? before)?.runs === true
        ? ", may be run"
        : ""
  const head = paint.bold(`${name}  ${what}${mode}`)
  const [one, other] = [shownText(before), shownText(after)]
  if (one === undefined || other === undefined) {
    return [
      head,
      `  no text, or too large to be shown: ${before?.bytes.length ?? 0} to ${after?.bytes.length ?? 0} bytes`
    ]
  }
  const text = print(name, before === undefined ? undefined : one, other, paintDiff(paint))
  return text === "" ? [head] : [head, text]
}

/** Formats a planned update. */
export const showUpdate = printer<UpdatePlan>(
  (update, reader) => {
    const { entry, files, plan } = update
    const { diagnostics, fetched } = plan
    const { paint, relative } = reader
    const version =
      fetched.version === undefined || fetched.version === entry.version
        ? ""
        : `, version ${entry.version ?? "none"} to ${fetched.version}`
    return [
      `${paint.bold(entry.name)}  ${short(entry.commit)} to ${short(fetched.commit)}${version}`,
      `  from ${PluginSource.format(fetched.source)}`,
      ...repointedRows(plan, reader),
      "",
      ...commandRows(update, reader),
      "",
      ...askedRows(update, reader),
      "",
      ...(files.length === 0 ? ["Its files are the same."] : files.flatMap((file) => fileRows(file, reader))),
      ...diagnostics.flatMap((found) => ["", Diagnostic.format({ ...found, file: relative(found.file) })]),
      ""
    ].join("\n")
  },
  { lines: ["fix"], raw: ["handler", "files"] }
)
