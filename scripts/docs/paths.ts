// Finds the paths that a page names, from the root of the repository.
import { posix } from "node:path"

const folders = "packages|conformance|docs|scripts|mutants|bench|fuzz|soak|examples|site|\\.ci"

const path = new RegExp(`^(?:${folders})(?:/[\\w./-]+)?$`)

/** Lists the paths of a map: the first column, in which commas separate names. */
const pathsOfMap = (block: string): ReadonlyArray<string> =>
  block.split("\n").flatMap((line) => {
    const [column = ""] = line.split(/ {2,}/)
    return column.split(/, */).filter((name) => path.test(name))
  })

/** Lists the paths in a paragraph's code spans. A file's bare name is beside the path that comes before it. */
const pathsOfParagraph = (paragraph: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (const [, code = ""] of paragraph.matchAll(/`([^`\n]+)`/g)) {
    const before = found.at(-1)
    if (path.test(code) && code.includes("/")) found.push(code)
    else if (before !== undefined && /^\w+(?:\.test)?\.ts$/.test(code)) found.push(posix.join(before, "..", code))
  }
  return found
}

/** Lists the paths that a page names, in order: the first columns of its maps, and code spans of its lists and tables. */
export const pathsIn = (page: string): ReadonlyArray<string> =>
  page
    .split(/^```\w*$/m)
    .flatMap((part, index) =>
      index % 2 === 1 ? pathsOfMap(part) : part.split(/^(?=- |\| )|\n\n/m).flatMap(pathsOfParagraph)
    )
