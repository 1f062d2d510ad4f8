// The public modules of a package as a table, by the names under which they are imported.
import { publicModules } from "../../internal/publicModules.ts"
import { read, readManifest } from "../../internal/workspace.ts"
import { firstSentence } from "./barrel.ts"

/** Lists a package's modules. An index is one of them where it is not generated from the others. */
const modulesOf = (folder: string): ReadonlyArray<{ readonly specifier: string; readonly text: string }> => {
  const { name = "" } = readManifest(`packages/${folder}/package.json`)
  const index = read(`packages/${folder}/src/index.ts`)
  return [
    ...(index.startsWith("// @barrel") ? [] : [{ specifier: name, text: index }]),
    ...publicModules(folder)
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      .map((module) => ({
        specifier: `${name}/${module.name}`,
        text: read(`packages/${folder}/src/${module.file}`)
      }))
  ]
}

/** Returns the table of a package's public modules. Throws if one has no header, because it would have no sentence. */
export const modulesTable = (folder: string): string => {
  const rows = modulesOf(folder).map(({ specifier, text }) => {
    const sentence = firstSentence(text)
    if (sentence === undefined) throw new Error(`${specifier} does not begin with a comment that describes it`)
    return `| \`${specifier}\` | ${sentence.replaceAll("|", String.raw`\|`)} |`
  })
  return ["| module | contents |", "| --- | --- |", ...rows].join("\n")
}
