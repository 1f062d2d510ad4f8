// The heads of `for`, `case`, `[[ ]]` and functions, up to where a command can follow.
import { readSum } from "./arithmetic.ts"
import { giveUp } from "./Budget.ts"
import { readLines } from "./documents.ts"
import { quotedDollar } from "./expansions.ts"
import type { Reader } from "./Reader.ts"
import type { Word } from "./Script.ts"
import { readSomeWord, readWord } from "./words.ts"

/** Reads what follows `for` or `select`: `x in a b`, `x`, or `((;;))`. */
export const readLoop = (reader: Reader): void => {
  reader.blanks()
  if (reader.is("((")) {
    reader.skip(2)
    readSum(reader, true, quotedDollar)
    return
  }
  const { isPlain, text } = readWord(reader)
  if (!isPlain || !/^[A-Za-z_]\w*$/.test(text) || reader.isLinePending) giveUp()
  readLines(reader)
  if (reader.match(/in(?=[ \t\n;\\])/y) === undefined) {
    if (reader.char !== ";" && !/^(?:do|\{)[ \t\n]/.test(reader.text.slice(reader.at, reader.at + 3))) giveUp()
    return
  }
  const words: Array<Word> = []
  reader.reading.loops.push({ name: text, words })
  for (;;) {
    reader.blanks()
    if (reader.char === "\n" || reader.char === ";") return
    words.push(readSomeWord(reader))
  }
}

/** Reads what follows `case`, with the commands of its branches. */
export const readCase = (reader: Reader): void => {
  reader.blanks()
  readSomeWord(reader)
  readLines(reader)
  const { isPlain, text } = readWord(reader)
  if (!isPlain || text !== "in") giveUp()
  reader.deeper(() => {
    do {
      readLines(reader)
      if (reader.match(/esac(?=[ \t\n;&|)<>]|$)/y) !== undefined) return
      readPatterns(reader)
    } while (!reader.reading.list(reader, "esac"))
  })
}

/** Reads the `(a|b)` of a branch. The first bracket may be absent. */
const readPatterns = (reader: Reader): void => {
  if (reader.char === "(") reader.skip(1)
  for (;;) {
    reader.blanks()
    readSomeWord(reader)
    reader.blanks()
    const { char } = reader
    if (char !== ")" && char !== "|") giveUp()
    reader.skip(1)
    if (char === ")") return
  }
}

/** Returns the words of a condition, up to and with its `]]`. */
export const readCondition = (reader: Reader): ReadonlyArray<Word> => {
  const words: Array<Word> = []
  for (let open = 0; ;) {
    const { at } = reader
    readLines(reader)
    const { char, next } = reader
    if (char === undefined || char === ";" || (char === "&" && next !== "&")) giveUp()
    else if (char === "&") reader.skip(2)
    else if (char === "(" || char === ")") {
      open += char === "(" ? 1 : -1
      if (open < 0) giveUp()
      reader.skip(1)
    } else if (char === "|") reader.skip(1)
    else if (char === "<" || char === ">") {
      if (next === "(" || next === "<" || next === "\\") giveUp()
      reader.skip(1)
    } else {
      const isApart = reader.at > at
      const word = readSomeWord(reader)
      if (word.isPlain && word.text === "]]") {
        if (open > 0 || !isApart) giveUp()
        return words
      }
      words.push(word)
    }
  }
}

const brackets = /\([ \t]*\)/y

/** Reads the `()` of a function's definition, if it begins here. */
export const readBrackets = (reader: Reader): boolean => reader.match(brackets) !== undefined

/** Reads what follows `function`. */
export const readFunction = (reader: Reader): void => {
  reader.blanks()
  if (!readSomeWord(reader).isPlain) giveUp()
  reader.blanks()
  if (reader.char === "(" && !readBrackets(reader)) giveUp()
}
