// Puts a table of the public modules into the README of each package: the modules that its package.json exports by name,
// each with the first sentence of its header.
//
//   <!-- modules --> … <!-- /modules -->
import { packageFolders, read } from "../internal/workspace.ts"
import { modulesTable } from "./internal/modulesTable.ts"

const filled = (text: string, folder: string): string =>
  text.replace(
    /(<!-- modules -->\n)[\s\S]*?(<!-- \/modules -->)/,
    (_, before: string, after: string) => `${before}\n${modulesTable(folder)}\n\n${after}`
  )

export const generate = () =>
  packageFolders().map((folder) => {
    const path = `packages/${folder}/README.md`
    return { path, text: filled(read(path), folder) }
  })
