// Lists of commands, and the words and redirections of each.
import { readSum } from "./arithmetic.ts"
import { giveUp } from "./Budget.ts"
import { readBrackets, readCase, readCondition, readFunction, readLoop } from "./compounds.ts"
import { readNewline } from "./documents.ts"
import { quotedDollar } from "./expansions.ts"
import type { Close, Draft, Reader } from "./Reader.ts"
import { isRedirection, readRedirection } from "./redirections.ts"
import type { Word } from "./Script.ts"
import { readWord } from "./words.ts"

/** Keywords behind which a command begins, with the number of compound commands that each begins. */
const leading = new Map([
  ...["if", "while", "until", "{"].map((word) => [word, 1] as const),
  ...["fi", "done", "}"].map((word) => [word, -1] as const),
  ...["then", "else", "elif", "do", "!"].map((word) => [word, 0] as const)
])
/** Keywords that are read here. */
const compound = new Set("case for select function [[ time esac coproc".split(" "))
const assignment = /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/
const descriptor = /^(?:\d+|\{\w+\})$/

/** Reads commands up to, and with, what closes them. Returns true if `esac` closes them. */
export const readList = (reader: Reader, close: Close): boolean => {
  for (;;) {
    reader.blanks()
    const { char, next } = reader
    if (char === undefined) {
      if (close !== "" || reader.documents.length > 0) giveUp()
      return true
    }
    if (char === ")") {
      if (close !== ")") giveUp()
      reader.skip(1)
      return true
    }
    if (char === "\n") readNewline(reader)
    else if (char === ";") {
      const sign = reader.match(/;(?:;&?|&)?/y)
      if (sign === ";") continue
      if (close !== "esac") giveUp()
      return false
    } else if (char === "|" || (char === "&" && next !== ">")) {
      reader.reading.isJoined = char === "|" || reader.text[reader.at - 1] === "&"
      reader.skip(1)
    } else {
      reader.reading.isJoined = false
      if (new CommandReader(reader).read(close === "esac")) return true
    }
  }
}

class CommandReader {
  readonly #reader: Reader
  #command: Draft = emptyDraft()
  #start: number
  /** True after an assignment or a redirection: keywords are words there. */
  #isBegun = false

  constructor(reader: Reader) {
    this.#reader = reader
    this.#start = reader.at
  }

  /** Reads one command, or keywords and the command behind them. Returns true if it was `esac`. */
  read(isBranch: boolean): boolean {
    const reader = this.#reader
    for (;;) {
      reader.blanks()
      const { char, next } = reader
      if (char === undefined || "\n;|)".includes(char) || (char === "&" && next !== ">")) break
      if (char === "(") this.#brackets()
      else if (isRedirection(reader)) {
        readRedirection(reader, this.#command)
        if (this.#command.words.length === 0) this.#isBegun = true
      } else if (this.#word(isBranch)) return true
    }
    this.#end()
    return false
  }

  /** Begins a new command at this position. */
  #again(): void {
    this.#reader.blanks()
    this.#start = this.#reader.at
    this.#isBegun = false
  }

  #end(): void {
    const reader = this.#reader
    const command = this.#command
    const { assignments, files, inputs, words } = command
    reader.reading.budget.spend(reader.documents.length)
    const hasDocument = reader.documents.some((document) => document.command === command)
    if (words.length + assignments.length + inputs.length + files.length === 0 && !hasDocument) return
    command.raw = reader.text.slice(this.#start, reader.at).trimEnd()
    reader.reading.commands.push(command)
  }

  /** Reads `(ls)`, `((x++))`, or the brackets of a function's definition. */
  #brackets(): void {
    const reader = this.#reader
    const { words } = this.#command
    if (this.#isBegun || reader.next === "\\") giveUp()
    if (words.length > 0) {
      // The name of a function begins no command.
      if (words.length > 1 || words[0]?.isPlain !== true || !readBrackets(reader)) giveUp()
      words.length = 0
    } else if (reader.next === "(") {
      reader.skip(2)
      readSum(reader, false, quotedDollar)
    } else {
      reader.skip(1)
      reader.deeper(() => readList(reader, ")"))
    }
    this.#again()
  }

  /** Reads a word, and decides which part of the command it is. Returns true if it was `esac`. */
  #word(isBranch: boolean): boolean {
    const reader = this.#reader
    const command = this.#command
    const { at } = reader
    const word = readWord(reader)
    if (reader.at === at) giveUp()
    if (word.isPlain && descriptor.test(word.text) && (reader.char === "<" || reader.char === ">")) return false
    if (command.words.length === 0) {
      if (assignment.test(reader.text.slice(at, reader.at).replaceAll("\\\n", ""))) {
        command.assignments.push(word)
        this.#isBegun = true
        return false
      }
      const opened = word.isPlain ? leading.get(word.text) : undefined
      if (opened !== undefined) {
        reader.reading.open += opened
        this.#again()
        return false
      }
      if (word.isPlain && compound.has(word.text)) return this.#compound(word, isBranch, at)
      command.nameAt = at - this.#start
    }
    command.words.push(word)
    return false
  }

  #compound(word: Word, isBranch: boolean, at: number): boolean {
    const reader = this.#reader
    if (this.#isBegun) giveUp()
    switch (word.text) {
      case "esac":
        if (!isBranch) giveUp()
        return true
      case "case":
        readCase(reader)
        break
      case "[[":
        reader.reading.commands.push({ ...emptyDraft(), words: [word, ...readCondition(reader)] })
        break
      case "function":
        readFunction(reader)
        break
      case "time":
        reader.blanks()
        // With options it is read as the program of that name.
        if (reader.char === "-") {
          this.#command.nameAt = at - this.#start
          this.#command.words.push(word)
          return false
        }
        break
      case "coproc":
        giveUp()
        break
      default:
        reader.reading.open++
        readLoop(reader)
    }
    this.#again()
    return false
  }
}

const emptyDraft = (): Draft => ({
  raw: "",
  nameAt: 0,
  words: [],
  assignments: [],
  inputs: [],
  files: [],
  targets: []
})
