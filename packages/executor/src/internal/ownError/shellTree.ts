/** The structure of a shell text, as far as it decides which command runs after another one has failed. */
import { substitutionsOf, type Token, tokensOf } from "./shellTokens.ts"

/** A command with its words as written. `inner` are the texts that run before it, and `text` are those that it runs. */
export interface Simple {
  readonly _tag: "Simple"
  readonly words: ReadonlyArray<string>
  readonly line: number
  readonly inner: ReadonlyArray<List>
  readonly text: ReadonlyArray<List>
}

/** Commands in braces or brackets. */
export interface Group {
  readonly _tag: "Group"
  readonly list: List
  /** True for commands in brackets, which end a shell of their own. */
  readonly isSubshell: boolean
}

/** A function, which runs where its name is called. */
export interface Function {
  readonly _tag: "Function"
  readonly name: string
  readonly list: List
}

/** Branches with their conditions. The last one may be without. */
export interface If {
  readonly _tag: "If"
  readonly branches: ReadonlyArray<{ readonly condition: List | undefined; readonly body: List }>
}

/** A loop, or the alternatives of a `case`. Any of its lists may run. */
export interface Some {
  readonly _tag: "Some"
  readonly lists: ReadonlyArray<List>
}

export type Node = Simple | Group | Function | If | Some

export interface Pipeline {
  readonly isNegated: boolean
  readonly commands: ReadonlyArray<Node>
}

/** Pipelines with `&&` and `||` between them: each has the operator before it. */
export type AndOr = ReadonlyArray<{ readonly operator: "&&" | "||" | undefined; readonly pipeline: Pipeline }>

export type List = ReadonlyArray<AndOr>

const deepest = 12

/** Matches words after which a word is a text for a shell. */
const beforeText = /^(?:-\w*c|eval|trap)$/

