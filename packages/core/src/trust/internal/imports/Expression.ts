// The expressions by which scripts name files: literals, names, members, calls and sums. All others are `Other`.
import type { Token } from "./Token.ts"

export type Expression =
  | { readonly _tag: "Text"; readonly value: string }
  | { readonly _tag: "Number"; readonly value: number }
  | { readonly _tag: "Name"; readonly name: string }
  | { readonly _tag: "Member"; readonly of: Expression; readonly name: string }
  | { readonly _tag: "Index"; readonly of: Expression; readonly index: Expression }
  | {
      readonly _tag: "Call"
      readonly of: Expression
      readonly given: ReadonlyArray<Expression>
      readonly isNew: boolean
    }
  | { readonly _tag: "Named"; readonly name: string; readonly value: Expression }
  | { readonly _tag: "List"; readonly items: ReadonlyArray<Expression> }
  | { readonly _tag: "Joined"; readonly parts: ReadonlyArray<Expression> }
  | { readonly _tag: "Binary"; readonly operator: string; readonly left: Expression; readonly right: Expression }
  | { readonly _tag: "Choice"; readonly all: ReadonlyArray<Expression> }
  | { readonly _tag: "Other" }

export type Call = Extract<Expression, { readonly _tag: "Call" }>

const other: Expression = { _tag: "Other" }

/** An expression, and the index of the token behind it. */
interface Read {
  readonly expression: Expression
  readonly next: number
}

/** Limits expressions within expressions. */
const deepest = 60

const closers: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" }
const operators: ReadonlyArray<ReadonlySet<string>> = [
  new Set(["or", "||", "??", "and", "&&"]),
  new Set(["==", "===", "!=", "!==", "<", ">", "<=", ">=", "in", "is", "instanceof", "|", "&", "^", "<<", ">>"]),
  new Set(["+", "-"]),
  new Set(["/", "%", "*", "//", "@", "**"])
]
const prefixes = new Set(["not", "!", "-", "~", "typeof", "void", "delete", "yield", "++", "--"])

export class Expressions {
  readonly tokens: ReadonlyArray<Token>
  readonly #isPython: boolean
  /** For each bracket the index of the one that ends it. */
  readonly #ends: Int32Array
  readonly #read: Array<Read | undefined> = []
  #depth = 0

