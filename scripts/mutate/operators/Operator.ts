// How a fault is derived from a node of the syntax tree.
import type { Edit } from "../Edit.ts"
import type { Node, Site } from "../../internal/syntax.ts"

/** A fault that can be planted: the edit, and the part of the tree that it is about. */
export interface Change {
  readonly edit: Edit
  readonly subject: Node
}

/** Returns the faults of one kind that can be planted at a site, in the order of the text. */
export type Operator = (site: Site, text: string) => ReadonlyArray<Change>

/** Returns the text of a node. */
export const textOf = (text: string, { end, start }: Node): string => text.slice(start, end)

/** Replaces a node. */
export const replaced = (node: Node, by: string, subject: Node = node): Change => ({
  subject,
  edit: { start: node.start, end: node.end, text: by }
})

/** Removes one node of a list, together with the comma before or after it. */
export const withoutOne = (all: ReadonlyArray<Node>, one: Node): Change => {
  const index = all.indexOf(one)
  const [before, after] = [all[index - 1], all[index + 1]]
  const end = before === undefined ? (after?.start ?? one.end) : one.end
  return { subject: one, edit: { start: before?.end ?? one.start, end, text: "" } }
}
