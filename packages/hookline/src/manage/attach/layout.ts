/** The ways in which a host's settings list the handlers of an event: in groups under a matcher, or as a plain list. */
import type { HostFacts } from "@hookline/dialects/kit/HostFacts"
import type { Node } from "jsonc-parser"
import { childrenOf, propertyOf, valueOf } from "@hookline/node/kit/json/tree"

/** One way to write hooks. */
export interface Layout {
  /** The holder of the list: the event's value itself, or a property of it. */
  readonly listName?: string
  /** The list under an event. */
  readonly listOf: (value: Node | undefined) => Node | undefined
  /** The list of handlers inside of an element of that list, if it is no handler itself. */
  readonly innerOf: (element: Node) => Node | undefined
  /** The text that an element leaves behind if others follow it, whose positions must not change. */
  readonly placeholder?: string
  /** The data of a new element. */
  readonly element: (handler: Handler, matcher: string | undefined) => unknown
}

/** The data of our handler. */
export type Handler = Readonly<Record<string, unknown>>

const list = (node: Node | undefined): Node | undefined => (node?.type === "array" ? node : undefined)

/** `[{matcher?, hooks: [handler]}]` */
const groups: Layout = {
  listOf: list,
  innerOf: (element) => list(valueOf(propertyOf(element, "hooks"))),
  element: (handler, matcher) => ({ ...(matcher !== undefined && { matcher }), hooks: [handler] })
}

/** `{handlers: [handler]}` */
const handlers: Layout = {
  listName: "handlers",
  listOf: (value) => list(valueOf(propertyOf(value, "handlers"))),
  innerOf: () => undefined,
  element: (handler, matcher) => ({ ...(matcher !== undefined && { matcher }), ...handler })
}

/** `[handler]` */
const plain: Layout = {
  listOf: list,
  innerOf: () => undefined,
  element: (handler, matcher) => ({ ...(matcher !== undefined && { matcher }), ...handler })
}

/** The layouts by the names that hosts give them. */
export const layouts: Readonly<Record<HostFacts["layout"], Layout>> = { groups, handlers, list: plain }

/** Returns the layout of a host's files. */
export const layoutOf = ({ layout, settings }: Pick<HostFacts, "layout" | "settings">): Layout =>
  settings.keepsPlaces === true ? { ...layouts[layout], placeholder: `{"hooks": []}` } : layouts[layout]

/** The handlers of an element: those in it, or itself. */
export const handlersIn = (layout: Layout, element: Node): ReadonlyArray<Node> =>
  layout === handlers || layout === plain ? [element] : childrenOf(layout.innerOf(element))
