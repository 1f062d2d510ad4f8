/** New values at the end of a list or an object, so that taking them out again gives the same bytes. */
import type { Node } from "jsonc-parser"
import { breaks, indentAt, tokensIn } from "./gaps.ts"
import { type Manner, onLine, onLines } from "./print.ts"
import { childrenOf, type Edit, endOf } from "@hookline/node/kit/json/tree"

/** A value, with its name where it goes into an object. */
export interface Item {
  readonly name?: string
  readonly data: unknown
}

const printed = (item: Item, manner: Manner, indent: string | undefined): string => {
  const text = indent === undefined ? onLine(item.data, manner) : onLines(item.data, manner, indent)
  if (item.name === undefined) return text
  return `${JSON.stringify(item.name)}:${indent === undefined ? manner.blank : " "}${text}`
}

/** Behind the last child there may be a comma, and comments on its line, which stay with it. */
const afterLast = (text: string, last: Node, close: number) => {
  const tokens = tokensIn(text, endOf(last), close)
  const comma = tokens.find(({ kind }) => kind === "comma")
  let at = comma?.to ?? endOf(last)
  for (const token of tokens) {
    if (token.from >= at && !breaks(text, at, token.from)) at = token.to
  }
  return { comma, at, afterLine: tokens.some(({ kind, to }) => kind === "line" && to === at) }
}

/** Puts items behind the last child. */
const append = (text: string, node: Node, last: Node, items: ReadonlyArray<Item>, manner: Manner) => {
  const close = endOf(node) - 1
  const [first = last] = childrenOf(node)
  const { afterLine, at, comma } = afterLast(text, last, close)
  const isTall = breaks(text, node.offset, first.offset) || afterLine
  const indent = isTall ? indentAt(text, last.offset) : undefined
  const lead = indent === undefined ? manner.blank : manner.end + indent
  const body = items.map((item) => lead + printed(item, manner, indent)).join(",")
  return [
    ...(comma === undefined ? [{ from: endOf(last), to: endOf(last), text: "," }] : []),
    // A file that ends its lists by a comma goes on doing so.
    { from: at, to: at, text: comma === undefined ? body : `${body},` }
  ]
}

/** Inserts items into a value without children; `isTall` if the values around it are on lines of their own. */
const fill = (text: string, node: Node, items: ReadonlyArray<Item>, manner: Manner, isTall: boolean) => {
  const close = endOf(node) - 1
  const comments = tokensIn(text, node.offset + 1, close)
  const at = comments.at(-1)?.to ?? node.offset + 1
  const isBefore = comments.length > 0 && !breaks(text, at, close)
  if (isBefore || (!isTall && comments.length === 0)) {
    const body = items.map((item) => printed(item, manner, undefined)).join(`,${manner.blank}`)
    return [{ from: at, to: at, text: isBefore ? manner.blank + body : body }]
  }
  const outer = indentAt(text, node.offset)
  const indent = outer + manner.step
  const body = items.map((item) => manner.end + indent + printed(item, manner, indent)).join(",")
  return [{ from: at, to: at, text: breaks(text, at, close) ? body : body + manner.end + outer }]
}

/** The edits that put items at the end of a list or an object. */
export const insert = (
  text: string,
  node: Node,
  items: ReadonlyArray<Item>,
  manner: Manner,
  isTall: boolean
): ReadonlyArray<Edit> => {
  if (items.length === 0) return []
  const last = childrenOf(node).at(-1)
  return last === undefined ? fill(text, node, items, manner, isTall) : append(text, node, last, items, manner)
}
