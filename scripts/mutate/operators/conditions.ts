// Faults of conditions: negated, without an operand, with another comparison.
import { child, type Node } from "../../internal/syntax.ts"
import { type Operator, replaced, textOf } from "./Operator.ts"

const hasTest = new Set(["IfStatement", "ConditionalExpression", "WhileStatement"])

/** Negates the condition of an `if`, a `while` or a conditional expression. */
export const negate: Operator = ({ node }, text) => {
  const test = hasTest.has(node.type) ? child(node, "test") : undefined
  if (test === undefined) return []
  const inner = test.type === "UnaryExpression" && test["operator"] === "!" ? child(test, "argument") : undefined
  return [replaced(test, inner === undefined ? `!(${textOf(text, test)})` : textOf(text, inner))]
}

/** An object at the beginning of a statement or of a function's body would be read as a block. */
const asExpression = (text: string): string => (text.startsWith("{") ? `(${text})` : text)

const dropOperand =
  (kept: "left" | "right"): Operator =>
  ({ node }, text) => {
    const operand = node.type === "LogicalExpression" ? child(node, kept) : undefined
    return operand === undefined ? [] : [replaced(node, asExpression(textOf(text, operand)))]
  }

/** Drops the left operand of `&&`, `||` or `??`. */
export const dropLeft: Operator = dropOperand("right")

/** Drops the right operand of `&&`, `||` or `??`. */
export const dropRight: Operator = dropOperand("left")

const swapOperator = (node: Node, text: string, swaps: ReadonlyMap<string, string>): ReturnType<Operator> => {
  const [left, right] = [child(node, "left"), child(node, "right")]
  const operator = node["operator"]
  const other = typeof operator === "string" ? swaps.get(operator) : undefined
  if (node.type !== "BinaryExpression" || left === undefined || right === undefined) return []
  if (typeof operator !== "string" || other === undefined) return []
  const start = text.indexOf(operator, left.end)
  return [{ subject: node, edit: { start, end: start + operator.length, text: other } }]
}

const equalities = new Map([
  ["===", "!=="],
  ["!==", "==="]
])

/** Exchanges `===` and `!==`. */
export const flipEquality: Operator = ({ node }, text) => swapOperator(node, text, equalities)

const bounds = new Map([
  ["<", "<="],
  ["<=", "<"],
  [">", ">="],
  [">=", ">"]
])

/** Moves a bound by one: exchanges `<` and `<=`, `>` and `>=`. */
export const shiftBound: Operator = ({ node }, text) => swapOperator(node, text, bounds)
