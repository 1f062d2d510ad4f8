/** Updates entries of ours in their place. */
import { isJson } from "@hookline/schema/Json"
import * as Target from "@hookline/schema/kit/Target"
import type { Node } from "jsonc-parser"
import { isDeepStrictEqual } from "node:util"
import { breaks, indentAt } from "../json/gaps.ts"
import { type Manner, onLine, onLines } from "../json/print.ts"
import type { Site } from "./ownEntries.ts"
import { dataOf, type Edit, endOf, propertyOf, type Tree, valueOf } from "@hookline/node/kit/json/tree"
import type { Wanted } from "./entriesFor.ts"

/** Keys beside ours, which are left as their author wrote them. */
const theirs = new Set(["statusMessage", "onFailure", "name", "description"])

const matchesAll = (matcher: unknown): boolean => matcher === undefined || matcher === "" || matcher === "*"

const matcherOf = (element: Node): Node | undefined => valueOf(propertyOf(element, "matcher"))

/** Checks whether an entry can be kept in its place: its matcher is right, or shared with no other. */
export const usable = ({ alone, counts, element, event }: Site): boolean => {
  const matcher = matcherOf(element)
  return counts && (alone || !Target.has(event) || matchesAll(matcher && dataOf(matcher)))
}

/** Returns the edits that update an entry of ours. */
export const update = (
  { text }: Tree,
  site: Site,
  wanted: Wanted,
  manner: Manner,
  isPlain: boolean
): ReadonlyArray<Edit> => {
  const edits: Array<Edit> = []
  const { element, handler } = site
  const matcher = matcherOf(element)
  if (matcher !== undefined && Target.has(site.event) && !matchesAll(dataOf(matcher)) && !isPlain) {
    edits.push({ from: matcher.offset, to: endOf(matcher), text: `"*"` })
  }
  const data = dataOf(handler)
  const written = isJson(data) ? Object.entries(data) : []
  const kept = written.filter(([key]) => theirs.has(key))
  const should = { ...(isPlain && wanted.matcher !== undefined && { matcher: wanted.matcher }), ...wanted.handler }
  if (isDeepStrictEqual(Object.fromEntries(written.filter(([key]) => !theirs.has(key))), should)) return edits
  const next = { ...should, ...Object.fromEntries(kept) }
  const isTall = breaks(text, handler.offset, endOf(handler))
  const body = isTall ? onLines(next, manner, indentAt(text, handler.offset)) : onLine(next, manner)
  return [...edits, { from: handler.offset, to: endOf(handler), text: body }]
}
