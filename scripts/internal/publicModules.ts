// The modules that a package exports to users. What only our own packages import is under `./kit/*`, outside of semver.
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { readManifest, root } from "./workspace.ts"

export interface PublicModule {
  /** The name by which the package exports it, such as `Matcher`. */
  readonly name: string
  /** Its file from the package's `src`, such as `match/Matcher.ts`. */
  readonly file: string
}

const condition = "@hookline/source"

const sourceOf = (target: unknown): string | undefined => {
  if (typeof target !== "object" || target === null || !(condition in target)) return undefined
  const source: unknown = target[condition]
  return typeof source === "string" ? source.replace("./src/", "") : undefined
}

/** Lists the public modules of a package: its exports by name, or all modules of `src` where it exports `./*`. */
export const publicModules = (folder: string): ReadonlyArray<PublicModule> => {
  const { exports = {} } = readManifest(`packages/${folder}/package.json`)
  if ("./*" in exports) {
    return readdirSync(join(root, "packages", folder, "src"))
      .filter((name) => /^[A-Z]\w*\.ts$/.test(name))
      .map((file) => ({ name: file.slice(0, -".ts".length), file }))
  }
  return Object.entries(exports).flatMap(([path, target]) => {
    const file = sourceOf(target)
    return path === "." || path.includes("*") || file === undefined ? [] : [{ name: path.slice(2), file }]
  })
}
