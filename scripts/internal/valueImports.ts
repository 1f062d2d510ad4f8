// Finds what a source file imports when it runs, and resolves it to files of this repository. Types are left out.
import { dirname, posix } from "node:path"
import { parseSync } from "vite"
import { packageFolders, readManifest } from "./workspace.ts"

interface Package {
  readonly folder: string
  readonly exports: Readonly<Record<string, unknown>>
}

const packages: ReadonlyMap<string, Package> = new Map(
  packageFolders().flatMap((name) => {
    const folder = `packages/${name}`
    const { exports = {}, name: published } = readManifest(`${folder}/package.json`)
    return published === undefined ? [] : [[published, { folder, exports }] as const]
  })
)

/** Returns the path of a source that an export of a package names; `*` is replaced. */
const sourceIn = (target: unknown, star: string): string | undefined => {
  if (typeof target !== "object" || target === null || !("@hookline/source" in target)) return undefined
  const path = target["@hookline/source"]
  return typeof path === "string" ? path.replace("*", star) : undefined
}

const fromPackage = (specifier: string): string | undefined => {
  const parts = specifier.split("/")
  const length = specifier.startsWith("@") ? 2 : 1
  const found = packages.get(parts.slice(0, length).join("/"))
  if (found === undefined) return undefined
  const subpath = [".", ...parts.slice(length)].join("/")
  for (const [key, target] of Object.entries(found.exports)) {
    const [before = "", after] = key.split("*")
    const isIt = after === undefined ? subpath === key : subpath.startsWith(before) && subpath.endsWith(after)
    const path = isIt ? sourceIn(target, subpath.slice(before.length)) : undefined
    if (path !== undefined) return posix.join(found.folder, path)
  }
  return undefined
}

/** Returns the path from the root of what a file imports by this specifier, or `undefined` for a package from elsewhere. */
export const resolved = (path: string, specifier: string): string | undefined =>
  specifier.startsWith(".") ? posix.join(dirname(path), specifier) : fromPackage(specifier)

/** The specifiers of a file: those that are loaded with it, and those that it loads later. */
export interface Specifiers {
  readonly atOnce: ReadonlyArray<string>
  readonly later: ReadonlyArray<string>
}

const isValue = ({ isType }: { readonly isType: boolean }): boolean => !isType

/** Returns the specifiers that a file imports or re-exports. A computed one can't be known. */
export const specifiersOf = (path: string, text: string): Specifiers => {
  const { module } = parseSync(path, text)
  return {
    atOnce: [
      ...module.staticImports
        .filter(({ entries }) => entries.length === 0 || entries.some(isValue))
        .map(({ moduleRequest }) => moduleRequest.value),
      ...module.staticExports.flatMap(({ entries }) =>
        entries.filter(isValue).flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])
      )
    ],
    later: module.dynamicImports.flatMap(
      ({ moduleRequest: { end, start } }) => /^["'`]([^"'`$]+)["'`]$/.exec(text.slice(start, end))?.[1] ?? []
    )
  }
}
