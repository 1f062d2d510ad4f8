/**
 * Entries that are our own `dispatch`: a host's way to call us, which we must not take when we run its hooks.
 *
 * @since 0.1.0
 */
import type { Handler } from "@hookline/schema/Handler"

const word = /(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'\\])+/g

const wordsOf = (text: string): ReadonlyArray<string> =>
  (text.match(word) ?? []).map((quoted) => quoted.replaceAll(/["']/g, "").replaceAll("\\", ""))

/** What may stand behind a command and changes nothing about which one it is. */
const harmlessEnd = /\s*(?:\d?>>?\s*(?:\/dev\/null|&\d)\s*)*(?:\|\|\s*(?:true|:|exit\s+\d+))?\s*;?\s*$/

/** More than one command, or a command that is found out by running another. */
const compound = /[;&|\n`<>()]|\$\(/

/** Programs that start the program that their first argument names. */
const starters = new Set(["npx", "bunx", "node", "bun", "exec", "env", "command", "nohup"])

const nameOf = (program: string): string => program.slice(program.lastIndexOf("/") + 1)

const ours = /^hookline(?:\.js|@[\w.^~-]+)?$/

/** Options of theirs whose value is the next word. */
const valued = new Set(["-p", "--package", "-r", "--require", "--import", "--loader", "-C", "--conditions"])

const withoutOptions = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [first, ...rest] = words
  if (first?.startsWith("-") !== true) return words
  return withoutOptions(valued.has(first) ? rest.slice(1) : rest)
}

/** The words from the program on. */
const fromProgram = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [first, ...rest] = words
  if (first === undefined) return []
  if (/^\w+=/.test(first)) return fromProgram(rest)
  return starters.has(nameOf(first)) ? fromProgram(withoutOptions(rest)) : words
}

/** Nobody writes a longer one, and looking at long texts word by word takes its time. */
const longest = 1000

/**
 * Whether a handler is our own `dispatch` and nothing else. A command that does more besides is not: what it guards must
 * not be lost.
 *
 * @category guards
 * @since 0.1.0
 */
export const is = (handler: Handler): boolean => {
  // Thousands are asked, and hardly any says this word.
  if (handler._tag !== "Command") return false
  const { args, command } = handler
  if (args === undefined && (!command.includes("dispatch") || command.length > longest)) return false
  const text = args === undefined ? command.replace(harmlessEnd, "") : ""
  if (compound.test(text)) return false
  const [program, first] = fromProgram(args === undefined ? wordsOf(text) : [command, ...args])
  return program !== undefined && ours.test(nameOf(program)) && first === "dispatch"
}
