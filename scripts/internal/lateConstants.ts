// Evaluates the constants of modules when they are used first. A process that answers one event uses few of the schemas and
// tables in a bundle, and creating all of them takes longer than most of its work. So each becomes a function that keeps
// its value. A module is marked first, while its constants can be told from those of others; their uses are rewritten in the
// file that the bundler makes of many modules, where names are unique.
import { child, children, type Node, nameOf, parse } from "./syntax.ts"

/** A replacement in a text. */
interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

const edited = (code: string, edits: ReadonlyArray<Edit>): string => {
  const parts: Array<string> = []
  let at = 0
  for (const { end, start, text } of edits.toSorted((one, other) => one.start - other.start)) {
    parts.push(code.slice(at, start), text)
    at = end
  }
  return parts.join("") + code.slice(at)
}

/** The name of a function that exists nowhere: its calls are gone when the file is written. */
const marker = "__evaluatedLate"

/** Checks for a value that costs no more than the function that would return it. */
const isCheap = (value: Node): boolean =>
  value.type === "Literal" ||
  value.type === "ArrowFunctionExpression" ||
  value.type === "FunctionExpression" ||
  (value.type === "TemplateLiteral" && children(value, "expressions").length === 0)

const isConstant = ({ kind, type }: Node): boolean => type === "VariableDeclaration" && kind === "const"

/** Checks for a class that may name itself while it is created. */
const hasStatics = (declaration: Node): boolean => {
  const body = child(declaration, "body")
  const members = body === undefined ? [] : children(body, "body")
  return members.some(({ static: isOwn, type }) => isOwn === true || type === "StaticBlock")
}

/** Checks for a class whose base is created, as that of an error with a schema is. */
const isCreatedClass = (declaration: Node): boolean =>
  declaration.type === "ClassDeclaration" &&
  child(declaration, "superClass")?.type === "CallExpression" &&
  !hasStatics(declaration)

