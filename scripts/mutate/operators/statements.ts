// Faults of statements: removed, or never reached because the function has returned a neutral value before.
import { child, children, type Node } from "../../internal/syntax.ts"
import { neutralsOf } from "./neutral.ts"
import { type Operator, replaced, textOf } from "./Operator.ts"

const expressionOf = (node: Node): Node | undefined =>
  node.type === "ExpressionStatement" ? child(node, "expression") : undefined

const isCall = (node: Node | undefined): boolean => {
  if (node === undefined) return false
  if (node.type === "AwaitExpression" || node.type === "UnaryExpression") return isCall(child(node, "argument"))
  if (node.type === "ChainExpression" || node.type === "ParenthesizedExpression")
    return isCall(child(node, "expression"))
  return node.type === "CallExpression"
}

const removing =
  (isRemoved: (expression: Node) => boolean): Operator =>
  ({ node }) => {
    const expression = expressionOf(node)
    return expression !== undefined && isRemoved(expression) ? [replaced(node, ";")] : []
  }

/** Removes a statement that calls a function for its effect. */
export const removeCall: Operator = removing(isCall)

/** Removes a statement that yields an effect: a check, a wait, a write. */
export const removeYield: Operator = removing(({ type }) => type === "YieldExpression")

/** Removes an assignment. */
export const removeAssignment: Operator = removing(({ type }) => type === "AssignmentExpression")

const leaves = new Set(["ReturnStatement", "ThrowStatement", "ContinueStatement", "BreakStatement"])

const isLeaving = (node: Node | undefined): boolean => {
  const last = node?.type === "BlockStatement" ? children(node, "body").at(-1) : node
  return last !== undefined && leaves.has(last.type)
}

/** Removes a guard clause: an `if` without `else` that leaves the function or the loop. */
export const removeGuard: Operator = ({ node }) =>
  node.type === "IfStatement" && child(node, "alternate") === undefined && isLeaving(child(node, "consequent"))
    ? [replaced(node, ";")]
    : []

const functions = new Set(["ArrowFunctionExpression", "FunctionExpression", "FunctionDeclaration"])

/** Returns a neutral value before the function does anything, where the type that it returns names one. */
export const returnEarly: Operator = ({ node }, text) => {
  const [annotation, body] = [child(node, "returnType"), child(node, "body")]
  if (!functions.has(node.type) || annotation === undefined || body === undefined) return []
  const type = textOf(text, child(annotation, "typeAnnotation") ?? annotation)
  return neutralsOf(type)
    .filter((value) => value !== textOf(text, body))
    .map((value) =>
      body.type === "BlockStatement"
        ? { subject: node, edit: { start: body.start + 1, end: body.start + 1, text: ` return ${value};` } }
        : replaced(body, value, node)
    )
}
