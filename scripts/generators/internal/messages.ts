// Finds the messages of a source file: strings and templates that are sentences or parts of sentences for a user.
import { parseSync } from "vite"

/** A message, with a name in braces for each part that is known only when it is shown. */
export interface Message {
  readonly text: string
  readonly line: number
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string" && "start" in value

const isList = (value: unknown): value is ReadonlyArray<unknown> => Array.isArray(value)

const nodesIn = (value: unknown): ReadonlyArray<Node> => (isList(value) ? value.filter(isNode) : [])

/** Returns a name for what an expression gives: its own, that of the value in it, or that of the function. */
const nameOf = (node: unknown): string => {
  if (!isNode(node)) return "…"
  const { argument, arguments: args, callee, expression, left, name, object, property, test } = node
  switch (node.type) {
    case "Identifier":
    case "PrivateIdentifier":
      return String(name)
    case "MemberExpression":
      return isNode(property) && property.type === "Literal" ? nameOf(object) : nameOf(property)
    case "CallExpression": {
      const first = nodesIn(args).find(({ type }) => type !== "Literal" && !type.includes("Function"))
      const isMethod = isNode(callee) && callee.type === "MemberExpression"
      return first === undefined ? nameOf(isMethod ? callee["object"] : callee) : nameOf(first)
    }
    case "ConditionalExpression":
      return nameOf(test)
    case "LogicalExpression":
    case "BinaryExpression":
      return nameOf(left)
    default:
      return nameOf(argument ?? expression)
  }
}

/** Returns the text of an expression with a name for each of its values, or `undefined` if it is no text. */
const textOf = (node: unknown): string | undefined => {
  if (!isNode(node)) return undefined
  const { alternate, consequent, left, operator, right, value } = node
  switch (node.type) {
    case "Literal":
      return typeof value === "string" ? value : undefined
    case "TemplateLiteral": {
      const values = nodesIn(node["expressions"])
      return nodesIn(node["quasis"])
        .map((quasi, index) => {
          const text = Object(quasi["value"]) as { readonly cooked?: string } // A template element always has it.
          const one = values[index]
          return (text.cooked ?? "") + (one === undefined ? "" : partOf(one))
        })
        .join("")
    }
    case "BinaryExpression": {
      const [one, two] = [textOf(left), textOf(right)]
      return operator !== "+" || (one === undefined && two === undefined)
        ? undefined
        : (one ?? partOf(left)) + (two ?? partOf(right))
    }
    case "ConditionalExpression": {
      const [one, two] = [textOf(consequent), textOf(alternate)]
      return one === undefined || two === undefined ? undefined : `[${one}|${two}]`
    }
    default:
      return undefined
  }
}

/** Returns the text of a part of a template: the texts that it may be, or the name of its value. */
const partOf = (node: unknown): string => {
  const text = textOf(node)
  return text === undefined ? `{${nameOf(node)}}` : text
}

/** Names of calls and properties whose texts are no messages: documentation of schemas, and lines to copy. */
const silent = /^(?:annotate|annotateKey|says|split|command|description|identifier|withExamples|describe)$/

const words = (text: string): ReadonlyArray<string> =>
  text.replaceAll(/\{[^{}]*\}/g, "X").match(/[\p{L}\p{N}][\p{L}\p{N}'’_./-]*/gu) ?? []

/** Checks for words with blanks between them. Names, paths, patterns and programs have none, or few. */
const isMessage = (text: string): boolean =>
  words(text).length >= 3 && /\p{L}{2,}[,;:]? \S/u.test(text) && !/^(?:#!|[\s\w-]*:\/\/)/.test(text)

/** The texts between quotes of a program that is written to a file. */
const quoted = /"([^"\\\n]+)"/g

/** Checks for a program or a page, and not a message: its lines are many. */
const isProgram = (text: string): boolean => text.split("\n").length > 4

/** Returns the word of a name or of a text in quotes. */
const wordOf = (node: unknown): string => {
  const word = isNode(node) ? (node["name"] ?? node["value"]) : undefined
  return typeof word === "string" ? word : ""
}

const keyOf = (node: Node): string => {
  const { callee, key, type } = node
  if (type === "Property") return wordOf(key)
  if (type !== "CallExpression" || !isNode(callee)) return ""
  const named = callee.type === "MemberExpression" ? callee["property"] : callee
  return wordOf(named)
}

/** Returns the messages of a source file, in their order. */
export const messagesOf = (path: string, source: string): ReadonlyArray<Message> => {
  const { program } = parseSync(path, source)
  const found: Array<Message> = []
  const add = (text: string, { start }: Node): void => {
    if (isMessage(text)) found.push({ text, line: source.slice(0, start).split("\n").length })
  }
  const visit = (value: unknown): void => {
    if (isList(value)) return value.forEach(visit)
    if (!isNode(value)) return
    const { type } = value
    // Types, imports and raw texts, which are patterns, are no messages.
    if (/^TS(?!AsExpression|NonNull|Satisfies)|^ImportDeclaration$|^TaggedTemplate/.test(type)) return
    if (silent.test(keyOf(value))) return
    const text = textOf(value)
    if (text === undefined) return Object.values(value).forEach(visit)
    if (isProgram(text)) for (const [, one = ""] of text.matchAll(quoted)) add(one, value)
    else add(text, value)
  }
  visit(program)
  return found
}

/** The number of words that a sentence may have. */
export const most = 30

/** Splits a text into sentences: at the ends of lines, and behind a full stop, a question mark or an exclamation mark. */
const sentencesOf = (text: string): ReadonlyArray<string> => text.split(/\n|(?<=[.!?]["')`]?)\s+(?=\S)/)

/** Returns each wording of a text that has a choice in brackets: the longest wording counts. */
const longest = (text: string): string => {
  const choice = /\[([^[\]|]*)\|([^[\]]*)\]/
  let rest = text
  for (let found = choice.exec(rest); found !== null; found = choice.exec(rest)) {
    const [whole, one = "", two = ""] = found
    rest = rest.replace(whole, () => (words(one).length >= words(two).length ? one : two))
  }
  return rest
}

/** Returns the sentences of a message that have too many words. */
export const tooLong = ({ text }: Message): ReadonlyArray<string> =>
  sentencesOf(longest(text)).filter((sentence) => words(sentence).length > most)
