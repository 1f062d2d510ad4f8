// The packages of this repository as they are published, and what must hold of each package.json.
import { join } from "node:path"
import { exists, packageFolders, read, root } from "../internal/workspace.ts"

/** What publishing needs to know of a package.json. */
export interface Published {
  readonly name: string
  readonly version: string
  readonly description?: string
  readonly license?: string
  readonly type?: string
  readonly sideEffects?: unknown
  readonly private?: boolean
  readonly engines?: Readonly<Record<string, string>>
  readonly files?: ReadonlyArray<string>
  readonly bin?: Readonly<Record<string, string>>
  readonly exports?: Readonly<Record<string, unknown>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

export interface Package {
  readonly folder: string
  readonly path: string
  readonly manifest: Published
}

/** Those that are published. */
export const packages = (): ReadonlyArray<Package> =>
  packageFolders()
    .map((folder) => ({
      folder,
      path: join(root, "packages", folder),
      // These files are ours, and the checks below look at what they hold.
      manifest: JSON.parse(read(`packages/${folder}/package.json`)) as Published
    }))
    .filter(({ manifest }) => manifest.private !== true)

const isOurs = (name: string): boolean => name === "hookline" || name.startsWith("@hookline/")

/** What is wrong with a package.json, where all packages have this version. */
export const faults = ({ folder, manifest }: Package, version: string): ReadonlyArray<string> => {
  const { dependencies = {}, description, engines, exports = {}, files = [], license, sideEffects, type } = manifest
  const found: Array<string> = []
  const must = (holds: boolean, what: string): void => {
    if (!holds) found.push(`packages/${folder}/package.json: ${what}`)
  }
  must(manifest.version === version, `its version is ${manifest.version}, where all have ${version}`)
  must(type === "module", `"type" is not "module"`)
  must(sideEffects === false, `"sideEffects" is not false`)
  must(license === "MIT", "it lacks its license")
  must((description ?? "") !== "", "it lacks a description")
  must(engines?.["node"] === ">=22.19", `"engines" is not node >=22.19`)
  must(
    ["dist", "src"].every((name) => files.includes(name)),
    `"files" lacks dist or src`
  )
  must(exports["./internal/*"] === null, "what is internal can be imported")
  must("." in exports && "./package.json" in exports, `"exports" lacks . or ./package.json`)
  must("./kit/*" in exports, `"exports" lacks ./kit/*, by which our own packages import`)
  for (const [name, wanted] of Object.entries({ ...dependencies, ...manifest.peerDependencies })) {
    if (isOurs(name)) must(wanted === version, `it wants ${name} ${wanted}, and all are published as ${version}`)
  }
  for (const file of ["README.md", "LICENSE"]) {
    if (!exists(`packages/${folder}/${file}`)) found.push(`packages/${folder} has no ${file}`)
  }
  return found
}

/** Returns the names by which users import a package's modules: its exports without patterns and without its manifest. */
export const entriesOf = ({ exports = {}, name }: Pick<Published, "exports" | "name">): ReadonlyArray<string> =>
  Object.entries(exports).flatMap(([path, target]) =>
    target === null || path.includes("*") || path === "./package.json" ? [] : [`${name}${path.slice(1)}`]
  )

/** What is in a package and should not be, and what should be and is not. */
export const strange = (files: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...files.filter((file) =>
    /^test\/|(?:^|\/)(?:node_modules|fixtures)\/|\.tsbuildinfo$|\.test\.[cm]?[jt]s$/.test(file)
  ),
  // What the compiler wrote from a source that is gone would be published, too.
  ...files.filter(
    (file) => /^dist\/.*\.js$/.test(file) && !files.includes(file.replace(/^dist/, "src").replace(/js$/, "ts"))
  ),
  ...["package.json", "README.md", "LICENSE", "dist/index.js", "dist/index.d.ts", "src/index.ts"]
    .filter((file) => !files.includes(file))
    .map((file) => `${file} is missing`)
]
