// Where things are in this repository.
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs"
import { join, resolve, sep } from "node:path"

export const root = resolve(import.meta.dirname, "../..")

/** The folders below `packages`, sorted. */
export const packageFolders = (): ReadonlyArray<string> =>
  readdirSync(join(root, "packages"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted()

/** The TypeScript files below a folder, as sorted paths from the root with forward slashes; none where it is missing. */
export const typescriptFiles = (folder: string): ReadonlyArray<string> =>
  globSync(`${folder}/**/*.ts`, { cwd: root, exclude: (path) => /(^|[/\\])(node_modules|dist|fixtures)$/.test(path) })
    .map((path) => path.replaceAll(sep, "/"))
    .toSorted()

export const read = (path: string): string => readFileSync(join(root, path), "utf8")

export const exists = (path: string): boolean => existsSync(join(root, path))

/** What these scripts need to know of a package.json. */
export interface Manifest {
  readonly name?: string
  readonly version?: string
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly exports?: Readonly<Record<string, unknown>>
}

export const readManifest = (path: string): Manifest => JSON.parse(read(path)) as Manifest
