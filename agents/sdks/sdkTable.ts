/** The table of what came of each scenario in each SDK. */
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { writeColumns } from "../table.ts"
import type { SdkCell } from "./play.ts"

export interface SdkColumn {
  readonly name: string
  readonly package: string
  readonly version: string
  readonly integrity: string
  /** A hash of the sources on which the cells depend. */
  readonly sources: string
  /** The projects in which the types were checked. */
  readonly types: ReadonlyArray<{ readonly name: string; readonly holds: boolean }>
  readonly cells: ReadonlyArray<SdkCell>
}

const root = fileURLToPath(new URL("../..", import.meta.url))

/** The path of the table from the root. */
const path = "docs/sdks-table.json"

const isColumns = (value: unknown): value is { readonly columns: ReadonlyArray<SdkColumn> } =>
  typeof value === "object" && value !== null && "columns" in value && Array.isArray(value.columns)

export const readSdkTable = (): ReadonlyArray<SdkColumn> => {
  if (!existsSync(join(root, path))) return []
  const value: unknown = JSON.parse(readFileSync(join(root, path), "utf8"))
  return isColumns(value) ? value.columns : []
}

export const writeSdkTable = (columns: ReadonlyArray<SdkColumn>): void =>
  writeColumns(
    path,
    columns.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  )

/** Hashes the adapters and the promises that they use, by their names and contents. */
export const sdkSources = (): string => {
  const files = ["packages/node/src/adapters", "packages/node/src/promise"].flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map(({ name, parentPath }) => join(parentPath, name))
  )
  const hash = createHash("sha256")
  for (const file of files.toSorted()) hash.update(`${file.slice(root.length)}\0`).update(readFileSync(file))
  return `sha256-${hash.digest("hex").slice(0, 32)}`
}

/** Checks whether sources have changed since a column was made. */
export const isSdkStale = ({ sources }: SdkColumn): boolean => sdkSources() !== sources
