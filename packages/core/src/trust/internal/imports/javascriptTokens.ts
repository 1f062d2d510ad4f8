// Divides a script of JavaScript or TypeScript into its tokens.
import { deepest, literal, matchAt, type Token, unclear, unescaped, wordAt } from "./Token.ts"

const mayBeBlank = /[\s\uFEFF/#]/
const blank = /[\s\uFEFF]+|\/\/[^\n\u2028\u2029]*|#![^\n]*/y
const regex = /\/(?![*/])(?:[^\\/[\n]|\\[^\n]|\[(?:[^\\\]\n]|\\[^\n])*\])+\/[a-z]*/y
const wordsBeforeRegex =
  /^(?:return|typeof|case|in|of|delete|void|throw|new|do|else|instanceof|await|yield|default|extends)$/

/** Reads a script. A template reads the expressions in it by itself. */
class Reader {
  readonly tokens: Array<Token> = []
  readonly #text: string
  readonly #depth: number
  at: number
  readonly #brackets: Array<string> = []
  /** True if the last closing parenthesis is that of a condition. */
  #isCondition = false

  constructor(text: string, at: number, depth: number) {
    if (depth > deepest) throw unclear
    this.#text = text
    this.at = at
    this.#depth = depth
  }

  /** Reads to the end, or to the brace that ends the expression of a template. */
  read(isInTemplate: boolean): ReadonlyArray<Token> {
    const text = this.#text
    while (this.at < text.length) {
      const sign = text[this.at] ?? ""
      const skipped = mayBeBlank.test(sign) ? matchAt(blank, text, this.at) : undefined
      if (skipped !== undefined) {
        this.at += skipped.length
        continue
      }
      if (text.startsWith("/*", this.at)) {
        const end = text.indexOf("*/", this.at + 2)
        if (end === -1) throw unclear
        this.at = end + 2
      } else if (sign === '"' || sign === "'") this.#literal(sign)
      else if (sign === "`") this.#template()
      else if (sign === "/" && this.#startsRegex()) this.#regex()
      else if (sign === "}" && isInTemplate && this.#brackets.length === 0) return this.tokens
      else this.#word()
    }
    if (isInTemplate) throw unclear
    return this.tokens
  }

  #literal(quote: string): void {
    const from = this.at
    for (let at = from + 1; at < this.#text.length; at++) {
      const sign = this.#text[at]
      if (sign === "\\") at++
      else if (sign === "\n") break
      else if (sign === quote) {
        this.at = at + 1
        this.tokens.push(literal(this.#text.slice(from + 1, at), from, at + 1))
        return
      }
    }
    throw unclear
  }

  #template(): void {
    const from = this.at
    const parts: Array<string | ReadonlyArray<Token>> = []
    let start = from + 1
    for (let at = start; at < this.#text.length; at++) {
      if (this.#text[at] === "\\") at++
      else if (this.#text[at] === "`") {
        const last = this.#text.slice(start, at)
        this.at = at + 1
        if (parts.length === 0) this.tokens.push(literal(last, from, this.at))
        else {
          const raw = this.#text.slice(from + 1, at)
          const all = [...parts, unescaped(last) ?? last]
          this.tokens.push({ kind: "text", text: raw, isKnown: false, parts: all, from, to: this.at })
        }
        return
      } else if (this.#text.startsWith("${", at)) {
        const inner = new Reader(this.#text, at + 2, this.#depth + 1)
        const before = this.#text.slice(start, at)
        parts.push(unescaped(before) ?? before, inner.read(true))
        at = inner.at
        start = at + 1
      }
    }
    throw unclear
  }

  #startsRegex(): boolean {
    const last = this.tokens.at(-1)
    if (last === undefined) return true
    if (last.kind === "text" || last.kind === "number") return false
    if (last.kind === "name") {
      const isMember = this.tokens.at(-2)?.text === "."
      return !isMember && wordsBeforeRegex.test(last.text)
    }
    if (last.text === ")") return this.#isCondition
    if (last.text === "}") return matchAt(regex, this.#text, this.at) !== undefined
    return last.text !== "]" && last.text !== "++" && last.text !== "--"
  }

  #regex(): void {
    const found = matchAt(regex, this.#text, this.at)
    if (found === undefined) throw unclear
    this.tokens.push({ kind: "text", text: found, isKnown: false, from: this.at, to: this.at + found.length })
    this.at += found.length
  }

  #word(): void {
    const from = this.at
    const { kind, text: word } = wordAt(this.#text, from)
    // A name may be written by escapes.
    if (word === "\\" || word === "") throw unclear
    if ("([{".includes(word)) this.#brackets.push(word === "(" ? `(${this.tokens.at(-1)?.text ?? ""}` : word)
    else if (")]}".includes(word)) this.#isCondition = /^\((?:if|while|for|with)$/.test(this.#brackets.pop() ?? "")
    this.at += word.length
    this.tokens.push({ kind, text: word, from, to: this.at })
  }
}

/** Returns the tokens of a script. Throws `unclear` if it can't be divided. */
export const tokensOf = (text: string): ReadonlyArray<Token> => new Reader(text, 0, 0).read(false)
