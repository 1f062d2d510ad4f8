// Divides a script of Python into its tokens.
import { deepest, literal, matchAt, type Token, unclear, wordAt } from "./Token.ts"

const opening = /(?:[rbuft]{0,2})("""|'''|"|')/iy
const mayOpen = new Set("\"'rbuftRBUFT")
const mayBeBlank = new Set(" \t\r\f\v#\\\u00a0\ufeff")
const ascii = /^[\0-\x7f]*$/
const blank = /[^\S\n]+|#[^\n]*|\\\r?\n/y

/** Returns the parts of a text with expressions. */
const partsOf = (raw: string, isRaw: boolean, from: number, depth: number): Token["parts"] => {
  const parts: Array<string | ReadonlyArray<Token>> = []
  let plain = ""
  for (let at = 0; at < raw.length; at++) {
    const sign = raw[at]
    if (sign === "{" && raw[at + 1] === "{") {
      plain += raw[at++]
    } else if (sign === "}") {
      plain += "}"
      at++
    } else if (sign === "{") {
      const end = closing(raw, at + 1)
      const inner = raw.slice(at + 1, end).replace(/(?:=\s*)?(?:![rsa])?(?::[^:]*)?$/, "")
      parts.push(plain, tokensOf(inner, from + at + 1, depth + 1))
      plain = ""
      at = end
    } else if (sign === "\\" && !isRaw) {
      plain += raw.slice(at, at + 2)
      at++
    } else plain += sign
  }
  const literals = [...parts, plain]
  return literals.map((part) => (typeof part === "string" && !isRaw ? literal(part, 0, 0).text : part))
}

/** Returns the offset of the brace that ends an expression in a text. */
const closing = (raw: string, start: number): number => {
  let depth = 0
  for (let at = start; at < raw.length; at++) {
    const sign = raw[at] ?? ""
    if ("([{".includes(sign)) depth++
    else if (")]".includes(sign)) depth--
    else if (sign === "}" && depth-- === 0) return at
    else if (sign === '"' || sign === "'") {
      const end = raw.indexOf(sign, at + 1)
      if (end === -1) throw unclear
      at = end
    }
  }
  throw unclear
}

/** Returns the tokens of a script. Throws `unclear` if it can't be divided. */
export const tokensOf = (text: string, offset = 0, depth = 0): ReadonlyArray<Token> => {
  if (depth > deepest) throw unclear
  const tokens: Array<Token> = []
  let brackets = 0
  const isAscii = ascii.test(text)
  let at = text.startsWith("\uFEFF") ? 1 : 0
  while (at < text.length) {
    const sign = text[at] ?? ""
    const skipped = mayBeBlank.has(sign) ? matchAt(blank, text, at) : undefined
    if (skipped !== undefined) {
      at += skipped.length
      continue
    }
    const from = at + offset
    if (sign === "\n") {
      at++
      if (brackets > 0) continue
      const indent = matchAt(/[ \t]*/y, text, at)?.length ?? 0
      tokens.push({ kind: "line", text: "\n", from, to: from + 1, indent })
      continue
    }
    const open = mayOpen.has(sign) ? matchAt(opening, text, at) : undefined
    if (open !== undefined) {
      const [prefix, quote] = [open.replace(/["']+$/, ""), open.replace(/^[^"']*/, "")]
      const start = at + open.length
      const end = endOf(text, start, quote)
      const raw = text.slice(start, end)
      at = end + quote.length
      const isRaw = /r/i.test(prefix)
      const to = at + offset
      if (!/[ft]/i.test(prefix)) tokens.push(literal(raw, from, to, isRaw))
      else {
        const parts = partsOf(raw, isRaw, offset + start, depth) ?? []
        tokens.push({ kind: "text", text: raw, isKnown: false, parts, from, to })
      }
      continue
    }
    const word = wordAt(text, at)
    if ("([{".includes(word.text)) brackets++
    else if (")]}".includes(word.text)) brackets = Math.max(0, brackets - 1)
    at += word.text.length
    // Python reads some letters as others.
    tokens.push({ kind: word.kind, text: isAscii ? word.text : word.text.normalize("NFKC"), from, to: at + offset })
  }
  return tokens
}

/** Returns the offset at which a literal ends. */
const endOf = (text: string, start: number, quote: string): number => {
  for (let at = start; at < text.length; at++) {
    if (text[at] === "\\") at++
    else if (quote.length === 1 && text[at] === "\n") throw unclear
    else if (text.startsWith(quote, at)) return at
  }
  throw unclear
}
