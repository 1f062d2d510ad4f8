// Reads a text as a shell reads it: every part is understood, or the whole text is unclear.
import { type Budget, giveUp } from "./Budget.ts"
import { readList } from "./commands.ts"
import { readBody } from "./documents.ts"
import { Reader, type Reading } from "./Reader.ts"
import type { Script } from "./Script.ts"

/** The facts of a text that is read. */
export interface Options {
  readonly budget: Budget
  /** False for a text of another shell, to which some of the syntax of bash means something else. */
  readonly isBash: boolean
  /** True if `HOME` may be set to anything. */
  readonly setsHome: boolean
}

/** Syntax that other shells do not have, or read as something else: `((ls))` is two subshells in `sh`. */
const onlyBash = /(?<!\$)\(\(|\[\[|&>|\|&|<<<|\$['"]|[<>]\(|=\(|\}[<>]|\b(?:function|select|time|coproc)\b/

const begin = (text: string, { budget, isBash, setsHome }: Options): Reading => {
  budget.spend(text.length)
  if (text.includes("\0") || (!isBash && onlyBash.test(text))) giveUp()
  return { budget, commands: [], loops: [], expansions: 0, open: 0, isJoined: false, setsHome, list: readList }
}

const read = (text: string, options: Options, from: (reader: Reader) => void): Script => {
  const reading = begin(text, options)
  from(new Reader(text, reading))
  return { commands: reading.commands, loops: reading.loops, expands: reading.expansions > 0 }
}

/** Returns the commands of a text. Throws `unclear` if a part of it can't be read as the shell reads it. */
export const readScript = (text: string, options: Options): Script =>
  read(text, options, (reader) => readList(reader, ""))

/** Returns the commands that a text runs when it is expanded, as in double quotes. */
export const readExpansions = (text: string, options: Options): Script => read(text, options, readBody)

/** Checks whether a text has whole commands only. Throws `unclear` as `readScript` does, such as within a quote. */
export const isWhole = (text: string, options: Options): boolean => {
  const reading = begin(text, options)
  readList(new Reader(text, reading), "")
  return reading.open === 0 && !reading.isJoined
}
