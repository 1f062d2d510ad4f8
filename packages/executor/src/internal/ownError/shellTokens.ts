/** The words and operators of a shell text. A text that no shell accepts has tokens, too: nothing here decides what runs. */

/** One token, and the line on which it begins. A redirection is a token apart from the word that it names. */
export interface Token {
  readonly kind: "Word" | "Operator" | "Redirect"
  readonly text: string
  readonly line: number
}

const operator = /(?:&&|\|\||;;&?|;&|\|&|[;&|()\n])/y
const redirect = /\d*(?:<<-?|<<<|[<>]&|>\||&>>?|<>|>>|[<>])/y

/** Returns the position behind a quoted text, or the end. */
const afterQuote = (text: string, at: number): number => {
  const quote = text[at]
  let next = at + 1
  while (next < text.length && text[next] !== quote) {
    if (quote !== "'" && text[next] === "\\") next += 2
    else if (quote === '"' && text.startsWith("$(", next)) next = afterBrackets(text, next + 1)
    else next++
  }
  return next + 1
}

const closing: Readonly<Record<string, string>> = { "(": ")", "{": "}" }

/** Returns the position behind the bracket that closes the one at a position, or the end. */
const afterBrackets = (text: string, at: number): number => {
  const open = text[at] ?? ""
  const close = closing[open]
  let depth = 0
  let next = at
  while (next < text.length) {
    const character = text[next]
    if (character === "\\") next += 2
    else if (character === "'" || character === '"' || character === "`") next = afterQuote(text, next)
    else {
      if (character === open) depth++
      else if (character === close) depth--
      next++
      if (depth === 0) return next
    }
  }
  return next
}

/** Returns the position behind the word at a position. */
const afterWord = (text: string, at: number): number => {
  let next = at
  while (next < text.length) {
    const character = text[next] ?? ""
    if (character === "\\") next += 2
    else if (character === "'" || character === '"' || character === "`") next = afterQuote(text, next)
    else if (/[$<>]/.test(character) && text[next + 1] === "(") next = afterBrackets(text, next + 1)
    else if (character === "$" && text[next + 1] === "{") next = afterBrackets(text, next + 1)
    else if (/[\s;&|()<>]/.test(character)) break
    else next++
  }
  return Math.min(next, text.length)
}

/** Returns the position behind the lines of a here-document. */
const afterDocument = (text: string, at: number, delimiter: string): number => {
  let next = at
  while (next < text.length) {
    const end = text.indexOf("\n", next)
    const line = text.slice(next, end < 0 ? text.length : end)
    next = end < 0 ? text.length : end + 1
    if (line.trim() === delimiter) break
  }
  return next
}

/** Returns the tokens of a text. Comments and the lines of here-documents are none. */
export const tokensOf = (text: string): ReadonlyArray<Token> => {
  const tokens: Array<Token> = []
  const documents: Array<string> = []
  let line = 1
  let at = 0
  const push = (kind: Token["kind"], to: number): void => {
    const part = text.slice(at, to)
    tokens.push({ kind, text: part, line })
    line += part.split("\n").length - 1
    at = to
  }
  const take = (pattern: RegExp): number | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    return found === undefined ? undefined : at + found.length
  }
  while (at < text.length) {
    const character = text[at] ?? ""
    if (character === "\\" && text[at + 1] === "\n") {
      line++
      at += 2
    } else if (/[ \t\r]/.test(character)) {
      at++
    } else if (character === "#") {
      const end = text.indexOf("\n", at)
      at = end < 0 ? text.length : end
    } else if (/[<>]/.test(character) && text[at + 1] === "(") {
      push("Word", afterWord(text, at))
    } else {
      const redirected = take(redirect)
      const operated = take(operator)
      if (redirected !== undefined) {
        push("Redirect", redirected)
        const before = tokens.at(-1)?.text ?? ""
        const delimiter = /<<-?$/.test(before) ? take(/[ \t]*['"\\]?([\w.!-]+)['"]?/y) : undefined
        if (delimiter !== undefined) documents.push(text.slice(at, delimiter).replaceAll(/[\s'"\\]/g, ""))
      } else if (operated !== undefined) {
        const isLine = character === "\n"
        push("Operator", operated)
        if (isLine) {
          for (const delimiter of documents.splice(0)) {
            const end = afterDocument(text, at, delimiter)
            line += text.slice(at, end).split("\n").length - 1
            at = end
          }
        }
      } else {
        push("Word", Math.max(at + 1, afterWord(text, at)))
      }
    }
  }
  return tokens
}

/** Returns the texts in a word that a shell runs as commands: those of its substitutions. */
export const substitutionsOf = (word: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  let at = 0
  let isQuoted = false
  while (at < word.length) {
    const character = word[at]
    if (character === "\\") at += 2
    else if (character === '"') {
      isQuoted = !isQuoted
      at++
    } else if (character === "'" && !isQuoted) at = afterQuote(word, at)
    else if (character === "`") {
      const end = afterQuote(word, at)
      found.push(word.slice(at + 1, end - 1))
      at = end
    } else if (/[$<>]/.test(character ?? "") && word[at + 1] === "(") {
      const end = afterBrackets(word, at + 1)
      found.push(word.slice(at + 2, end - 1))
      at = end
    } else at++
  }
  return found
}
