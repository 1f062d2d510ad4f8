// Parts that the shell replaces: `$x`, `${x:-y}`, `$(ls)`, `$((1))`, backticks, and the double quotes around them.
import { readSum } from "./arithmetic.ts"
import { giveUp } from "./Budget.ts"
import type { Reader } from "./Reader.ts"
import type { Quoted } from "./WordBuilder.ts"

const name = /[A-Za-z_]\w*|[0-9@*#?$!-]/y
const parameter =
  /\$\{(?:![A-Za-z_]\w*(?:\[[@*]\]|[@*])(?=\})|#?(?:[A-Za-z_]\w*|\d+|[@*])(?:\[(?:[@*]|[\w$+-]*)\])?|[#?$!-](?=[}:]))/y
const operation = /:?[-=?+]|:(?![-=?+])|##?|%%?|\/[/#%]?|\^\^?|,,?/y

/** Reads what begins with a dollar. Returns false if the dollar is only a character. */
export const readDollar = (reader: Reader, isQuoted: boolean): boolean => {
  const { next, reading } = reader
  if (next === "[" || (next === "\\" && reader.text[reader.at + 2] === "\n")) giveUp()
  if (next === "(") {
    reading.expansions++
    reader.skip(2)
    if (reader.char === "(") {
      reader.skip(1)
      reader.deeper(() => readSum(reader, false, quotedDollar))
    } else reader.substitution()
  } else if (next === "{") readParameter(reader, isQuoted)
  else {
    reader.skip(1)
    if (reader.match(name) === undefined) return false
    reading.expansions++
  }
  return true
}

export const quotedDollar = (reader: Reader): boolean => readDollar(reader, true)

const readParameter = (reader: Reader, isQuoted: boolean): void => {
  reader.reading.expansions++
  if (reader.match(parameter) === undefined) giveUp()
  if (reader.char !== "}") {
    if (reader.match(operation) === undefined) giveUp()
    reader.deeper(() => {
      while (reader.char !== "}") readOperand(reader, isQuoted)
    })
  }
  reader.skip(1)
}

/** Reads a piece of the `y` of `${x:-y}`. */
const readOperand = (reader: Reader, isQuoted: boolean): void => {
  const { char, next } = reader
  if (char === undefined || char === "\n" || char === "{") giveUp()
  else if (char === "$") readDollar(reader, isQuoted)
  else if (char === "`") readBackticks(reader)
  else if (char === "\\") {
    if (next === undefined || next === "\n") giveUp()
    reader.skip(2)
  } else if (char === "'" || char === '"') {
    // Within double quotes shells differ in what a quote means here.
    if (isQuoted) giveUp()
    reader.skip(1)
    if (char === '"') readDoubleQuotes(reader)
    else if (reader.through("'").includes("\n")) giveUp()
  } else if ((char === "<" || char === ">") && next === "(") giveUp()
  else reader.skip(1)
}

export const readBackticks = (reader: Reader): void => {
  reader.reading.expansions++
  reader.skip(1)
  const inner = reader.through("`")
  if (inner.includes("\\")) giveUp()
  reader.inside(inner, (inside) => reader.reading.list(inside, ""))
}

const literal = /[^"\\$`\n]+/y

/** Reads what follows a double quote, up to and with the one that closes it. */
export const readDoubleQuotes = (reader: Reader): Quoted => {
  let text = ""
  let replaced: Array<Quoted["replaced"][number]> | undefined
  for (;;) {
    text += reader.match(literal) ?? ""
    const { at, char, next } = reader
    if (char === '"') {
      reader.skip(1)
      return { text, knownFrom: replaced?.at(-1)?.to ?? 0, replaced: replaced ?? [] }
    }
    if (char === undefined) giveUp()
    else if (char === "\\") {
      if (next === undefined) return giveUp()
      reader.skip(2)
      if (next !== "\n") text += '$`"\\'.includes(next) ? next : char + next
    } else if (char === "$" || char === "`") {
      const { expansions } = reader.reading
      if (char === "`") readBackticks(reader)
      else quotedDollar(reader)
      const from = text.length
      text += reader.text.slice(at, reader.at)
      if (reader.reading.expansions > expansions) (replaced ??= []).push({ from, to: text.length })
    } else {
      if (reader.isLinePending) giveUp()
      reader.skip(1)
      text += char
    }
  }
}