/** Marks the constants of a module, and its classes whose base is created. */
export const marked = (file: string, code: string): string => {
  const mark = (value: string): string => `/* @__PURE__ */ ${marker}(() => (${value}))`
  const declarations = children(parse(file, code), "body").map((statement) =>
    statement.type === "ExportNamedDeclaration" ? (child(statement, "declaration") ?? statement) : statement
  )
  return edited(
    code,
    declarations.flatMap((declaration): ReadonlyArray<Edit> => {
      if (isCreatedClass(declaration)) {
        const name = child(declaration, "id")
        const { end, start } = declaration
        // The class has no name of its own, so that its uses of itself are rewritten like those of others.
        return name === undefined
          ? []
          : [{ start, end, text: `const ${nameOf(name)} = ${mark(`class${code.slice(name.end, end)}`)};` }]
      }
      return !isConstant(declaration)
        ? []
        : children(declaration, "declarations").flatMap((each) => {
            const value = child(each, "init")
            return value === undefined || isCheap(value)
              ? []
              : [{ start: value.start, end: value.end, text: mark(code.slice(value.start, value.end)) }]
          })
    })
  )
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value

/** Returns the parts of a node with the names of their fields. */
const fields = (node: Node): ReadonlyArray<readonly [field: string, part: Node]> =>
  Object.entries(node).flatMap(([field, value]) =>
    (Array.isArray(value) ? value : [value]).filter(isNode).map((part) => [field, part] as const)
  )

/** Lists the names that patterns bind. */
const boundBy = (...patterns: ReadonlyArray<Node | undefined>): ReadonlyArray<string> =>
  patterns.flatMap((pattern): ReadonlyArray<string> => {
    switch (pattern?.type) {
      case "Identifier":
        return [nameOf(pattern) ?? ""]
      case "ObjectPattern":
        return boundBy(...children(pattern, "properties"))
      case "Property":
        return boundBy(child(pattern, "value"))
      case "ArrayPattern":
        return boundBy(...children(pattern, "elements"))
      case "AssignmentPattern":
        return boundBy(child(pattern, "left"))
      case "RestElement":
        return boundBy(child(pattern, "argument"))
      default:
        return []
    }
  })

/** Lists the names that statements bind in their block. */
const declaredBy = (...statements: ReadonlyArray<Node | undefined>): ReadonlyArray<string> =>
  statements.flatMap((statement) => {
    switch (statement?.type) {
      case "VariableDeclaration":
        return boundBy(...children(statement, "declarations").map((each) => child(each, "id")))
      case "FunctionDeclaration":
      case "ClassDeclaration":
        return boundBy(child(statement, "id"))
      default:
        return []
    }
  })

const isFunction = ({ type }: Node): boolean =>
  type === "FunctionDeclaration" || type === "FunctionExpression" || type === "ArrowFunctionExpression"

/** Lists the names that `var` binds in a function, however deep. */
const hoistedIn = (node: Node): ReadonlyArray<string> =>
  fields(node).flatMap(([, part]) =>
    isFunction(part) ? [] : [...(part["kind"] === "var" ? declaredBy(part) : []), ...hoistedIn(part)]
  )

/** Lists the names that a node binds for its parts. */
const bindingsOf = (node: Node): ReadonlyArray<string> => {
  switch (node.type) {
    case "ArrowFunctionExpression":
    case "FunctionDeclaration":
    case "FunctionExpression":
      return [...boundBy(child(node, "id"), ...children(node, "params")), ...hoistedIn(node)]
    case "ClassDeclaration":
    case "ClassExpression":
      return boundBy(child(node, "id"))
    case "BlockStatement":
    case "StaticBlock":
      return declaredBy(...children(node, "body"))
    case "SwitchStatement":
      return declaredBy(...children(node, "cases").flatMap((each) => children(each, "consequent")))
    case "ForStatement":
      return declaredBy(child(node, "init"))
    case "ForInStatement":
    case "ForOfStatement":
      return declaredBy(child(node, "left"))
    case "CatchClause":
      return boundBy(child(node, "param"))
    default:
      return []
  }
}

/** The fields that hold a name of something else than a variable, unless it is computed. */
const otherNames: Readonly<Record<string, string>> = {
  AccessorProperty: "key",
  BreakStatement: "label",
  ContinueStatement: "label",
  LabeledStatement: "label",
  MemberExpression: "property",
  MetaProperty: "property",
  MethodDefinition: "key",
  Property: "key",
  PropertyDefinition: "key"
}

/** Replaces the uses of names in a node, where nothing around them binds the same name. */
const replaced = (calls: ReadonlyMap<string, string>, root: Node): ReadonlyArray<Edit> => {
  const edits: Array<Edit> = []
  const visit = (node: Node, hidden: ReadonlySet<string>): void => {
    const own = bindingsOf(node).filter((name) => calls.has(name))
    const inner = own.length === 0 ? hidden : new Set([...hidden, ...own])
    const callOf = (part: Node | undefined): string | undefined => {
      const name = nameOf(part)
      return name === undefined || inner.has(name) ? undefined : calls.get(name)
    }
    const { end, start, type } = node
    const call = callOf(node)
    if (call !== undefined) edits.push({ start, end, text: call })
    const short = node["shorthand"] === true ? child(node, "value") : undefined
    const shortCall = callOf(short)
    if (shortCall !== undefined) {
      edits.push({ start, end, text: `${nameOf(short)}: ${shortCall}` })
      return
    }
    const skipped = node["computed"] === true ? undefined : otherNames[type]
    for (const [field, part] of fields(node)) if (field !== skipped) visit(part, inner)
  }
  visit(root, new Set())
  return edits
}

/** Returns the value of a constant that was marked. */
const markedValue = (constant: Node): Node | undefined => {
  const call = child(constant, "init")
  if (call?.type !== "CallExpression" || nameOf(child(call, "callee")) !== marker) return undefined
  const [create] = children(call, "arguments")
  return create && child(create, "body")
}

/** The rewriting of a declaration: what is put around its values, and the calls that its names become. */
interface Rewriting {
  readonly edits: ReadonlyArray<Edit>
  readonly calls: ReadonlyMap<string, string>
}

/** Rewrites one constant, which follows the end of another one or the beginning of the declaration. */
const rewriting = (code: string, constant: Node, begin: number, end: number): Rewriting => {
  const [pattern, value] = [child(constant, "id"), markedValue(constant)]
  if (pattern === undefined || value === undefined) {
    const { end: own, start } = constant
    return {
      calls: new Map(),
      edits: [
        { start: begin, end: start, text: "const " },
        { start: own, end, text: ";" }
      ]
    }
  }
  const names = boundBy(pattern)
  const [first = ""] = names
  const isOne = pattern.type === "Identifier"
  const [kept, load] = [`${first}$kept`, isOne ? first : `${first}$load`]
  // A pattern is taken apart by a function that returns what it binds.
  const pick = isOne ? "" : `((${code.slice(pattern.start, pattern.end)}) => ({ ${names.join(", ")} }))`
  const opening = `var ${kept}; function ${load}() { return ${kept} ??= ${pick}(`
  return {
    calls: new Map(names.map((name) => [name, isOne ? `(${load}())` : `(${load}().${name})`])),
    edits: [
      { start: begin, end: value.start, text: opening },
      { start: value.end, end, text: "); }" }
    ]
  }
}

/** Rewrites the marked constants of a file to functions, and their uses to calls. Throws where one can't be rewritten. */
export const late = (file: string, code: string): string => {
  if (!code.includes(`${marker}(`)) return code
  const calls = new Map<string, string>()
  const edits: Array<Edit> = []
  const statements = children(parse(file, code), "body")
  for (const statement of statements) {
    const constants = statement.type === "VariableDeclaration" ? children(statement, "declarations") : []
    if (constants.every((constant) => markedValue(constant) === undefined)) continue
    for (const [index, constant] of constants.entries()) {
      const begin = constants[index - 1]?.end ?? statement.start
      const end = index === constants.length - 1 ? statement.end : constant.end
      const one = rewriting(code, constant, begin, end)
      edits.push(...one.edits)
      for (const [name, call] of one.calls) calls.set(name, call)
    }
  }
  for (const statement of statements) {
    const constants = statement.type === "VariableDeclaration" ? children(statement, "declarations") : []
    const values = constants.map(markedValue)
    const parts = values.every((value) => value === undefined)
      ? [statement]
      : constants.map((constant, index) => values[index] ?? constant)
    for (const part of parts) edits.push(...replaced(calls, part))
  }
  const result = edited(code, edits)
  if (result.includes(`${marker}(`)) throw new Error(`${file}: a constant can't be evaluated late`)
  return result
}
