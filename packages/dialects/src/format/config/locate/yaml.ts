/** The positions of values in the YAML between the `---` lines of a Markdown file. */
import type { Position } from "@hookline/core/Dialect"
import type { Path } from "@hookline/schema/Source"
import { isMap, isNode, isPair, isScalar, isSeq, parseDocument } from "yaml"
import { lines, start } from "./lines.ts"

const offsetAt = (root: unknown, at: Path): number | undefined => {
  let node = root
  let offset: number | undefined
  for (const step of at) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step))
      if (!isPair(pair) || !isScalar(pair.key)) return undefined
      offset = pair.key.range?.[0]
      node = pair.value
    } else if (isSeq(node) && typeof step === "number") {
      node = node.items[step]
      if (!isNode(node)) return undefined
      offset = node.range?.[0]
    } else return undefined
  }
  return offset
}

/** Creates the function that finds the position of a path. `offset` is that of the YAML in the text. */
export const locate = (text: string, yaml: string, offset: number): ((at: Path) => Position) => {
  const { contents } = parseDocument(yaml, { logLevel: "silent" })
  const position = lines(text)
  return (at) => {
    for (let length = at.length; length > 0; length--) {
      const found = offsetAt(contents, at.slice(0, length))
      if (found !== undefined) return position(offset + found)
    }
    return start
  }
}

/** Returns the first mistake in invalid YAML, as far as this parser finds it. */
export const mistake = (
  text: string,
  yaml: string,
  offset: number
): { readonly position: Position; readonly what?: string } => {
  const [first] = parseDocument(yaml, { logLevel: "silent", prettyErrors: false }).errors
  return first === undefined
    ? { position: lines(text)(offset) }
    : { position: lines(text)(offset + first.pos[0]), what: first.message }
}