const withoutQuotes = (word: string): string => word.replace(/^(['"])([\s\S]*)\1$/, "$2")

const opening: Readonly<Record<string, string>> = { "{": "}", "(": ")" }

class Parser {
  readonly #tokens: ReadonlyArray<Token>
  readonly #depth: number
  #at = 0

  constructor(tokens: ReadonlyArray<Token>, depth: number) {
    this.#tokens = tokens
    this.#depth = depth
  }

  get #next(): Token | undefined {
    return this.#tokens[this.#at]
  }

  #is(...texts: ReadonlyArray<string>): boolean {
    const next = this.#next
    return next !== undefined && next.kind !== "Redirect" && texts.includes(next.text)
  }

  #take(...texts: ReadonlyArray<string>): boolean {
    if (!this.#is(...texts)) return false
    this.#at++
    return true
  }

  /** Returns the commands up to a word or bracket that ends them, or to the end of the text. */
  list(...ends: ReadonlyArray<string>): List {
    const list: Array<AndOr> = []
    while (this.#next !== undefined && !this.#is(...ends)) {
      if (this.#take(";", "&", "\n", ";;", ";&", ";;&", "&&", "||", "|", "|&", ")", "}")) continue
      list.push(this.#andOr(ends))
    }
    return list
  }

  #andOr(ends: ReadonlyArray<string>): AndOr {
    const parts: Array<AndOr[number]> = [{ operator: undefined, pipeline: this.#pipeline(ends) }]
    while (this.#is("&&", "||")) {
      const operator = this.#is("&&") ? "&&" : "||"
      this.#at++
      while (this.#take("\n"));
      parts.push({ operator, pipeline: this.#pipeline(ends) })
    }
    return parts
  }

  #pipeline(ends: ReadonlyArray<string>): Pipeline {
    let isNegated = false
    while (this.#take("!")) isNegated = !isNegated
    const commands = [this.#command(ends)]
    while (this.#take("|", "|&")) {
      while (this.#take("\n"));
      commands.push(this.#command(ends))
    }
    return { isNegated, commands }
  }

  #command(ends: ReadonlyArray<string>): Node {
    while (this.#take("time")) continue
    if (this.#take("function")) {
      const name = this.#next?.text ?? ""
      this.#at++
      if (this.#is("(")) this.#at += 2
      return this.#function(name, ends)
    }
    if (this.#is("{", "(")) {
      const isSubshell = this.#is("(")
      const close = opening[this.#next?.text ?? ""] ?? ""
      this.#at++
      const list = this.list(close)
      this.#at++
      return this.#redirected({ _tag: "Group", list, isSubshell })
    }
    if (this.#take("if")) return this.#redirected(this.#if())
    if (this.#take("while", "until")) {
      const condition = this.list("do")
      this.#at++
      const body = this.list("done")
      this.#at++
      return this.#redirected({ _tag: "Some", lists: [condition, body] })
    }
    if (this.#take("for", "select")) {
      while (this.#next !== undefined && !this.#is("do", ";", "\n")) this.#at++
      while (this.#take(";", "\n"));
      this.#take("do")
      const body = this.list("done")
      this.#at++
      return this.#redirected({ _tag: "Some", lists: [body] })
    }
    if (this.#take("case")) return this.#redirected(this.#case())
    return this.#simple(ends)
  }

  #redirected(node: Node): Node {
    while (this.#next?.kind === "Redirect") this.#at += 2
    return node
  }

  #if(): If {
    const branches: Array<If["branches"][number]> = []
    do {
      const condition = this.list("then")
      this.#at++
      branches.push({ condition, body: this.list("elif", "else", "fi") })
    } while (this.#take("elif"))
    if (this.#take("else")) branches.push({ condition: undefined, body: this.list("fi") })
    this.#at++
    return { _tag: "If", branches }
  }

  #function(name: string, ends: ReadonlyArray<string>): Function {
    while (this.#take("\n"));
    const list = [[{ operator: undefined, pipeline: { isNegated: false, commands: [this.#command(ends)] } }]]
    return { _tag: "Function", name, list }
  }

  #case(): Some {
    while (this.#next !== undefined && !this.#take("in")) this.#at++
    const lists: Array<List> = []
    while (this.#next !== undefined && !this.#is("esac")) {
      // A pattern ends with its bracket.
      while (this.#next !== undefined && !this.#is(")", "esac")) this.#at++
      this.#take(")")
      lists.push(this.list(";;", ";&", ";;&", "esac"))
      while (this.#take(";;", ";&", ";;&", "\n"));
    }
    this.#at++
    return { _tag: "Some", lists }
  }

  #simple(ends: ReadonlyArray<string>): Node {
    const line = this.#next?.line ?? 0
    const words: Array<string> = []
    for (let next = this.#next; next !== undefined && next.kind !== "Operator"; next = this.#next) {
      // A word that ends a list does so at the beginning of a command alone.
      if (words.length === 0 && this.#is(...ends)) break
      this.#at += next.kind === "Redirect" ? 2 : 1
      if (next.kind === "Word") words.push(next.text)
    }
    if (words.length === 1 && this.#is("(") && this.#tokens[this.#at + 1]?.text === ")") {
      this.#at += 2
      return this.#function(words[0] ?? "", ends)
    }
    const nested = (text: string): ReadonlyArray<List> =>
      this.#depth < deepest ? [new Parser(tokensOf(text), this.#depth + 1).list()] : []
    return {
      _tag: "Simple",
      words,
      line,
      inner: words.flatMap(substitutionsOf).flatMap(nested),
      text: words.flatMap((word, at) => (beforeText.test(words[at - 1] ?? "") ? nested(withoutQuotes(word)) : []))
    }
  }
}

/** The maximum length of a text that is read. */
const mostRead = 32_768

/** Returns the structure of a text. */
export const treeOf = (text: string): List => new Parser(tokensOf(text.slice(0, mostRead)), 0).list()

/** Returns the names of the functions of a list. */
export const functionsIn = (list: List): ReadonlySet<string> => {
  const found = new Set<string>()
  const search = (list: List): void => {
    for (const node of list.flatMap((parts) => parts.flatMap(({ pipeline }) => pipeline.commands))) {
      if (node._tag === "Function") found.add(node.name)
      for (const inner of listsIn(node)) search(inner)
    }
  }
  search(list)
  return found
}

/** Returns the lists in a node. */
const listsIn = (node: Node): ReadonlyArray<List> => {
  switch (node._tag) {
    case "Simple":
      return [...node.inner, ...node.text]
    case "Group":
    case "Function":
      return [node.list]
    case "If":
      return node.branches.flatMap(({ body, condition }) => [condition ?? [], body])
    case "Some":
      return node.lists
  }
}

/** Returns all simple commands in a list, with those in their words. */
export const commandsIn = (list: List): ReadonlyArray<Simple> =>
  list.flatMap((parts) => parts.flatMap(({ pipeline }) => pipeline.commands.flatMap(commandsOf)))

const commandsOf = (node: Node): ReadonlyArray<Simple> => {
  const inner = listsIn(node).flatMap(commandsIn)
  return node._tag === "Simple" ? [...inner, node] : inner
}
