/** Children taken out of a list or an object, with the comma and the blanks that belong to each, and nothing else. */
import type { Node } from "jsonc-parser"
import { blanksBefore, breaks, tokensIn } from "./gaps.ts"
import { childrenOf, type Edit, endOf } from "@hookline/node/kit/json/tree"

/** The comma that follows a child. */
const commaAfter = (text: string, child: Node, limit: number) =>
  tokensIn(text, endOf(child), limit).find(({ kind }) => kind === "comma")

/** Returns the offset at which the blanks before a child may be cut, so that its successor does not get into a comment. */
const startOf = (text: string, child: Node, least: number, after: number): number => {
  const start = blanksBefore(text, child.offset, least)
  const endsLine = tokensIn(text, least, child.offset).some(({ kind, to }) => kind === "line" && to === start)
  if (!endsLine) return start
  const rest = /^[ \t]*/.exec(text.slice(after))?.[0].length ?? 0
  return breaks(text, after + rest, after + rest + 1) ? start : child.offset
}

const wholly = (text: string, node: Node): ReadonlyArray<Edit> | undefined => {
  const from = node.offset + 1
  const to = endOf(node) - 1
  const children = childrenOf(node)
  const limits = [from, ...children.flatMap((child) => [child.offset, endOf(child)]), to]
  for (let index = 0; index < limits.length; index += 2) {
    const tokens = tokensIn(text, limits[index] ?? from, limits[index + 1] ?? to)
    if (tokens.some(({ kind }) => kind !== "comma")) return undefined
  }
  return [{ from, to, text: "" }]
}

/** The edits that take those children out. `keepsBlanks` where what is empty then looks as it did before they came. */
export const remove = (text: string, node: Node, gone: ReadonlySet<Node>, keepsBlanks = false): ReadonlyArray<Edit> => {
  const children = childrenOf(node)
  if (gone.size === 0) return []
  if (gone.size === children.length && !keepsBlanks) {
    // No child is left. Without a comment, the blanks go, too.
    const edits = wholly(text, node)
    if (edits !== undefined) return edits
  }
  const close = endOf(node) - 1
  /** Returns the end of a child, with its comma if that follows at once. */
  const endAt = (index: number) => {
    const child = children[index]
    if (child === undefined) return { comma: undefined, after: close }
    const comma = commaAfter(text, child, children[index + 1]?.offset ?? close)
    return { comma, after: comma !== undefined && comma.from === endOf(child) ? comma.to : endOf(child) }
  }
  /** Returns the start of the rest after a child: the removed ones that follow at once go with it, with the blanks between. */
  const restAfter = (index: number): number => {
    const { after } = endAt(index)
    const next = children[index + 1]
    const follows = next !== undefined && gone.has(next) && blanksBefore(text, next.offset, after) === after
    return follows ? restAfter(index + 1) : after
  }
  const edits = children.flatMap((child, index): ReadonlyArray<Edit> => {
    if (!gone.has(child)) return []
    const before = children[index - 1]
    const from = startOf(text, child, before === undefined ? node.offset + 1 : endOf(before), restAfter(index))
    const { after, comma } = endAt(index)
    const own = { from, to: after, text: "" }
    return comma === undefined || after === comma.to ? [own] : [own, { from: comma.from, to: comma.to, text: "" }]
  })
  const last = children.at(-1)
  if (last === undefined || !gone.has(last) || commaAfter(text, last, close) !== undefined) return edits
  // The last ended without a comma, and so does the one that is last now.
  const index = children.findLastIndex((child) => !gone.has(child))
  const kept = children[index]
  const comma = kept && commaAfter(text, kept, children[index + 1]?.offset ?? close)
  return comma === undefined ? edits : [...edits, { from: comma.from, to: comma.to, text: "" }]
}
