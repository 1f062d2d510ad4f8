/** Files as they would be: those of this machine, with a plugin's files in a folder where it is not yet. */
import { ConfigFiles, type Entry, Inaccessible } from "@hookline/core/ConfigFiles"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { posix } from "node:path"
import * as ConfigFilesNode from "@hookline/node/ConfigFilesNode"
import type { PluginFile } from "./PluginFiles.ts"

/** The names and kinds of what is in a folder of the plugin. */
const entriesIn = (files: ReadonlyArray<PluginFile>, folder: string): ReadonlyArray<Entry> => {
  const names = new Map<string, Entry["kind"]>()
  for (const { path } of files) {
    if (!path.startsWith(folder)) continue
    const [name = "", ...rest] = path.slice(folder.length).split("/")
    names.set(name, rest.length > 0 ? "folder" : "file")
  }
  return [...names]
    .map(([name, kind]) => ({ name, kind, link: false }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/** The files with the plugin at `target`, an absolute path. What lies there now is not seen. */
export const layer = (target: string, files: ReadonlyArray<PluginFile>): Layer.Layer<ConfigFiles> =>
  Layer.effect(
    ConfigFiles,
    Effect.map(ConfigFiles, (disk) => {
      const byPath = new Map(files.map((file) => [file.path, file]))
      /** The path inside of the plugin, where it is in there. */
      const inner = (path: string): string | undefined => {
        const plain = posix.normalize(path).replace(/(?<=.)\/$/, "")
        return plain === target ? "" : plain.startsWith(`${target}/`) ? plain.slice(target.length + 1) : undefined
      }
      const isFolder = (at: string): boolean => at === "" || files.some(({ path }) => path.startsWith(`${at}/`))
      const within = (at: string) => entriesIn(files, at === "" ? "" : `${at}/`)
      const parent = target.slice(0, target.lastIndexOf("/"))
      const name = target.slice(parent.length + 1)
      return ConfigFiles.of({
        ...disk,
        read: (path) => {
          const at = inner(path)
          if (at === undefined) return disk.read(path)
          const file = byPath.get(at)
          if (file !== undefined)
            return Effect.succeed(new TextDecoder("utf-8", { ignoreBOM: true }).decode(file.bytes))
          return isFolder(at) ? Effect.fail(new Inaccessible({ path, why: "EISDIR" })) : Effect.succeed(undefined)
        },
        folders: (path) => {
          const at = inner(path)
          if (at !== undefined) {
            return Effect.succeed(within(at).flatMap((entry) => (entry.kind === "folder" ? [entry.name] : [])))
          }
          const found = disk.folders(path)
          return path === parent ? Effect.map(found, (names) => [...new Set([...names, name])].toSorted()) : found
        },
        entries: (path) => {
          const at = inner(path)
          return at === undefined ? disk.entries(path) : Effect.succeed(within(at))
        },
        status: (path) => {
          const at = inner(path)
          if (at === undefined) return disk.status(path)
          const file = byPath.get(at)
          if (file !== undefined) return Effect.succeed(file.runs ? "executable" : "plain")
          return Effect.succeed(isFolder(at) ? "executable" : "missing")
        },
        realPath: (path) => {
          const at = inner(path)
          if (at === undefined) return disk.realPath(path)
          return Effect.succeed(byPath.has(at) || isFolder(at) ? (at === "" ? target : `${target}/${at}`) : undefined)
        }
      })
    })
  ).pipe(Layer.provide(ConfigFilesNode.layerOnce))
