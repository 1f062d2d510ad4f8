/** Entries of ours that a file lacks. */
import type { Node } from "jsonc-parser"
import { breaks } from "../json/gaps.ts"
import { insert, type Item } from "../json/insert.ts"
import type { Layout } from "./layout.ts"
import type { Manner } from "../json/print.ts"
import {
  childrenOf,
  type Edit,
  endOf,
  kindOf,
  type Obstacle,
  obstacle,
  propertyOf,
  type Tree,
  valueOf
} from "@hookline/node/kit/json/tree"
import type { Wanted } from "./entriesFor.ts"

/** A value of another kind in the place of a list or an object, so that no entry can be added. */
export const inTheWay = (
  { root, text }: Tree,
  layout: Layout,
  all: ReadonlyArray<Pick<Wanted, "event">>
): Obstacle | undefined => {
  const hooks = valueOf(propertyOf(root, "hooks"))
  if (hooks === undefined) return undefined
  if (hooks.type !== "object") return obstacle(text, hooks.offset, `"hooks" is an object; here is ${kindOf(hooks)}.`)
  for (const { event } of all) {
    const value = valueOf(propertyOf(hooks, event))
    if (value === undefined || layout.listOf(value) !== undefined) continue
    if (layout.listName === undefined) {
      return obstacle(text, value.offset, `Under ${event} belongs a list of groups; here is ${kindOf(value)}.`)
    }
    if (value.type !== "object" || propertyOf(value, layout.listName) !== undefined) {
      return obstacle(text, value.offset, `Under ${event} belongs {"${layout.listName}": […]}; here is something else.`)
    }
  }
  return undefined
}

/** The elements to add under events, in order. */
export type Elements = ReadonlyMap<string, ReadonlyArray<unknown>>

/** Returns the edits that append elements to their events. */
export const addElements = (
  { root, text }: Tree,
  layout: Layout,
  all: Elements,
  manner: Manner
): ReadonlyArray<Edit> => {
  if (root === undefined || all.size === 0) return []
  const isTall = childrenOf(root).length === 0 || breaks(text, root.offset, endOf(root))
  const into = (node: Node, items: ReadonlyArray<Item>) => insert(text, node, items, manner, isTall)
  const hooks = valueOf(propertyOf(root, "hooks"))
  const fresh: Array<readonly [event: string, value: unknown]> = []
  const edits: Array<Edit> = []
  for (const [event, elements] of all) {
    const value = valueOf(propertyOf(hooks, event))
    const list = layout.listOf(value)
    const { listName } = layout
    if (list !== undefined)
      edits.push(
        ...into(
          list,
          elements.map((data) => ({ data }))
        )
      )
    else if (value !== undefined && listName !== undefined)
      edits.push(...into(value, [{ name: listName, data: elements }]))
    else fresh.push([event, listName === undefined ? elements : { [listName]: elements }])
  }
  if (hooks === undefined) return [...edits, ...into(root, [{ name: "hooks", data: Object.fromEntries(fresh) }])]
  return [
    ...edits,
    ...into(
      hooks,
      fresh.map(([name, data]) => ({ name, data }))
    )
  ]
}

/** The edits that add what is missing. */
export const add = (
  tree: Tree,
  layout: Layout,
  missing: ReadonlyArray<Wanted>,
  manner: Manner
): ReadonlyArray<Edit> => {
  const elements = [...Map.groupBy(missing, ({ event }) => event)].map(
    ([event, ofEvent]) => [event, ofEvent.map(({ handler, matcher }) => layout.element(handler, matcher))] as const
  )
  return addElements(tree, layout, new Map(elements), manner)
}
