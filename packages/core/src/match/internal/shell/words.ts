// Words: of plain characters, quotes and substitutions, as far as a blank or an operator.
import { giveUp } from "./Budget.ts"
import { readLines } from "./documents.ts"
import { readBackticks, readDollar, readDoubleQuotes } from "./expansions.ts"
import type { Reader } from "./Reader.ts"
import type { Word } from "./Script.ts"
import { WordBuilder } from "./WordBuilder.ts"

const bare = /[^ \t\n;&|()<>\\'"$`[]+/y
const ansiQuoted = /\$'(?:[^'\\]|\\[^])*'/y
const subscript = /\[[\w$@*.!^:,/+-]*\]/y
const ends = " \t\n;&|)"

/** Reads a word, which is empty if none begins here. */
export const readWord = (reader: Reader): Word => {
  const word = new WordBuilder()
  const start = reader.at
  while (readPart(reader, word, start));
  return word.word()
}

/** Reads a word that has to be there. */
export const readSomeWord = (reader: Reader): Word => {
  const { at } = reader
  const word = readWord(reader)
  return reader.at === at ? giveUp() : word
}

/** Reads a part of a word. Returns false at the word's end. */
const readPart = (reader: Reader, word: WordBuilder, start: number): boolean => {
  const plain = reader.match(bare)
  if (plain !== undefined) {
    word.bare(plain)
    return true
  }
  const { at, char, next } = reader
  const passed = (): string => reader.text.slice(at, reader.at)
  if (char === undefined || ends.includes(char)) return false
  switch (char) {
    case "(":
      if (!/^[A-Za-z_]\w*\+?=$/.test(reader.text.slice(start, at))) return false
      readArray(reader)
      word.unknown(passed(), true)
      return false
    case "<":
    case ">":
      if (next !== "(") return false
      reader.reading.expansions++
      reader.skip(2)
      reader.substitution()
      word.unknown(passed(), true)
      return true
    case "\\":
      if (next === undefined) giveUp()
      reader.skip(2)
      if (next !== undefined && next !== "\n") word.quoted(next)
      return true
    case "'":
      reader.skip(1)
      word.quoted(reader.through("'"))
      return true
    case '"':
      reader.skip(1)
      readQuotes(reader, word, false)
      return true
    case "`":
      readBackticks(reader)
      word.unknown(passed(), true)
      return true
    case "[":
      // `a[1 2]=x` is one word where a variable may be set.
      reader.reading.budget.spend(word.text.length)
      if (word.isPlain && /^\w+$/.test(word.text) && !subscriptAt(reader)) giveUp()
      reader.skip(1)
      word.bare("[")
      return true
  }
  if (next === '"') {
    reader.skip(2)
    readQuotes(reader, word, true)
  } else if (next === "'") readAnsiQuotes(reader, word)
  else if (readDollar(reader, false)) word.unknown(passed(), !isHome(reader, passed()))
  else word.bare("$")
  return true
}

/** Reads what follows a double quote. A translated text, which a dollar precedes, is unknown. */
const readQuotes = (reader: Reader, word: WordBuilder, isTranslated: boolean): void => {
  const { expansions } = reader.reading
  const quoted = readDoubleQuotes(reader)
  const { text } = quoted
  if (isTranslated) word.opaque(text)
  else if (reader.reading.expansions === expansions) word.quoted(text)
  // `"$@"` is any number of words.
  else word.partlyKnown(quoted, /[@*]/.test(text))
}

const readAnsiQuotes = (reader: Reader, word: WordBuilder): void => {
  const text = reader.match(ansiQuoted)?.slice(2, -1) ?? giveUp()
  if (reader.isLinePending && text.includes("\n")) giveUp()
  if (text.includes("\\")) word.opaque(text)
  else word.quoted(text)
}

const subscriptAt = (reader: Reader): boolean => {
  subscript.lastIndex = reader.at
  return subscript.test(reader.text)
}

const isHome = (reader: Reader, text: string): boolean =>
  (text === "$HOME" || text === "${HOME}") && !reader.reading.setsHome

/** Reads the `(1 2)` of `a=(1 2)`. */
const readArray = (reader: Reader): void => {
  // Shells differ in arrays within arrays.
  if (reader.isInArray) giveUp()
  reader.isInArray = true
  reader.skip(1)
  for (;;) {
    readLines(reader)
    if (reader.char === ")") break
    if (reader.char === "[" && !subscriptAt(reader)) giveUp()
    readSomeWord(reader)
  }
  reader.skip(1)
  reader.isInArray = false
  if (!/^[ \t\n;&|)]?$/.test(reader.char ?? "")) giveUp()
}
