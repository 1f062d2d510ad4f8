// Faults of error handling: a handler or a finalizer that is not there.
import { child, children, nameOf, type Node, type Site } from "../../internal/syntax.ts"
import { type Change, type Operator, replaced, textOf, withoutOne } from "./Operator.ts"

const handlers = /^(?:catch|ensuring|on(?:Exit|Error|Interrupt)|orElse|orDie|tap(?:Error|Cause|Defect)|timeout|ignore)/

/** Returns the method of a call such as `Effect.catchDefect(…)`. */
const methodOf = (node: Node): string | undefined => {
  const callee = node.type === "CallExpression" ? child(node, "callee") : undefined
  const object = callee?.type === "MemberExpression" ? nameOf(child(callee, "object")) : undefined
  return callee !== undefined && object === "Effect" ? nameOf(child(callee, "property")) : undefined
}

const isPipe = (node: Node | undefined): boolean => {
  const callee = node?.type === "CallExpression" ? child(node, "callee") : undefined
  if (callee === undefined) return false
  const name = callee.type === "MemberExpression" ? nameOf(child(callee, "property")) : nameOf(callee)
  return name === "pipe" || name === "flow"
}

const ofEffect = ({ ancestors, node }: Site, text: string): ReadonlyArray<Change> => {
  const method = methodOf(node)
  const around = ancestors.at(-1)
  if (method === undefined || !handlers.test(method)) return []
  if (around !== undefined && isPipe(around) && children(around, "arguments").includes(node)) {
    return [withoutOne(children(around, "arguments"), node)]
  }
  const [handled, ...rest] = children(node, "arguments")
  return handled === undefined || rest.length === 0 ? [] : [replaced(node, textOf(text, handled))]
}

const ofTry = ({ node }: Site, text: string): ReadonlyArray<Change> => {
  const [block, handler, finalizer] = [child(node, "block"), child(node, "handler"), child(node, "finalizer")]
  if (node.type !== "TryStatement" || block === undefined) return []
  const body = textOf(text, block)
  if (handler === undefined || finalizer === undefined) return [replaced(node, body)]
  return [
    replaced(node, `try ${body} finally ${textOf(text, finalizer)}`),
    replaced(node, `try ${body} ${textOf(text, handler)}`)
  ]
}

/** Drops a `catch` or a `finally`, or a handler or finalizer of an effect. */
export const dropHandler: Operator = (site, text) => [...ofEffect(site, text), ...ofTry(site, text)]
