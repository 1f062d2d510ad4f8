// Which file of the repository imports which when it runs. Types are left out: no test fails by them.
import { dirname, posix } from "node:path"
import { parseSync } from "vite"
import { entry } from "../bundle.ts"
import { packageFolders, readManifest } from "../internal/workspace.ts"

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

const specifiersOf = (path: string, text: string): ReadonlyArray<string> => {
  const { module } = parseSync(path, text)
  const isValue = ({ isType }: { readonly isType: boolean }): boolean => !isType
  return [
    ...module.staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(isValue))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.filter(isValue).flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])
    ),
    ...module.dynamicImports.flatMap(
      ({ moduleRequest: { end, start } }) => /^["'`]([^"'`$]+)["'`]$/.exec(text.slice(start, end))?.[1] ?? []
    )
  ]
}

/** Reports whether a file starts the bundled command, which is made of the sources. */
export const startsCommand = (text: string): boolean => /"(?:\.\.\/)+bin\/hookline\.js"/.test(text)

/** Returns the paths of the files that a file imports, or that the command consists of if the file starts the command. */
export const importsOf = (path: string, text: string): ReadonlyArray<string> => [
  ...specifiersOf(path, text).flatMap(
    (specifier) => (specifier.startsWith(".") ? posix.join(dirname(path), specifier) : fromPackage(specifier)) ?? []
  ),
  ...(startsCommand(text) ? [entry] : [])
]
