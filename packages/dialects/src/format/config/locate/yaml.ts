/** The positions of values in the YAML between the `---` lines of a Markdown file. */
import type { Position } from "@hookline/core/Dialect"
import type { Path } from "@hookline/schema/Source"
import { isMap, isNode, isPair, isScalar, isSeq, parseDocument, type YAMLMap } from "yaml"
import { lines, start } from "./lines.ts"

/** Creates the function that returns the pair of a key: of equal ones the first. A map may have thousands of keys. */
const pairing = (): ((map: YAMLMap, key: string) => unknown) => {
  const known = new Map<YAMLMap, ReadonlyMap<string, unknown>>()
  return (map, key) => {
    const pairs =
      known.get(map) ??
      new Map(map.items.toReversed().flatMap((pair) => (isScalar(pair.key) ? [[String(pair.key.value), pair]] : [])))
    known.set(map, pairs)
    return pairs.get(key)
  }
}

const offsetAt = (root: unknown, at: Path, pairOf: (map: YAMLMap, key: string) => unknown): number | undefined => {
  let node = root
  let offset: number | undefined
  for (const step of at) {
    if (isMap(node)) {
      const pair = pairOf(node, String(step))
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
  const pairOf = pairing()
  return (at) => {
    for (let length = at.length; length > 0; length--) {
      const found = offsetAt(contents, at.slice(0, length), pairOf)
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
