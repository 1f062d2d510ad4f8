/**
 * The files of hooks that an administrator writes for everybody on a machine. Each agent reads its own; here they are in force
 * in every agent, as an organisation's policy is: no project and no user removes them.
 *
 * @since 0.1.0
 */
import * as Diagnostic from "@hookline/schema/Diagnostic"
import type { File } from "@hookline/schema/Source"
import * as Effect from "effect/Effect"
import type { Dialect } from "../Dialect.ts"
import { ConfigFiles } from "./ConfigFiles.ts"
import { type Found, optional, type Project, unreadable } from "./ConfigLocations.ts"

/** The name of the machine in the place of an organisation's. */
const organisation = "this machine"

const fileAt = (dialect: string, path: string): File => ({
  dialect,
  scope: "user",
  file: path,
  folder: path.slice(0, path.lastIndexOf("/")),
  managed: { organisation, version: "" }
})

/** Returns the paths of the files of hooks in a folder. */
const inFolder = (files: ConfigFiles["Service"], dialect: string, folder: string) =>
  Effect.match(files.entries(folder), {
    onSuccess: (entries): ReadonlyArray<string | Found> =>
      entries.flatMap(({ kind, name }) => (kind !== "folder" && name.endsWith(".json") ? [`${folder}/${name}`] : [])),
    onFailure: (error): ReadonlyArray<string | Found> => [unreadable(fileAt(dialect, folder), "folder", error)]
  })

/** Reports a variable that leads to no file: the administrator's hooks would be missing without a word. */
const missing = (dialect: string, variable: string, path: string, isAbsolute: boolean): Found => ({
  _tag: "Problem",
  diagnostic: Diagnostic.ofFile("folder-misnamed", variable, {
    dialect,
    text: `${variable} is ${JSON.stringify(path)}, ${isAbsolute ? "where no file is" : "which is no absolute path"}, so that the administrator's hooks that were meant don't run.`,
    fix: "Write the whole path of a file that exists, or remove the variable.",
    lost: { entries: 1, events: "all" }
  })
})

/** Reads the files that variables name. The usual ones remain, because a user's variable must not remove them. */
const named = Effect.fnUntraced(function* (
  { machineVariables = {}, name }: Dialect,
  machine: Readonly<Record<string, string>>
): Effect.fn.Return<ReadonlyArray<Found>, never, ConfigFiles> {
  const files = yield* ConfigFiles
  const all: Array<Found> = []
  for (const [variable, others] of Object.entries(machineVariables)) {
    const { [variable]: path } = machine
    if (path === undefined) continue
    const isAbsolute = path.startsWith("/")
    const found = isAbsolute ? yield* optional(files, fileAt(name, path)) : []
    if (isAbsolute) {
      const folder = path.slice(0, path.lastIndexOf("/"))
      for (const other of others) all.push(...(yield* optional(files, fileAt(name, `${folder}/${other}`))))
    }
    all.push(...(found.length === 0 ? [missing(name, variable, path, isAbsolute)] : found))
  }
  return all
})

/**
 * Reads the files of these dialects, in order.
 *
 * @category discovering
 * @since 0.1.0
 */
export const read = Effect.fnUntraced(function* (
  dialects: ReadonlyArray<Dialect>,
  { machine, system }: Project
): Effect.fn.Return<ReadonlyArray<Found>, never, ConfigFiles> {
  if (system === undefined) return []
  const files = yield* ConfigFiles
  const found: Array<Found> = []
  for (const dialect of dialects) {
    const { machineFiles, name } = dialect
    for (const path of machineFiles?.[system] ?? []) {
      const paths = path.endsWith("/") ? yield* inFolder(files, name, path.slice(0, -1)) : [path]
      for (const one of paths) {
        if (typeof one === "string") found.push(...(yield* optional(files, fileAt(name, one))))
        else found.push(one)
      }
    }
    if (machine !== undefined) found.push(...(yield* named(dialect, machine)))
  }
  return found
})
