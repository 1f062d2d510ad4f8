/** The positions of values in TOML. */
import type { Position } from "@hookline/core/Dialect"
import type { Path } from "@hookline/schema/Source"
import { type AST, parseTOML } from "toml-eslint-parser"
import { start } from "./lines.ts"

interface Place {
  readonly at: Path
  readonly position: Position
}

const positionOf = ({ loc }: AST.TOMLNode): Position => ({ line: loc.start.line, column: loc.start.column + 1 })

const keyOf = ({ key }: AST.TOMLKeyValue): Path =>
  key.keys.map((part) => (part.type === "TOMLBare" ? part.name : part.value))

const inContent = (node: AST.TOMLContentNode, at: Path): ReadonlyArray<Place> => {
  if (node.type === "TOMLArray") {
    return node.elements.flatMap((element, index) => [
      { at: [...at, index], position: positionOf(element) },
      ...inContent(element, [...at, index])
    ])
  }
  return node.type === "TOMLInlineTable" ? node.body.flatMap((pair) => inPair(pair, at)) : []
}

const inPair = (node: AST.TOMLKeyValue, above: Path): ReadonlyArray<Place> => {
  const at = [...above, ...keyOf(node)]
  return [{ at, position: positionOf(node) }, ...inContent(node.value, at)]
}

const placesIn = (text: string): ReadonlyArray<Place> =>
  parseTOML(text).body[0].body.flatMap((node) =>
    node.type === "TOMLTable"
      ? [
          { at: node.resolvedKey, position: positionOf(node) },
          ...node.body.flatMap((pair) => inPair(pair, node.resolvedKey))
        ]
      : inPair(node, [])
  )

/**
 * Creates the function that finds the position of a path: its table's header or its key. A missing path has the
 * position of its nearest ancestor.
 */
export const locate = (text: string): ((at: Path) => Position) => {
  const places = new Map(placesIn(text).map(({ at, position }) => [JSON.stringify(at), position]))
  return (at) => {
    for (let length = at.length; length > 0; length--) {
      const position = places.get(JSON.stringify(at.slice(0, length)))
      if (position !== undefined) return position
    }
    return start
  }
}
