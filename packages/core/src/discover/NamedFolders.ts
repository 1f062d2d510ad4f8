/**
 * Reports variables of the environment that should name a folder of the user's hooks, and lead to none: hooks of the folder
 * that was meant would be missing without a word.
 *
 * @since 0.1.0
 */
import * as Diagnostic from "@hookline/schema/Diagnostic"
import * as Effect from "effect/Effect"
import { ConfigFiles, type FileStatus } from "./ConfigFiles.ts"
import type { Dialect } from "../Dialect.ts"
import type { Project } from "./ConfigLocations.ts"

/** Returns the variables that move the user's files of dialects. */
const variablesOf = (dialects: ReadonlyArray<Dialect>): ReadonlySet<string> =>
  new Set(
    dialects.flatMap(({ files }) =>
      files.flatMap((spec) => {
        if (spec.base === "config") return ["XDG_CONFIG_HOME"]
        return spec._tag === "Folder" || spec.variable === undefined ? [] : [spec.variable]
      })
    )
  )

const lost = { entries: 1, events: "all" } as const

const misnamedOf = (variable: string, value: string): Diagnostic.Diagnostic =>
  Diagnostic.ofFile("folder-misnamed", variable, {
    text: `${variable} is ${JSON.stringify(value)}, which is no absolute path, so that hooks of the folder that was meant don't run.`,
    fix: "Write the whole path: nothing replaces `~` or a variable there, and a relative path would be the project's.",
    lost
  })

const missingOf = (variable: string, folder: string): Diagnostic.Diagnostic =>
  Diagnostic.ofFile("folder-misnamed", variable, {
    text: `${variable} is ${JSON.stringify(folder)}, where no folder is, so that hooks of the folder that was meant don't run.`,
    fix: "Correct the variable, remove it, or create the folder.",
    lost
  })

/**
 * Returns the diagnostics of variables that lead to no folder, as far as the dialects have files there.
 *
 * @category discovering
 * @since 0.1.0
 */
export const diagnosticsOf = Effect.fnUntraced(function* (
  project: Project,
  dialects: ReadonlyArray<Dialect>
): Effect.fn.Return<ReadonlyArray<Diagnostic.Diagnostic>, never, ConfigFiles> {
  const { misnamed, named } = project
  if (misnamed === undefined && named === undefined) return []
  const files = yield* ConfigFiles
  const found: Array<Diagnostic.Diagnostic> = []
  for (const variable of variablesOf(dialects)) {
    const { [variable]: value } = misnamed ?? {}
    const { [variable]: folder } = named ?? {}
    if (value !== undefined) found.push(misnamedOf(variable, value))
    if (folder === undefined) continue
    // A folder that can't be read is reported with its files.
    const status = yield* Effect.orElseSucceed(files.status(folder), (): FileStatus => "plain")
    if (status === "missing") found.push(missingOf(variable, folder))
  }
  return found
})
