/**
 * Finds the end of a value in a text of any kind: JSON, JSON inside a JSON text, a shell's words, a header. When in
 * doubt it ends later: what is taken for a part of a secret is only not shown.
 */
const isQuote = (char: string | undefined): char is string => char === '"' || char === "'" || char === "`"

const isSpace = (char: string | undefined): boolean =>
  char === " " || char === "\n" || char === "\t" || char === "\r" || char === undefined

/** Counts the backslashes from a position on. */
const slashesAt = (text: string, from: number): number => {
  let at = from
  while (text[at] === "\\") at++
  return at - from
}

/** Counts the backslashes before a position. */
export const slashesBefore = (text: string, before: number): number => {
  let at = before
  while (text[at - 1] === "\\") at--
  return before - at
}

/**
 * Behind the quote that closes. A text that was quoted `depth` times over has 2^depth - 1 backslashes before its own
 * quotes, and an odd number of such groups more before one of its content.
 */
const closing = (text: string, from: number, quote: string, slashes: number): number | undefined => {
  for (let at = text.indexOf(quote, from); at !== -1; at = text.indexOf(quote, at + 1))
    if (slashesBefore(text, at) % (2 * (slashes + 1)) === slashes) return at + 1
  return undefined
}

/** The meaning of a backslash between single quotes: it escapes in most languages, and not in a shell. */
type Single = "escaped" | "plain"

/** A quoted text that begins here, or nothing. One that is not closed goes to the end. */
const quoted = (text: string, from: number, single: Single = "escaped"): number | undefined => {
  const slashes = slashesAt(text, from)
  const quote = text[from + slashes]
  if (!isQuote(quote)) return undefined
  const start = from + slashes + 1
  if (quote === "'" && slashes === 0 && single === "plain") {
    const at = text.indexOf(quote, start)
    return at === -1 ? text.length : at + 1
  }
  return closing(text, start, quote, slashes) ?? text.length
}

/** A list or an object with all that is in it. */
const bracketed = (text: string, from: number): number => {
  let depth = 0
  let at = from
  while (at < text.length) {
    const char = text[at]
    if (char === "[" || char === "{") depth++
    else if (char === "]" || char === "}") depth--
    if (depth === 0) return at + 1
    at = (char === "\\" || isQuote(char) ? quoted(text, at) : undefined) ?? at + 1
  }
  return at
}

/** Characters that may follow a quoted value in any language. */
const after = /[\s,;)}\]>&|]/

const wordWith = (text: string, from: number, single: Single): number => {
  let at = from
  while (!isSpace(text[at])) {
    const char = text[at]
    if (char === "\\") at += 2
    else at = (isQuote(char) ? quoted(text, at, single) : undefined) ?? at + 1
  }
  return Math.min(at, text.length)
}

/** A shell's word, of which parts may be quoted. */
const word = (text: string, from: number): number =>
  Math.max(wordWith(text, from, "escaped"), wordWith(text, from, "plain"))

/** A quoted text, and what is written together with it as one word. */
const quotedWord = (text: string, from: number, single: Single): number | undefined => {
  const end = quoted(text, from, single)
  return end === undefined || text[from] === "\\" || after.test(text[end] ?? " ") ? end : wordWith(text, end, single)
}

const run = (text: string, from: number): number => {
  let at = from
  while (!isSpace(text[at])) at++
  return at
}

const line = (text: string, from: number): number => {
  const at = text.indexOf("\n", from)
  return at === -1 ? text.length : at
}

/** The surroundings of a value. */
export interface Place {
  /** The position at which its name begins. */
  readonly name: number
  /** The text between the name and the value. */
  readonly between: string
  /** `true` if it may have several words, like a header's value. */
  readonly words: boolean
}

/** The end of the value that begins at `from`. */
export const endOf = (text: string, from: number, { between, name, words }: Place): number => {
  const end = quotedWord(text, from, "escaped")
  if (end !== undefined) return Math.max(end, quotedWord(text, from, "plain") ?? end)
  const isTold = between.includes(":") || between.includes(">")
  if (isTold && (text[from] === "{" || text[from] === "[")) return bracketed(text, from)
  const opener = text[name - 1]
  if (isQuote(opener) && !isQuote(between.replaceAll("\\", "")[0])) {
    // Name and value are one quoted text, such as `-H "Authorization: x"`; its end is not the value's.
    const slashes = slashesBefore(text, name - 1)
    const close = closing(text, from, opener, slashes)
    if (close !== undefined) return close - 1 - slashes
  }
  if (words) return line(text, from)
  return isSpace(opener) && !isTold ? word(text, from) : run(text, from)
}
