// Finds where a file reaches for its platform by itself: clocks, chance, timers, the process. An import is found apart.
import { parseSync } from "vite"

export interface Use {
  readonly name: string
  readonly line: number
}

type Node = Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value

/** Globals of platforms. Each of them has a service or a reference that a program can replace, and a test can move. */
const globals = new Set([
  "performance",
  "process",
  "require",
  "globalThis",
  "setTimeout",
  "setInterval",
  "setImmediate",
  "queueMicrotask",
  "crypto"
])

/** Methods of globals of the language that depend on nothing but their arguments. */
const pure: Readonly<Record<string, ReadonlySet<string>>> = { Date: new Set(["parse", "UTC"]) }

const propertyOf = ({ computed, property }: Node): string | undefined => {
  if (!isNode(property)) return undefined
  if (computed !== true && typeof property["name"] === "string") return property["name"]
  return typeof property["value"] === "string" ? property["value"] : undefined
}

/** Returns the name of the platform's part that a node uses, by itself. */
const usedBy = (node: Node, parent: Node | undefined): string | undefined => {
  if (node["type"] === "Literal" && typeof node["value"] === "string" && node["value"].startsWith("node:"))
    return node["value"]
  if (node["type"] !== "Identifier" || typeof node["name"] !== "string") return undefined
  const { name } = node
  const member = parent?.["type"] === "MemberExpression" && parent["object"] === node ? propertyOf(parent) : undefined
  if (globals.has(name)) return name
  if (name === "Math") return member === undefined || member === "random" ? "Math.random" : undefined
  if (name !== "Date" || (member !== undefined && pure["Date"]?.has(member) === true)) return undefined
  const { arguments: given, callee, type } = parent ?? {}
  const hasTime = type === "NewExpression" && callee === node && Array.isArray(given) && given.length > 0
  return hasTime || (type === "BinaryExpression" && parent?.["operator"] === "instanceof") ? undefined : "Date"
}

/** Lists the children of a node that can refer to a value: no types, and no names of properties. */
const childrenOf = (node: Node): ReadonlyArray<unknown> => {
  const { computed, type } = node
  if (typeof type === "string" && type.startsWith("TS") && !/^TS(?:As|Satisfies|NonNull)/.test(type)) return []
  return Object.entries(node)
    .filter(([field]) => {
      if (field === "typeAnnotation" || field === "typeArguments") return false
      if (type === "MemberExpression" && field === "property") return computed === true
      const hasKey = type === "Property" || type === "MethodDefinition" || type === "PropertyDefinition"
      return !(hasKey && field === "key" && computed !== true)
    })
    .flatMap(([, value]): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [value]))
}

const isImport = ({ type }: Node): boolean =>
  type === "ImportDeclaration" || type === "ExportNamedDeclaration" || type === "ExportAllDeclaration"

/** Lists every use of the platform, in order. */
export const platformUses = (path: string, text: string): ReadonlyArray<Use> => {
  const found: Array<Use> = []
  const visit = (value: unknown, parent: Node | undefined): void => {
    if (!isNode(value)) return
    const name = usedBy(value, parent)
    if (name !== undefined && !(parent !== undefined && isImport(parent)) && typeof value["start"] === "number")
      found.push({ name, line: text.slice(0, value["start"]).split("\n").length })
    for (const child of childrenOf(value)) visit(child, value)
  }
  visit(parseSync(path, text).program, undefined)
  return found
}
