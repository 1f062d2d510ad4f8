/**
 * The files of hooks that an administrator writes for everybody on a machine. Each agent reads its own; here they are in force
 * in every agent, as an organisation's policy is: no project and no user removes them.
 *
 * @since 0.1.0
 */
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

/**
 * Reads the files of these dialects, in order.
 *
 * @category discovering
 * @since 0.1.0
 */
export const read = Effect.fnUntraced(function* (
  dialects: ReadonlyArray<Dialect>,
  { system }: Project
): Effect.fn.Return<ReadonlyArray<Found>, never, ConfigFiles> {
  if (system === undefined) return []
  const files = yield* ConfigFiles
  const found: Array<Found> = []
  for (const { machineFiles, name } of dialects) {
    for (const path of machineFiles?.[system] ?? []) {
      const paths = path.endsWith("/") ? yield* inFolder(files, name, path.slice(0, -1)) : [path]
      for (const one of paths) {
        if (typeof one === "string") found.push(...(yield* optional(files, fileAt(name, one))))
        else found.push(one)
      }
    }
  }
  return found
})
