// The words and signs of a script, without its comments, so that a word in a comment or a message is none of the script's.

/** A name, a literal or a sign of a script. A `line` ends a statement. */
export interface Token {
  readonly kind: "name" | "text" | "number" | "sign" | "line"
  /** The name or sign as written, or the value of a text. */
  readonly text: string
  readonly from: number
  readonly to: number
  /** False for a text of which the value is not certain. */
  readonly isKnown?: boolean
  /** The literals and expressions of a text, in turn, if it has expressions. */
  readonly parts?: ReadonlyArray<string | ReadonlyArray<Token>>
  /** The indentation of the line that follows. */
  readonly indent?: number
}

/** Thrown where a script can't be divided into its words. */
export const unclear = new Error("unclear")

/** Limits expressions within the texts of expressions. */
export const deepest = 12

const simple: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "\\": "\\", "'": "'", '"': '"', "`": "`", $: "$", "/": "/", "\n": "" } // prettier-ignore

/** Returns the value of a literal, or `undefined` if it has escapes that are not read. */
export const unescaped = (raw: string): string | undefined => {
  if (!raw.includes("\\")) return raw
  let isKnown = true
  const text = raw.replace(/\\(x[0-9a-f]{2}|u[0-9a-f]{4}|[^])/gi, (_, escaped: string) => {
    if (escaped.length > 1) return String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
    const value = simple[escaped]
    if (value === undefined) isKnown = false
    return value ?? ""
  })
  return isKnown ? text : undefined
}

/** Makes the token of a literal without expressions. */
export const literal = (raw: string, from: number, to: number, isRaw = false): Token => {
  const value = isRaw ? raw : unescaped(raw)
  return { kind: "text", text: value ?? raw, isKnown: value !== undefined, from, to }
}

const signs =
  /=>|===?|!==?|<=|>=|:=|->|\?\?=?|\?\.(?!\d)|\|\|=?|&&=?|\.\.\.|\*\*=?|\/\/=?|<<=?|>>>?=?|[-+*/%&|^@]=|\+\+|--|[^]/y

const plainName = /[A-Za-z_$][\w$]*/y
const anyName = /[\p{L}\p{Nl}_$][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}$\u200c\u200d]*/uy

const isNumber = /\d[\w.]*(?:(?<=e)[-+]\d+)?/iy

/** Matches a pattern at an offset. */
export const matchAt = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at
  return pattern.test(text) ? text.slice(at, pattern.lastIndex) : undefined
}

/** Matches a name at an offset. */
export const nameAt = (text: string, at: number): string | undefined => {
  const name = matchAt(plainName, text, at)
  return text.charCodeAt(at + (name?.length ?? 0)) > 127 ? matchAt(anyName, text, at) : name
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57

/** Returns the name, number or sign at an offset. */
export const wordAt = (text: string, at: number): Pick<Token, "kind" | "text"> => {
  const name = nameAt(text, at)
  if (name !== undefined) return { kind: "name", text: name }
  const number = isDigit(text.charCodeAt(at)) ? matchAt(isNumber, text, at) : undefined
  if (number !== undefined) return { kind: "number", text: number }
  return { kind: "sign", text: matchAt(signs, text, at) ?? "" }
}

/** Returns the tokens of a script and of the expressions in its texts, each as a list. */
export const listsOf = (tokens: ReadonlyArray<Token>): ReadonlyArray<ReadonlyArray<Token>> => {
  const lists = [tokens]
  for (const { parts } of tokens)
    if (parts !== undefined) for (const part of parts) if (typeof part !== "string") lists.push(...listsOf(part))
  return lists
}
