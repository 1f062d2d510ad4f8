/** The positions of values in a valid JSON text. */
import type { Path } from "@hookline/schema/Source"
import type { Position } from "../../Dialect.ts"

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/** The container at one level of nesting: an object with its current key, or a list with its current index. */
type Level = { readonly _tag: "Object"; key: string | undefined } | { readonly _tag: "List"; key: number }

const opened = (text: string): Level | undefined => {
  if (text === "{") return { _tag: "Object", key: undefined }
  return text === "[" ? { _tag: "List", key: 0 } : undefined
}

/** A setting, and an item of its list. Positions below could be as many as the square of the text's length. */
const deepest = 2

/** Returns the offsets of keys and of items of lists, as deep as settings have any. */
const offsets = (text: string): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  const levels: Array<Level> = []
  const note = (offset: number): void => {
    if (levels.length <= deepest) found.set(JSON.stringify(levels.map(({ key }) => key)), offset)
  }
  for (const { 0: word, index } of text.matchAll(token)) {
    const level = levels.at(-1)
    if (word === ":") continue
    if (word === "}" || word === "]") levels.pop()
    else if (word === ",") {
      if (level?._tag === "Object") level.key = undefined
      else if (level !== undefined) level.key += 1
    } else if (level?._tag === "Object" && level.key === undefined) {
      level.key = String(JSON.parse(word))
      note(index)
    } else {
      if (level?._tag === "List") note(index)
      const inner = opened(word)
      if (inner !== undefined) levels.push(inner)
    }
  }
  return found
}

/** Converts an offset to a line and a column. */
export const positionOf = (text: string, offset: number): Position => {
  const before = text.slice(0, offset).split("\n")
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** Returns the function that converts offsets of one text, of which there may be as many as it has lines. */
const positionsIn = (text: string): ((offset: number) => Position) => {
  const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)]
  return (offset) => {
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
  }
}

/**
 * Returns the function that finds the position of a path: its key, or the item of a list. A path that is missing, or
 * deeper than settings are, has the position of its nearest ancestor.
 */
export const places = (text: string): ((at: Path) => Position) => {
  let known: ReadonlyMap<string, number> | undefined
  let position: ((offset: number) => Position) | undefined
  return (at) => {
    known ??= offsets(text)
    position ??= positionsIn(text)
    for (let length = at.length; length > 0; length--) {
      const offset = known.get(JSON.stringify(at.slice(0, length)))
      if (offset !== undefined) return position(offset)
    }
    return { line: 1, column: 1 }
  }
}
