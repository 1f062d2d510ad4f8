/** The files of seals as they would be: those of this machine, with a plugin's files in a folder where it is not yet. */
import { type Look, SealFiles } from "@hookline/core/kit/trust/SealFiles"
import { hash } from "node:crypto"
import * as path from "node:path"
import { files as disk } from "@hookline/node/kit/node/SealFilesNode"
import type { PluginFile } from "./PluginFiles.ts"

const lookOf = (kind: Look["kind"], file?: PluginFile): Look => ({
  kind,
  runs: file?.runs ?? false,
  isShared: false,
  size: file?.bytes.length ?? 0,
  mark: "planned",
  changedAt: 0
})

/** Creates the files with a plugin at `target`, an absolute path. The files that are there now are not seen. */
export const plannedSealFiles = (target: string, files: ReadonlyArray<PluginFile>): SealFiles["Service"] => {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const parent = path.dirname(target)
  const real = path.join(disk.realPath(parent) ?? parent, path.basename(target))
  /** Returns the path inside of the plugin, under either name of its folder. */
  const inner = (file: string): string | undefined => {
    const plain = path.normalize(file).replace(/(?<=.)\/$/, "")
    const base = [target, real].find((folder) => plain === folder || plain.startsWith(`${folder}/`))
    return base === undefined ? undefined : plain.slice(base.length + 1)
  }
  const isFolder = (at: string): boolean => at === "" || files.some((file) => file.path.startsWith(`${at}/`))
  const look = (at: string): Look => {
    const file = byPath.get(at)
    return file === undefined ? lookOf(isFolder(at) ? "folder" : "missing") : lookOf("file", file)
  }
  return SealFiles.of({
    ...disk,
    look: (file) => {
      const at = inner(file)
      return at === undefined ? disk.look(file) : look(at)
    },
    follow: (file) => {
      const at = inner(file)
      return at === undefined ? disk.follow(file) : look(at)
    },
    names: (folder) => {
      const at = inner(folder)
      if (at === undefined) {
        const found = disk.names(folder)
        const isParent = folder === parent || folder === path.dirname(real)
        return isParent ? [...new Set([...(found ?? []), path.basename(target)])].toSorted() : found
      }
      if (!isFolder(at)) return undefined
      const under = at === "" ? "" : `${at}/`
      const inside = files.filter((file) => file.path.startsWith(under))
      return [...new Set(inside.map((file) => file.path.slice(under.length).split("/")[0] ?? ""))].toSorted()
    },
    realPath: (file) => {
      const at = inner(file)
      if (at === undefined) return disk.realPath(file)
      return byPath.has(at) || isFolder(at) ? path.join(real, at) : undefined
    },
    read: (file, most) => {
      const at = inner(file)
      if (at === undefined) return disk.read(file, most)
      const found = byPath.get(at)
      if (found === undefined) return { _tag: "Failed", why: isFolder(at) ? "odd" : "unreadable" }
      if (found.bytes.length > most) return { _tag: "Failed", why: "too large" }
      return {
        _tag: "Content",
        bytes: found.bytes,
        look: look(at),
        sha256: `sha256:${hash("sha256", found.bytes)}`
      }
    }
  })
}
