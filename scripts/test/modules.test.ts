// The public modules are the documented modules: the table in each package's README lists what its package.json exports.
import { assert, describe, it } from "@effect/vitest"
import { packageFolders, read, readManifest } from "../internal/workspace.ts"

/** Returns the rows of the table between the marks: of each module its name and its sentence. */
const rowsOf = (text: string): ReadonlyMap<string, string> => {
  const [, block = ""] = /<!-- modules -->\n([\s\S]*?)<!-- \/modules -->/.exec(text) ?? []
  return new Map(
    Array.from(block.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm), ([, name = "", sentence = ""]) => [name, sentence])
  )
}

/** Lists the paths that a package exports by name, without its index where the names are all that the index has. */
const exportsOf = (folder: string): ReadonlyArray<string> => {
  const { exports = {}, name = "" } = readManifest(`packages/${folder}/package.json`)
  const isGenerated = read(`packages/${folder}/src/index.ts`).startsWith("// @barrel")
  return Object.keys(exports)
    .filter((path) => !path.includes("*") && path !== "./package.json" && (path !== "." || !isGenerated))
    .map((path) => path.replace(".", name))
}

describe("the public modules", () => {
  it.each(packageFolders())("of %s are the modules in the table of its README, each with a sentence", (folder) => {
    const rows = rowsOf(read(`packages/${folder}/README.md`))
    assert.isAbove(rows.size, 0)
    assert.deepStrictEqual([...rows.keys()].toSorted(), exportsOf(folder).toSorted())
    for (const [name, sentence] of rows) assert.match(sentence, /^.{10,}\.$/, name)
  })
})
