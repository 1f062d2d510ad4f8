/** A settings file's text as a tree with positions, and edits of it. */
import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser"

/** A replacement of the text between two offsets by `text`. */
export interface Edit {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** A place in a text, both from one. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** The obstacle, with its position. */
export interface Obstacle extends Place {
  readonly issue: string
}

/** Checks for an obstacle. */
export const isObstacle = (answer: object): answer is Obstacle => "issue" in answer

/** A text without its byte-order mark, whose root is missing where the text holds no value at all. */
export interface Tree {
  readonly mark: string
  readonly text: string
  readonly root: Node | undefined
  /** The first thing that only readers of comments and loose commas understand. */
  readonly loose?: Place
}

const lineEnd = /\r\n|\n|\r/g

/** The line and the column of an offset. */
export const placeOf = (text: string, offset: number): Place => {
  let line = 1
  let start = 0
  for (const { 0: end, index } of text.slice(0, offset).matchAll(lineEnd)) {
    line++
    start = index + end.length
  }
  return { line, column: offset - start + 1 }
}

/** The obstacle at an offset. */
export const obstacle = (text: string, offset: number, issue: string): Obstacle => ({
  ...placeOf(text, offset),
  issue
})

/** Nothing but blanks and whole comments. */
const empty = /^(?:[ \t\r\n]|\/\/[^\r\n]*|\/\*(?:(?!\*\/)[\s\S])*\*\/)*$/

/** `CommaExpected` → `comma expected`. */
export const inWords = (code: string): string => code.replaceAll(/(?<!^)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase()

const read = (text: string, strictly: boolean): { readonly root: Node | undefined; readonly first?: ParseError } => {
  const errors: Array<ParseError> = []
  const root = parseTree(text, errors, { allowTrailingComma: !strictly, disallowComments: strictly })
  const [first] = errors
  return first === undefined ? { root } : { root, first }
}

/** Finds what keeps a reader of JSON with comments, and of nothing else, from reading a text. */
export const strictObstacle = (whole: string): Obstacle | undefined => {
  if (whole.startsWith("\ufeff")) return obstacle(whole, 0, "A byte-order mark is no JSON.")
  if (empty.test(whole)) return undefined
  const errors: Array<ParseError> = []
  parseTree(whole, errors, { allowTrailingComma: false, disallowComments: false })
  const [first] = errors
  return first && obstacle(whole, first.offset, `This is no valid JSON: ${inWords(printParseErrorCode(first.error))}.`)
}

/** The tree of a text, or what makes it none. Comments and commas before a closing bracket are understood. */
export const parse = (whole: string): Tree | Obstacle => {
  const mark = whole.startsWith("\ufeff") ? "\ufeff" : ""
  const text = whole.slice(mark.length)
  if (empty.test(text)) return { mark, text, root: undefined }
  try {
    const { first, root } = read(text, false)
    if (first !== undefined || root === undefined) {
      const what = first === undefined ? "value expected" : inWords(printParseErrorCode(first.error))
      return obstacle(text, first?.offset ?? 0, `This is no valid JSON: ${what}.`)
    }
    if (root.type !== "object") return obstacle(text, root.offset, `Settings are an object; here is ${kindOf(root)}.`)
    if (!/\/[/*]|,[\s]*[}\]]/.test(text)) return { mark, text, root }
    const loose = read(text, true).first
    return { mark, text, root, ...(loose !== undefined && { loose: placeOf(text, loose.offset) }) }
  } catch (error) {
    // The parser calls itself once per level.
    if (error instanceof RangeError) return obstacle(text, 0, "This is nested too deeply to be edited.")
    throw error
  }
}

/** The text after edits that do not overlap. Of those at one offset the first comes first. */
export const apply = (text: string, edits: ReadonlyArray<Edit>): string => {
  const parts: Array<string> = []
  let at = 0
  for (const edit of edits.toSorted((one, other) => one.from - other.from)) {
    parts.push(text.slice(at, edit.from), edit.text)
    at = Math.max(at, edit.to)
  }
  return parts.join("") + text.slice(at)
}

/** Describes the value at a position in words. */
export const kindOf = ({ type }: Node): string =>
  type === "array" ? "a list" : type === "object" ? "an object" : type === "null" ? "null" : `a ${type}`

/** The end of a node. */
export const endOf = ({ length, offset }: Node): number => offset + length

/** The children of a node: properties of an object, elements of a list. */
export const childrenOf = (node: Node | undefined): ReadonlyArray<Node> => node?.children ?? []

/** The name of a property. */
export const keyOf = (property: Node): string => String(property.children?.[0]?.value)

/** The value of a property. */
export const valueOf = (property: Node | undefined): Node | undefined => property?.children?.[1]

/** The property of that name: of equal ones the last, which is the one that counts. */
export const propertyOf = (node: Node | undefined, name: string): Node | undefined =>
  node?.type === "object" ? childrenOf(node).findLast((property) => keyOf(property) === name) : undefined

/** The data of a node. */
export const dataOf = (node: Node): unknown => getNodeValue(node)