  constructor(tokens: ReadonlyArray<Token>, isPython: boolean) {
    this.tokens = tokens
    this.#isPython = isPython
    const open: Array<number> = []
    this.#ends = new Int32Array(tokens.length).fill(tokens.length)
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at]
      if (token?.kind !== "sign") continue
      if (closers[token.text] !== undefined) open.push(at)
      else if (")]}".includes(token.text)) {
        const start = open.pop()
        if (start !== undefined) this.#ends[start] = at
      }
    }
  }

  /** Returns the text of a sign or a name, or an empty text. */
  sign(at: number): string {
    const token = this.tokens[at]
    return token === undefined || token.kind === "text" ? "" : token.text
  }

  /** Returns the index of the bracket that ends the one at an index. */
  endOf(at: number): number {
    return this.#ends[at] ?? this.tokens.length
  }

  /** Reads the expression at an index. */
  at(at: number): Read {
    const known = this.#read[at]
    if (known !== undefined) return known
    if (this.#depth > deepest) return { expression: other, next: at + 1 }
    this.#depth++
    const read = this.#choice(at)
    this.#depth--
    this.#read[at] = read
    return read
  }

  #choice(at: number): Read {
    const first = this.#operation(at, 0)
    if (this.#isPython && this.sign(first.next) === "if") {
      const condition = this.#operation(first.next + 1, 0)
      if (this.sign(condition.next) !== "else") return first
      const last = this.at(condition.next + 1)
      return { expression: { _tag: "Choice", all: [first.expression, last.expression] }, next: last.next }
    }
    if (!this.#isPython && this.sign(first.next) === "?") {
      const yes = this.at(first.next + 1)
      if (this.sign(yes.next) !== ":") return { expression: other, next: yes.next }
      const no = this.at(yes.next + 1)
      return { expression: { _tag: "Choice", all: [yes.expression, no.expression] }, next: no.next }
    }
    return first
  }

  #operation(at: number, level: number): Read {
    const signs = operators[level]
    if (signs === undefined) return this.#unary(at)
    let left = this.#operation(at, level + 1)
    for (let sign = this.sign(left.next); signs.has(sign); sign = this.sign(left.next)) {
      const right = this.#operation(left.next + 1, level + 1)
      const pair = [left.expression, right.expression]
      const expression: Expression =
        level === 0
          ? { _tag: "Choice", all: pair }
          : level === 1
            ? other
            : { _tag: "Binary", operator: sign, left: left.expression, right: right.expression }
      left = { expression, next: right.next }
    }
    return left
  }

  #unary(at: number): Read {
    const sign = this.sign(at)
    if (this.#depth > deepest) return { expression: other, next: at + 1 }
    if (sign === "await") return this.#unary(at + 1)
    if (sign === "new" && !this.#isPython) {
      const { expression, next } = this.postfix(at + 1)
      const made: Expression = expression._tag === "Call" ? { ...expression, isNew: true } : expression
      return { expression: made, next }
    }
    if (prefixes.has(sign) || sign === "..." || (this.#isPython && (sign === "*" || sign === "**"))) {
      this.#depth++
      const { next } = this.#unary(at + 1)
      this.#depth--
      return { expression: other, next }
    }
    return this.postfix(at)
  }

  /** Reads a value with the members, indices and calls behind it. */
  postfix(at: number): Read {
    let { expression, next } = this.#primary(at)
    for (;;) {
      const sign = this.sign(next)
      const isOptional = sign === "?."
      const inner = isOptional && "([".includes(this.sign(next + 1) || " ") ? next + 1 : next
      if (inner === next && (sign === "." || isOptional)) {
        expression = { _tag: "Member", of: expression, name: this.sign(next + 1) }
        next += 2
      } else if (this.sign(inner) === "(") {
        const given = this.#items(inner)
        expression = { _tag: "Call", of: expression, given, isNew: false }
        next = this.endOf(inner) + 1
      } else if (this.sign(inner) === "[") {
        const [index = other, ...others] = this.#items(inner)
        expression = { _tag: "Index", of: expression, index: others.length === 0 ? index : other }
        next = this.endOf(inner) + 1
      } else if (!this.#isPython && this.tokens[next]?.kind === "text" && expression._tag !== "Text") {
        // A template with a function before it.
        expression = other
        next++
      } else if (sign === "!" && !this.#isPython && /^[.)\],;[(]$/.test(this.sign(next + 1))) next++
      else return { expression, next }
    }
  }

  #primary(at: number): Read {
    const token = this.tokens[at]
    const next = at + 1
    if (token === undefined) return { expression: other, next }
    if (token.kind === "text") return this.#text(at)
    if (token.kind === "number") return { expression: { _tag: "Number", value: Number(token.text) }, next }
    if (token.kind === "name") {
      if (token.text === "function" || token.text === "class" || token.text === "lambda")
        return { expression: other, next: this.#behindFunction(at) }
      if (!this.#isPython && this.sign(next) === "=>") return this.#arrow(next)
      return { expression: { _tag: "Name", name: token.text }, next }
    }
    const end = this.endOf(at)
    if (token.text === "(") {
      if (!this.#isPython && this.sign(end + 1) === "=>") return this.#arrow(end + 1)
      const items = this.#items(at)
      const [only] = items
      const isTuple = this.#isPython && (items.length !== 1 || this.sign(end - 1) === ",")
      // The value of several in JavaScript is the last one.
      const expression = isTuple ? { _tag: "List" as const, items } : ((this.#isPython ? only : items.at(-1)) ?? other)
      return { expression, next: end + 1 }
    }
    if (token.text === "[") return { expression: { _tag: "List", items: this.#items(at) }, next: end + 1 }
    if (token.text === "{") return { expression: other, next: end + 1 }
    // What closes or separates is not part of an expression.
    return { expression: other, next: ")]},;:".includes(token.text) || token.kind === "line" ? at : next }
  }

  #arrow(at: number): Read {
    if (this.sign(at + 1) === "{") return { expression: other, next: this.endOf(at + 1) + 1 }
    return { expression: other, next: Math.max(at + 1, this.at(at + 1).next) }
  }

  /** Returns the index behind a function, which ends where its block or its body does. */
  #behindFunction(at: number): number {
    if (this.#isPython) {
      let end = at + 1
      while (end < this.tokens.length && this.sign(end) !== ":") end = this.#over(end)
      return Math.max(end + 1, this.at(end + 1).next)
    }
    let end = at + 1
    while (end < this.tokens.length && this.sign(end) !== "{") end = this.#over(end)
    return this.endOf(end) + 1
  }

  #over(at: number): number {
    return closers[this.sign(at)] === undefined ? at + 1 : this.endOf(at) + 1
  }

  #text(at: number): Read {
    const part = (token: Token): Expression => {
      if (token.parts === undefined) return token.isKnown === true ? { _tag: "Text", value: token.text } : other
      const parts = token.parts.map((one): Expression => {
        if (typeof one === "string") return { _tag: "Text", value: one }
        const inner = new Expressions(one, this.#isPython)
        const { expression, next } = inner.at(0)
        return next >= one.length ? expression : other
      })
      return { _tag: "Joined", parts }
    }
    const parts: Array<Expression> = []
    let next = at
    // Texts next to each other are one text in Python.
    for (; this.tokens[next]?.kind === "text" && (this.#isPython || next === at); next++)
      parts.push(part(this.tokens[next] as Token)) // the condition shows that it is there
    const [first = other] = parts
    return { expression: parts.length === 1 ? first : { _tag: "Joined", parts }, next }
  }

  /** Returns the expressions between brackets. What is more than an expression is `Other`. */
  #items(at: number): ReadonlyArray<Expression> {
    const end = this.endOf(at)
    const items: Array<Expression> = []
    for (let start = at + 1; start < end;) {
      const isNamed = this.#isPython && this.tokens[start]?.kind === "name" && this.sign(start + 1) === "="
      const { expression, next } = this.at(isNamed ? start + 2 : start)
      const isWhole = next === end || this.sign(next) === ","
      const value = isWhole ? expression : other
      items.push(isNamed ? { _tag: "Named", name: this.sign(start), value } : value)
      let behind = Math.max(next, start)
      while (behind < end && this.sign(behind) !== ",") behind = this.#over(behind)
      start = behind + 1
    }
    return items
  }
}
