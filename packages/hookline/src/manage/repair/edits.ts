/** The repair of each kind of problem in a text that has only one. */
import * as EventNames from "@hookline/core/kit/discover/EventNames"
import * as Hosts from "@hookline/dialects/kit/Hosts"
import * as HookEvent from "@hookline/schema/HookEvent"
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import type { DiagnosticCode } from "@hookline/schema/DiagnosticCode"
import { entries } from "@hookline/schema/kit/HookEntry"
import type { Path } from "@hookline/schema/Source"
import type { Node } from "jsonc-parser"
import { breaks } from "../json/gaps.ts"
import { mannerOf } from "../json/print.ts"
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

/** A repair: what it does, in words, and the edits that do it. */
export interface Repair {
  readonly text: string
  readonly edits: ReadonlyArray<Edit>
}

type Mend = (tree: Tree, node: Node, found: Diagnostic) => Repair | undefined

/** Returns the value at a path of the file's data. */
export const nodeAt = (root: Node | undefined, at: Path): Node | undefined =>
  at.reduce<Node | undefined>(
    (node, step) =>
      typeof step === "number"
        ? node?.type === "array"
          ? childrenOf(node)[step]
          : undefined
        : valueOf(propertyOf(node, step)),
    root
  )

const insertAt = (offset: number, text: string): Edit => ({ from: offset, to: offset, text })
const replace = (node: Node, text: string): Edit => ({ from: node.offset, to: endOf(node), text })
const around = (node: Node, before: string, after: string): ReadonlyArray<Edit> => [
  insertAt(node.offset, before),
  insertAt(endOf(node), after)
]

/** Checks whether an object has a command of its own. */
const isHandler = (node: Node): boolean =>
  node.type === "object" &&
  propertyOf(node, "hooks") === undefined &&
  propertyOf(node, "handlers") === undefined &&
  ["command", "prompt", "url"].some((key) => valueOf(propertyOf(node, key))?.type === "string")

const textIn = (node: Node | undefined): string | undefined => {
  const data = node?.type === "string" ? dataOf(node) : undefined
  return typeof data === "string" && data.trim() !== "" ? data : undefined
}

/** Texts that surely are commands: a path, or a program that hooks are written for. */
const program =
  /^(?:echo|printf|cat|jq|test|sh|bash|zsh|node|npx|npm|pnpm|yarn|bun|bunx|deno|python3?|uvx?|ruby|perl|php|go|pwsh|git|make)\s/

