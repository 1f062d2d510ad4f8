// The modules that a file loads with itself: their numbers by package, and their names.
import { resolved, specifiersOf } from "../../internal/valueImports.ts"

/** A module by the name of its package, and by its own name in it. */
interface Loaded {
  readonly package: string
  readonly module: string
}

const ofRepository = (path: string): Loaded => {
  const [, folder = "", ...rest] = path.split("/")
  return {
    package: folder,
    module: rest
      .join("/")
      .replace(/^src\//, "")
      .replace(/\.ts$/, "")
  }
}

const ofElsewhere = (specifier: string): Loaded => {
  if (specifier.startsWith("node:")) return { package: "Node", module: specifier.slice("node:".length) }
  const parts = specifier.split("/")
  const length = specifier.startsWith("@") ? 2 : 1
  return { package: parts.slice(0, length).join("/"), module: parts.slice(length).join("/") || "." }
}

/** Returns the modules that are reached from a file by static imports. Packages from elsewhere are not looked into. */
export const modulesFrom = (entry: string, read: (path: string) => string): ReadonlyArray<Loaded> => {
  const files = new Set([entry])
  const elsewhere = new Set<string>()
  // A set may grow while it is iterated.
  for (const path of files) {
    for (const specifier of specifiersOf(path, read(path)).atOnce) {
      const file = resolved(path, specifier)
      if (file === undefined) elsewhere.add(specifier)
      else files.add(file)
    }
  }
  return [...Array.from(files, ofRepository), ...Array.from(elsewhere, ofElsewhere)]
}

const folderOf = ({ module, package: name }: Loaded): string => [name, ...module.split("/").slice(0, -1)].join("/")

const nameOf = ({ module }: Loaded): string => module.split("/").at(-1) ?? module

const sorted = (one: string, other: string): number => (one < other ? -1 : 1)

/** Returns a table of the packages with the number of their modules, and the modules by their folders. */
export const loadsOf = (entry: string, read: (path: string) => string): string => {
  const loaded = modulesFrom(entry, read)
  const counts = Array.from(
    Map.groupBy(loaded, (one) => one.package),
    ([name, { length }]) => `| \`${name}\` | ${length} |`
  )
  const folders = Array.from(
    Map.groupBy(loaded, folderOf),
    ([folder, modules]) => `- \`${folder}\`: ${modules.map(nameOf).toSorted(sorted).join(", ")}`
  )
  return [
    "| package | modules |",
    "| --- | ---: |",
    ...counts.toSorted(sorted),
    "",
    "<details><summary>By name</summary>",
    "",
    ...folders.toSorted(sorted),
    "",
    "</details>"
  ].join("\n")
}
