// The named declarations of a source. A fault is addressed by the one that it lies in, since lines and files move.
import { child, nameOf, type Node, type Site } from "../internal/syntax.ts"

const isFunction = (node: Node | undefined): boolean =>
  node?.type === "ArrowFunctionExpression" || node?.type === "FunctionExpression"

/** Returns the name that a node declares: a constant, function, class, member, or property that is a function. */
export const declaredName = (node: Node): string | undefined => {
  switch (node.type) {
    case "VariableDeclarator":
    case "FunctionDeclaration":
    case "ClassDeclaration":
      return nameOf(child(node, "id"))
    case "MethodDefinition":
    case "PropertyDefinition":
      return nameOf(child(node, "key"))
    case "Property":
      return isFunction(child(node, "value")) ? nameOf(child(node, "key")) : undefined
    default:
      return undefined
  }
}

/** Returns the names of the declarations around a node, the outermost first. */
export const declarationsAround = ({ ancestors, node }: Site): ReadonlyArray<string> =>
  [...ancestors, node].flatMap((each) => declaredName(each) ?? [])

/** Names a place in a module as code calls it: `Verdict.combine`, or only `Matcher` where both have that name. */
export const symbolOf = (module: string, names: ReadonlyArray<string>): string =>
  (names[0] === module ? names : [module, ...names]).join(".")
