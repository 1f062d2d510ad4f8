// Edits for laws whose faults no operator derives. Each returns the new text for the nodes that it is about.
import { textOf } from "../operators/Operator.ts"
import { child, children, nameOf, type Node, valueOf, wordsIn } from "../../internal/syntax.ts"

type EditOf = (node: Node, text: string) => string | undefined

/** Gives a property of an object another value. */
export const property =
  (key: string, value: string): EditOf =>
  (node, text) => {
    const by = `${key}: ${value}`
    const isIt = node.type === "Property" && node["shorthand"] !== true && nameOf(child(node, "key")) === key
    return isIt && textOf(text, node) !== by ? by : undefined
  }

/** Replaces a literal by an expression. */
export const literal =
  (from: string | number | boolean, by: string): EditOf =>
  (node) =>
    valueOf(node) === from ? by : undefined

/** Replaces a name by another one. */
export const name =
  (from: string, by: string): EditOf =>
  (node) =>
    nameOf(node) === from ? by : undefined

/** Replaces a call of this function or method by an expression made of the texts of its arguments. */
export const call =
  (callee: string, by: (...args: ReadonlyArray<string>) => string): EditOf =>
  (node, text) => {
    const called = node.type === "CallExpression" ? child(node, "callee") : undefined
    const last = called?.type === "MemberExpression" ? child(called, "property") : called
    return called !== undefined && nameOf(last) === callee
      ? by(...children(node, "arguments").map((argument) => textOf(text, argument)))
      : undefined
  }

/** Replaces the operator of a comparison. */
export const comparison =
  (from: string, by: string): EditOf =>
  (node, text) => {
    const [left, right] = [child(node, "left"), child(node, "right")]
    return node.type === "BinaryExpression" && node["operator"] === from && left !== undefined && right !== undefined
      ? `${textOf(text, left)} ${by} ${textOf(text, right)}`
      : undefined
  }

/** Adds entries after what is spread by this name. */
export const afterSpread =
  (spread: string, entries: string): EditOf =>
  (node, text) =>
    node.type === "SpreadElement" && nameOf(child(node, "argument")) === spread
      ? `${textOf(text, node)}, ${entries}`
      : undefined

/** Narrows an edit to nodes that mention a name or a literal. */
export const mentioning =
  (word: string, edit: EditOf): EditOf =>
  (node, text) =>
    wordsIn(node).has(word) ? edit(node, text) : undefined

/** Replaces the only node of a kind. */
export const kind =
  (type: string, by: string): EditOf =>
  (node) =>
    node.type === type ? by : undefined

/** Removes or replaces a part of the only statement of SQL that has these words, where the part occurs once. */
export const statement =
  (words: string, from: string, by: string): EditOf =>
  (node, text) => {
    const found = node.type === "TemplateLiteral" ? textOf(text, node) : ""
    return found.includes(words) && found.split(from).length === 2 ? found.replace(from, () => by) : undefined
  }
