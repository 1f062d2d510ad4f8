/** Finds our own entries in a file, and makes the edits that remove them. */
import * as SelfReference from "@hookline/core/kit/discover/SelfReference"
import { isJson } from "@hookline/schema/Json"
import type { Node } from "jsonc-parser"
import { handlersIn, type Layout } from "./layout.ts"
import { remove } from "../json/remove.ts"
import {
  childrenOf,
  dataOf,
  type Edit,
  endOf,
  keyOf,
  propertyOf,
  type Tree,
  valueOf
} from "@hookline/node/kit/json/tree"

/** An entry of ours. */
export interface Site {
  readonly event: string
  readonly element: Node
  readonly handler: Node
  /** `true` if no other handler shares its matcher. */
  readonly alone: boolean
  /** `true` if it counts: of equal keys only the last does. */
  readonly counts: boolean
}

const isOurs = (handler: Node): boolean => {
  if (handler.type !== "object") return false
  const data = dataOf(handler)
  if (!isJson(data)) return false
  const { args, command, type } = data
  if (typeof command !== "string" || (type !== undefined && type !== "command")) return false
  if (args === undefined) return SelfReference.is({ _tag: "Command", command })
  return (
    Array.isArray(args) &&
    args.every((word) => typeof word === "string") &&
    SelfReference.is({ _tag: "Command", command, args })
  )
}

/** Returns the values under `hooks`, including those of repeated keys. */
const hooksOf = ({ root }: Tree): ReadonlyArray<Node> =>
  childrenOf(root).filter((property) => keyOf(property) === "hooks" && valueOf(property)?.type === "object")

/** All entries of ours, in the order of the file. */
export const ownEntries = (tree: Tree, layout: Layout): ReadonlyArray<Site> =>
  hooksOf(tree).flatMap((hooks) =>
    childrenOf(valueOf(hooks)).flatMap((property) => {
      const event = keyOf(property)
      const counts = hooks === propertyOf(tree.root, "hooks") && property === propertyOf(valueOf(hooks), event)
      return childrenOf(layout.listOf(valueOf(property))).flatMap((element) => {
        const all = handlersIn(layout, element)
        const ours = all.filter(isOurs)
        return ours.map((handler): Site => ({ event, element, handler, counts, alone: ours.length === all.length }))
      })
    })
  )

/** Values that stay although they are empty now, because they were empty before `attach`. */
export interface Stays {
  readonly hooks: boolean
  readonly events: ReadonlySet<string>
}

/** Nothing stays that is empty. */
export const nothing: Stays = { hooks: false, events: new Set() }

/** Returns the values under the `hooks` that count. */
export const staysOf = ({ root }: Tree): Stays => {
  const hooks = propertyOf(root, "hooks")
  return { hooks: hooks !== undefined, events: new Set(childrenOf(valueOf(hooks)).map(keyOf)) }
}

/** Checks that no other property has its name, which would count in its place once it is gone. */
const isOnly = (object: Node, property: Node): boolean =>
  childrenOf(object).every((other) => other === property || keyOf(other) !== keyOf(property))

/** The edits that take handlers out, and with them what held nothing else. */
export const takeOut = (tree: Tree, layout: Layout, gone: ReadonlySet<Node>, stays: Stays): ReadonlyArray<Edit> => {
  const { root, text } = tree
  if (root === undefined || gone.size === 0) return []
  const edits: Array<Edit> = []

  /** The elements of a list that go as a whole; of others their handlers go. */
  const inList = (list: Node) => {
    const elements = new Set<Node>()
    const inner: Array<Edit> = []
    for (const element of childrenOf(list)) {
      const all = handlersIn(layout, element)
      const ours = all.filter((handler) => gone.has(handler))
      if (ours.length === 0) continue
      const hooks = layout.innerOf(element)
      if (ours.length === all.length || hooks === undefined) elements.add(element)
      else inner.push(...remove(text, hooks, new Set(ours)))
    }
    const kept = childrenOf(list).findLastIndex((element) => !elements.has(element))
    const { placeholder } = layout
    for (const element of placeholder === undefined ? [] : childrenOf(list).slice(0, kept)) {
      if (!elements.delete(element)) continue
      inner.push({ from: element.offset, to: endOf(element), text: placeholder ?? "" })
    }
    return { elements, edits: [...inner, ...remove(text, list, elements)] }
  }

  const emptied = new Set<Node>()
  for (const hooks of hooksOf(tree)) {
    const here = hooks === propertyOf(root, "hooks") ? stays : nothing
    const object = valueOf(hooks)
    if (object === undefined) continue
    const events = new Set<Node>()
    const inner: Array<Edit> = []
    for (const property of childrenOf(object)) {
      const value = valueOf(property)
      const list = layout.listOf(value)
      if (list === undefined) continue
      const found = inList(list)
      const isEmptied = found.elements.size > 0 && found.elements.size === childrenOf(list).length
      // An object with more keys than its list is not ours.
      const isBare = value === list || childrenOf(value).length === 1
      const may = isBare && !here.events.has(keyOf(property)) && isOnly(object, property)
      if (isEmptied && may) events.add(property)
      else inner.push(...found.edits)
    }
    const isEmptied = events.size > 0 && events.size === childrenOf(object).length
    if (isEmptied && !here.hooks && isOnly(root, hooks)) emptied.add(hooks)
    else edits.push(...inner, ...remove(text, object, events))
  }
  return [...edits, ...remove(text, root, emptied)]
}
