// Packs all packages, as `npm publish` would.
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { root } from "../internal/workspace.ts"

export interface Tarball {
  readonly name: string
  readonly file: string
  /** In bytes: packed, and as it lies on the disk. */
  readonly size: number
  readonly unpackedSize: number
  readonly files: ReadonlyArray<string>
}

interface Told {
  readonly name: string
  readonly filename: string
  readonly size: number
  readonly unpackedSize: number
  readonly files: ReadonlyArray<{ readonly path: string }>
}

/** Runs npm; what it says is part of the error, where there is one. */
export const npm = (args: ReadonlyArray<string>, cwd: string): string => {
  const { error, status, stderr, stdout } = spawnSync("npm", args, {
    cwd,
    encoding: "utf8",
    shell: process.platform === "win32",
    maxBuffer: 64 * 1024 * 1024
  })
  if (status !== 0) throw new Error(`npm ${args.join(" ")}: ${error?.message ?? stderr}`)
  return stdout
}

/** Puts them into this folder. What is built already is packed as it is. */
export const tarballs = (folder: string): ReadonlyArray<Tarball> => {
  const told: unknown = JSON.parse(
    npm(["pack", "--json", "--workspaces", "--ignore-scripts", "--pack-destination", folder], root)
  )
  // Some versions of npm give a list, some an object by names.
  return Object.values(told as Readonly<Record<string, Told>>).map(({ filename, files, name, size, unpackedSize }) => ({
    name,
    file: join(folder, filename.replace("@", "").replace("/", "-")),
    size,
    unpackedSize,
    files: files.map(({ path }) => path)
  }))
}
