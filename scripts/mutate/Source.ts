// The sources that faults are planted in: what the packages publish, without what is generated.
import { basename } from "node:path"
import { packageFolders, read, typescriptFiles } from "../internal/workspace.ts"
import { type Node, parse } from "../internal/syntax.ts"

/** A source with its syntax tree. */
export interface Source {
  /** The path from the root of the repository. */
  readonly path: string
  /** The folder of its package. */
  readonly package: string
  /** The name of the file, without its suffix. */
  readonly module: string
  readonly text: string
  readonly program: Node
}

/** Parses one source. */
export const make = (path: string, text: string, folder: string): Source => ({
  path,
  package: folder,
  module: basename(path, ".ts"),
  text,
  program: parse(path, text)
})

const isGenerated = (path: string): boolean => basename(path) === "index.ts"

/** Reads the sources of the packages, or of these only. */
export const readAll = (folders: ReadonlyArray<string> = packageFolders()): ReadonlyArray<Source> =>
  folders.flatMap((folder) =>
    typescriptFiles(`packages/${folder}/src`)
      .filter((path) => !isGenerated(path))
      .map((path) => make(path, read(path), folder))
  )
