// The modules that a package exports to users. What only our own packages import is under `./kit/*`, outside of semver.
import { readManifest } from "./workspace.ts"

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

/** Lists the public modules of a package: its exports by name. */
export const publicModules = (folder: string): ReadonlyArray<PublicModule> => {
  const { exports = {} } = readManifest(`packages/${folder}/package.json`)
  return Object.entries(exports).flatMap(([path, target]) => {
    const file = sourceOf(target)
    return path === "." || path.includes("*") || file === undefined ? [] : [{ name: path.slice(2), file }]
  })
}
