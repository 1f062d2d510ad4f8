/** The positions of values in JSON with comments, and the mistakes of invalid JSON. */
import type { Position } from "@hookline/core/Dialect"
import type { Path } from "@hookline/schema/Source"
import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser"
import { sentences } from "./jsonSentences.ts"
import { lines, start } from "./lines.ts"

const tolerant = { allowTrailingComma: true, disallowComments: false }

/** Creates the function that returns the child node of one step: of equal keys the last, like `JSON.parse`. */
const stepping = (): ((node: Node, step: string | number) => Node | undefined) => {
  // An object may have thousands of keys, each with a problem.
  const known = new Map<Node, ReadonlyMap<unknown, Node | undefined>>()
  return (node, step) => {
    if (typeof step === "number") return node.children?.[step]
    const keys =
      known.get(node) ?? new Map((node.children ?? []).map(({ children }) => [children?.[0]?.value, children?.[1]]))
    known.set(node, keys)
    return keys.get(step)
  }
}

/**
 * Creates the function that finds the position of a path: the key of a value. A missing path has the position of its
 * nearest ancestor.
 */
export const locate = (text: string): ((at: Path) => Position) => {
  const root = parseTree(text, [], tolerant)
  const position = lines(text)
  const stepInto = stepping()
  return (at) => {
    if (root === undefined || at.length === 0) return start
    let node = root
    for (const step of at) {
      const next = stepInto(node, step)
      if (next === undefined) break
      node = next
    }
    if (node === root) return start
    return position(node.parent?.type === "property" ? node.parent.offset : node.offset)
  }
}

const toValue = (node: Node | undefined): unknown => {
  if (node === undefined) return undefined
  if (node.type === "array") return (node.children ?? []).map(toValue)
  if (node.type !== "object") return node.value
  return Object.fromEntries((node.children ?? []).map(({ children }) => [children?.[0]?.value, toValue(children?.[1])]))
}

/** The result of parsing invalid JSON: the data if only comments and commas are wrong, or the mistake. */
export type Salvage =
  | { readonly _tag: "Comments"; readonly root: unknown; readonly position: Position }
  | { readonly _tag: "Broken"; readonly what: string; readonly fix: string; readonly position: Position }

/** Parses a text that `JSON.parse` refuses. */
export const salvage = (text: string): Salvage => {
  if (text.trim() === "") {
    return { _tag: "Broken", what: "it is empty", fix: `Write {"hooks": {}}, or take the file away.`, position: start }
  }
  if (text.includes("\u0000") || text.startsWith("\ufffd\ufffd")) {
    return { _tag: "Broken", what: "it is no UTF-8", fix: "Save it as UTF-8.", position: start }
  }
  const position = lines(text)
  const errors: Array<ParseError> = []
  const tree = parseTree(text, errors, tolerant)
  const [first] = errors
  if (first === undefined && tree !== undefined) {
    const strict: Array<ParseError> = []
    parseTree(text, strict, { allowTrailingComma: false, disallowComments: true })
    return { _tag: "Comments", root: toValue(tree), position: position(strict[0]?.offset ?? 0) }
  }
  const [what, fix] = (first && sentences[printParseErrorCode(first.error)]) ?? [
    "it breaks off here",
    "Write the rest."
  ]
  return { _tag: "Broken", what, fix, position: position(first?.offset ?? 0) }
}

/** A repeated key of one object. `lost` is an earlier value, and `kept` is the last one, which counts. */
export interface Repeated {
  readonly at: Path
  readonly key: string
  readonly position: Position
  readonly lost: unknown
  readonly kept: unknown
}

const repeatedIn = (node: Node, at: Path, position: (offset: number) => Position): ReadonlyArray<Repeated> => {
  if (node.type === "array") {
    return (node.children ?? []).flatMap((child, index) => repeatedIn(child, [...at, index], position))
  }
  if (node.type !== "object") return []
  const last = new Map<string, Node>()
  const found: Array<Omit<Repeated, "kept">> = []
  for (const property of node.children ?? []) {
    const key = String(property.children?.[0]?.value)
    const earlier = last.get(key)
    if (earlier !== undefined) {
      found.push({ at: [...at, key], key, position: position(earlier.offset), lost: toValue(earlier.children?.[1]) })
    }
    last.set(key, property)
  }
  return [
    ...found.map((each) => ({ ...each, kept: toValue(last.get(each.key)?.children?.[1]) })),
    ...[...last].flatMap(([key, { children }]) =>
      children?.[1] === undefined ? [] : repeatedIn(children[1], [...at, key], position)
    )
  ]
}

/** Returns every repeated key, of which JSON uses only the last. */
export const repeatedKeys = (text: string): ReadonlyArray<Repeated> => {
  const root = parseTree(text, [], tolerant)
  return root === undefined ? [] : repeatedIn(root, [], lines(text))
}