const commandIn = (node: Node): string | undefined => {
  const text = textIn(node)
  return text !== undefined && (program.test(text) || /^["']?[\w.$~{}-]*\//.test(text)) ? text : undefined
}

const commandOf = (text: string): string => `{ "type": "command", "command": ${JSON.stringify(text)} }`

/** A handler in a group of its own, which takes its matcher over. */
const grouped = ({ text }: Tree, handler: Node, before = "", after = ""): ReadonlyArray<Edit> | undefined => {
  const matcher = propertyOf(handler, "matcher")
  if (matcher === undefined) return around(handler, `${before}{ "hooks": [`, `] }${after}`)
  const said = valueOf(matcher)
  if (said?.type !== "string" || childrenOf(handler).length === 1) return undefined
  const raw = text.slice(said.offset, endOf(said))
  return [
    insertAt(handler.offset, `${before}{ "matcher": ${raw}, "hooks": [`),
    ...remove(text, handler, new Set([matcher])),
    insertAt(endOf(handler), `] }${after}`)
  ]
}

const repair = (text: string, edits: ReadonlyArray<Edit> | undefined): Repair | undefined =>
  edits === undefined ? undefined : { text, edits }

const typeMissing: Mend = ({ text }, node) => {
  const type = propertyOf(node, "type")
  const value = valueOf(type)
  if (value !== undefined) return repair(`"type": "command" is written`, [replace(value, '"command"')])
  const [first] = childrenOf(node)
  if (first === undefined) return undefined
  const gap = text.slice(node.offset + 1, first.offset)
  const sep = breaks(text, node.offset, first.offset) && /^\s*$/.test(gap) ? gap : " "
  return repair(`"type": "command" is written`, [insertAt(first.offset, `"type": "command",${sep}`)])
}

const typeUnknown: Mend = (_, node) => {
  const said = textIn(node)?.trim().toLowerCase()
  return said !== undefined && Object.hasOwn(entries, said)
    ? repair(`the type is written as "${said}"`, [replace(node, JSON.stringify(said))])
    : undefined
}

const handlerWithoutGroup: Mend = (tree, node) =>
  isHandler(node) ? repair("the handler is put into a group", grouped(tree, node)) : undefined

const groupWithoutHooks: Mend = (_, node) => {
  const hooks = valueOf(propertyOf(node, "hooks"))
  return hooks !== undefined && isHandler(hooks)
    ? repair("the group's handler is put into a list", around(hooks, "[", "]"))
    : undefined
}

const groupNotObject: Mend = (_, node) => {
  const command = commandIn(node)
  return command === undefined
    ? undefined
    : repair("the text is written as a command in a group", [replace(node, `{ "hooks": [${commandOf(command)}] }`)])
}

const handlerNotObject: Mend = (_, node) => {
  const command = commandIn(node)
  return command === undefined
    ? undefined
    : repair("the text is written as a command", [replace(node, commandOf(command))])
}

const eventNotList: Mend = (tree, node) => {
  if (isHandler(node)) return repair("the handler is put into a group, in a list", grouped(tree, node, "[", "]"))
  if (valueOf(propertyOf(node, "hooks"))?.type === "array")
    return repair("the group is put into a list", around(node, "[", "]"))
  const command = commandIn(node)
  return command === undefined
    ? undefined
    : repair("the text is written as a command in a group", [replace(node, `[{ "hooks": [${commandOf(command)}] }]`)])
}

/** A name without what people write in different ways. */
const plain = (name: string): string => name.replaceAll(/[^A-Za-z0-9]/g, "").toLowerCase()

const eventUnknown: Mend = ({ root }, node, { at }) => {
  const name = String(at[1])
  const meant = HookEvent.names.find((known) => plain(known) === plain(name))
  const hooks = valueOf(propertyOf(root, "hooks"))
  const key = node.parent?.children?.[0]
  if (meant === undefined || key === undefined || propertyOf(hooks, meant) !== undefined) return undefined
  return repair(`"${name}" is written as ${meant}`, [replace(key, JSON.stringify(meant))])
}

const hooksMissing: Mend = (_, node, { at: [name] }) => {
  const key = node.parent?.children?.[0]
  return key !== undefined && typeof name === "string" && /^hooks?$/.test(plain(name))
    ? repair(`"${name}" is written as "hooks"`, [replace(key, '"hooks"')])
    : undefined
}

/** A number of seconds in quotes. From a thousand on, and with another unit, the meaning is unknown. */
const timeoutInvalid: Mend = (_, node, { dialect }) => {
  if (Hosts.named(dialect)?.settings.timeouts !== undefined) return undefined
  const said = textIn(node)?.trim() ?? ""
  const [number = ""] = /^\d{1,3}(?:\.\d+)?(?=\s*s?$)/.exec(said) ?? []
  return Number(number) > 0
    ? repair("the timeout is written as a number", [replace(node, String(Number(number)))])
    : undefined
}

const matcherNotText: Mend = (_, node) => {
  const data = node.type === "array" ? dataOf(node) : undefined
  const names: ReadonlyArray<unknown> = Array.isArray(data) ? data : []
  return names.length > 0 && names.every((name) => typeof name === "string" && /^\w+$/.test(name))
    ? repair("the list of names is written as a matcher", [replace(node, JSON.stringify(names.join("|")))])
    : undefined
}

/** Events at the top of a file that holds nothing else but them. */
const wrapperMissing: Mend = (tree, _, { lost }) => {
  const { root, text } = tree
  const names = lost?.events
  if (root === undefined || names === undefined || names === "all" || propertyOf(root, "hooks") !== undefined)
    return undefined
  const children = childrenOf(root)
  const isEvent = (key: string): boolean => {
    const [meant = key] = EventNames.meantBy(key)
    return names.includes(meant)
  }
  const events = children.filter((property) => isEvent(keyOf(property)))
  const [first] = events
  const last = events.at(-1)
  if (first === undefined || last === undefined) return undefined
  // Only adjacent values can be joined without being written anew.
  const from = children.indexOf(first)
  if (children.indexOf(last) - from !== events.length - 1) return undefined
  const { end } = mannerOf(tree)
  const isTall = breaks(text, root.offset, first.offset)
  const gap = isTall ? text.slice(text.lastIndexOf("\n", first.offset) + 1, first.offset) : " "
  const inner = isTall && /^[ \t]*$/.test(gap) ? end + gap : " "
  return repair(`the events are put under "hooks"`, [
    insertAt(first.offset, `"hooks": {${inner}`),
    insertAt(endOf(last), `${inner}}`)
  ])
}

/** The repairs of codes. All other codes have more than one possible meaning. */
export const mends: Readonly<Partial<Record<DiagnosticCode, Mend>>> = {
  "type-missing": typeMissing,
  "type-unknown": typeUnknown,
  "handler-without-group": handlerWithoutGroup,
  "group-without-hooks": groupWithoutHooks,
  "group-not-object": groupNotObject,
  "handler-not-object": handlerNotObject,
  "event-not-list": eventNotList,
  "event-unknown": eventUnknown,
  "hooks-missing": hooksMissing,
  "timeout-invalid": timeoutInvalid,
  "matcher-not-text": matcherNotText,
  "wrapper-missing": wrapperMissing
}
