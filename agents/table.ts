/** The table of what came of each scenario behind each client, and of what it was made. */
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Cell } from "./play.ts"

export interface Column {
  readonly host: string
  readonly package: string
  readonly version: string
  readonly integrity: string
  /** A hash of the sources on which the cells depend. */
  readonly sources: string
  readonly cells: ReadonlyArray<Cell>
}

const root = fileURLToPath(new URL("..", import.meta.url))

/** The path of the table from the root. */
export const path = "docs/agents-table.json"

const isColumns = (value: unknown): value is { readonly columns: ReadonlyArray<Column> } =>
  typeof value === "object" && value !== null && "columns" in value && Array.isArray(value.columns)

export const readTable = (): ReadonlyArray<Column> => {
  if (!existsSync(join(root, path))) return []
  const value: unknown = JSON.parse(readFileSync(join(root, path), "utf8"))
  return isColumns(value) ? value.columns : []
}

/** Writes the columns of a table, in the format that the check asks of each file. */
export const writeColumns = (file: string, columns: ReadonlyArray<unknown>): void => {
  writeFileSync(join(root, file), `${JSON.stringify({ columns }, undefined, 2)}\n`)
  spawnSync(join(root, "node_modules/.bin/oxfmt"), [file], { cwd: root, stdio: "ignore" })
}

export const writeTable = (columns: ReadonlyArray<Column>): void =>
  writeColumns(
    path,
    columns.toSorted((one, other) => (one.host < other.host ? -1 : 1))
  )

const filesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => join(parentPath, name))

/** Hashes the sources of a host's dialect, of `dispatch` and of `attach`, by their names and contents. */
export const sourcesHash = (host: string): string => {
  const files = [
    `packages/dialects/src/${host}`,
    "packages/dialects/src/format/reply",
    "packages/dialects/src/format/wire",
    "packages/hookline/src/dispatch",
    "packages/hookline/src/manage/attach"
  ].flatMap(filesIn)
  const hash = createHash("sha256")
  for (const file of files.toSorted()) hash.update(`${file.slice(root.length)}\0`).update(readFileSync(file))
  return `sha256-${hash.digest("hex").slice(0, 32)}`
}

/** Checks whether sources have changed since a column was made. */
export const isStale = ({ host, sources }: Column): boolean => sourcesHash(host) !== sources

/** Returns the integrity by which npm installed a package. */
export const integrityOf = (folder: string, name: string): string => {
  const lock: unknown = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8"))
  const packages = typeof lock === "object" && lock !== null && "packages" in lock ? lock.packages : {}
  const entries: Readonly<Record<string, unknown>> =
    typeof packages === "object" && packages !== null ? { ...packages } : {}
  const entry = entries[`node_modules/${name}`]
  return typeof entry === "object" && entry !== null && "integrity" in entry ? String(entry.integrity) : "unknown"
}
