// The syntax tree of a source, as plain data: nodes by their kinds, with their positions in the text.
import { parseSync } from "vite"

/** A node of the tree. Its fields depend on its kind; `child` and `children` read them. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" &&
  value !== null &&
  "type" in value &&
  typeof value.type === "string" &&
  "start" in value &&
  typeof value.start === "number" &&
  "end" in value &&
  typeof value.end === "number"

/** Returns the node in a field, if the field holds one. */
export const child = (node: Node, field: string): Node | undefined => {
  const value = node[field]
  return isNode(value) ? value : undefined
}

/** Returns the nodes of a field that holds a list. */
export const children = (node: Node, field: string): ReadonlyArray<Node> => {
  const value = node[field]
  return Array.isArray(value) ? value.filter(isNode) : []
}

/** Parses a text; throws a `SyntaxError` if it is not TypeScript. */
export const parse = (path: string, text: string): Node => {
  const { errors, program } = parseSync(path, text)
  const [error] = errors
  if (error !== undefined) throw new SyntaxError(`${path}: ${error.message}`)
  if (!isNode(program)) throw new SyntaxError(`${path}: the parser returned no tree`)
  return program
}

/** Types have no effect when the program runs, but these wrap an expression that has. */
const wrapsExpression = new Set(["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"])

const isModuleSyntax = ({ source, type }: Node): boolean =>
  type === "ImportDeclaration" ||
  type === "ExportAllDeclaration" ||
  (type === "ExportNamedDeclaration" && isNode(source))

/** Returns what a node consists of that has an effect when the program runs, in the order of the text. */
const parts = (node: Node): ReadonlyArray<Node> => {
  if (isModuleSyntax(node)) return []
  if (node.type.startsWith("TS")) {
    return wrapsExpression.has(node.type) ? [node["expression"]].filter(isNode) : []
  }
  return Object.values(node)
    .flatMap((value): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [value]))
    .filter(isNode)
    .toSorted((self, that) => self.start - that.start)
}

/** A node together with the nodes around it, the outermost first. */
export interface Site {
  readonly node: Node
  readonly ancestors: ReadonlyArray<Node>
}

/** Returns a node and every node within it, each before its parts. */
export function* sites(node: Node, ancestors: ReadonlyArray<Node> = []): Generator<Site> {
  yield { node, ancestors }
  const around = [...ancestors, node]
  for (const part of parts(node)) yield* sites(part, around)
}

/** Returns the name of an identifier or of a private one. */
export const nameOf = (node: Node | undefined): string | undefined =>
  (node?.type === "Identifier" || node?.type === "PrivateIdentifier") && typeof node["name"] === "string"
    ? node["name"]
    : undefined

/** Returns the value of a literal: a string, a number or a boolean. */
export const valueOf = (node: Node | undefined): string | number | boolean | undefined => {
  const value = node?.type === "Literal" ? node["value"] : undefined
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : undefined
}

/** Returns the names and literals that an expression mentions. */
export const wordsIn = (node: Node): ReadonlySet<string> => {
  const words = new Set<string>()
  for (const { node: each } of sites(node)) {
    const word = nameOf(each) ?? valueOf(each)
    if (word !== undefined) words.add(String(word))
  }
  return words
}
