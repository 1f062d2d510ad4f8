// Faults of values: an empty list, an entry that is absent, another word, a number that is off by one.
import { child, children, nameOf, type Node, valueOf } from "../../internal/syntax.ts"
import { type Operator, replaced, withoutOne } from "./Operator.ts"

/** Returns the entries of an array or an object. */
const entriesOf = (node: Node): ReadonlyArray<Node> => {
  if (node.type === "ArrayExpression") return children(node, "elements")
  return node.type === "ObjectExpression" ? children(node, "properties") : []
}

/** Empties an array or an object. */
export const empty: Operator = ({ node }) =>
  entriesOf(node).length === 0 ? [] : [replaced(node, node.type === "ArrayExpression" ? "[]" : "{}")]

/** Drops one entry of several: of an array each, of an object only what is spread into it, which is often optional. */
export const dropEntry: Operator = ({ node }) => {
  const entries = entriesOf(node)
  return entries
    .filter((entry) => entries.length > 1 && (node.type === "ArrayExpression" || entry.type === "SpreadElement"))
    .map((entry) => withoutOne(entries, entry))
}

/** Words of unions, each with the member that makes most difference in its place. */
const others = new Map([
  ["Deny", "Pass"],
  ["Ask", "Allow"],
  ["Defer", "Pass"],
  ["Allow", "Deny"],
  ["Pass", "Deny"],
  ["open", "closed"],
  ["closed", "open"],
  ["ask", "open"],
  ["onDeny", "never"],
  ["never", "onDeny"],
  ["allow", "deny"],
  ["deny", "allow"],
  ["user", "project"],
  ["project", "user"],
  ["merge", "replace"],
  ["replace", "merge"],
  ["all", "none"],
  ["manual", "follow"],
  ["unbounded", "inherit"]
])

/** Puts another member of the union in the place of a tag or a word. */
export const swapWord: Operator = ({ ancestors, node }) => {
  const value = valueOf(node)
  const around = ancestors.at(-1)
  if (typeof value !== "string") return []
  const isTag = around?.type === "Property" && nameOf(child(around, "key")) === "_tag"
  const other = others.get(value) ?? (isTag ? `Not${value}` : undefined)
  return other === undefined ? [] : [replaced(node, JSON.stringify(other))]
}

/** Exchanges `true` and `false`. */
export const flipBoolean: Operator = ({ node }) => {
  const value = valueOf(node)
  return typeof value === "boolean" ? [replaced(node, String(!value))] : []
}

/** Adds one to a number. */
export const offByOne: Operator = ({ node }) => {
  const value = valueOf(node)
  return typeof value === "number" ? [replaced(node, String(value + 1))] : []
}
