/**
 * Entries that run Hookline's own `dispatch`, by which a host calls Hookline. They must not run when Hookline runs the
 * host's hooks.
 *
 * @since 0.1.0
 */
import type { Handler } from "@hookline/schema/Handler"

const word = /(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'\\])+/g

const wordsOf = (text: string): ReadonlyArray<string> =>
  (text.match(word) ?? []).map((quoted) => quoted.replaceAll(/["']/g, "").replaceAll("\\", ""))

/**
 * Matches redirections and fallbacks at the end of a command that do not change which command it is: those that decide
 * on the exit code, and those that print a fixed answer.
 */
const harmlessEnd =
  /\s*(?:\d?>>?\s*(?:\/dev\/null|&\d)\s*)*(?:\|\|\s*(?:true|:|exit\s+\d+|\[ \$\? -ne \d+ \](?: \|\| exit \d+)?|echo '[^'\n]*'|\{ echo '[^'\n]*' >&2; exit \d+; \}))?\s*;?\s*$/

/** Matches several commands, or a substitution. */
const compound = /[;&|\n`<>()]|\$\(/

/** Matches a command that readers of files have put into its folder. The folder does not change which command it is. */
const inFolder = /^cd (?:[\w/.:=@%+,-]+|'(?:[^']|'\\'')*') && \{ ([^\n]*)\n\}$/

const quotedOrEscaped = /"(?:[^"\\]|\\.)*"|'[^']*'|\\./g

/**
 * Removes texts in single quotes, in which a shell reads only letters. They stay where a comment may hold the quotes,
 * which ends with its line, and where some shells read escapes within quotes: `$'…'`.
 */
const withoutQuoted = (text: string): string => {
  const bare = text.replaceAll(quotedOrEscaped, (part) => (part.startsWith("'") ? "''" : part))
  return bare.includes("#") || bare.includes("$'") ? text : bare
}

/** Programs that start the program in their first argument. */
const starters = new Set(["npx", "bunx", "node", "bun", "exec", "env", "command", "nohup"])

const nameOf = (program: string): string => program.slice(program.lastIndexOf("/") + 1)

const ours = /^hookline(?:\.js|@[\w.^~-]+)?$/

/** Options of those programs whose value is the next word. */
const valued = new Set(["-p", "--package", "-r", "--require", "--import", "--loader", "-C", "--conditions"])

const withoutOptions = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [first, ...rest] = words
  if (first?.startsWith("-") !== true) return words
  return withoutOptions(valued.has(first) ? rest.slice(1) : rest)
}

/** Returns the words from the program on. */
const fromProgram = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [first, ...rest] = words
  if (first === undefined) return []
  if (/^\w+=/.test(first)) return fromProgram(rest)
  return starters.has(nameOf(first)) ? fromProgram(withoutOptions(rest)) : words
}

/**
 * Returns the text of a command without the folder that readers of files have put around it.
 *
 * @category getters
 * @since 0.1.0
 */
export const commandInFolder = (command: string): string => inFolder.exec(command)?.[1] ?? command

/** The maximum length of a command that is checked word by word. Real entries are shorter. */
const longest = 1000

/**
 * Checks whether a handler runs `dispatch` and nothing else. A command that does more is kept, because it may be a
 * guard.
 *
 * @category guards
 * @since 0.1.0
 */
export const is = (handler: Handler): boolean => {
  // A cheap test first: there may be thousands of handlers, and hardly any contains the word.
  if (handler._tag !== "Command") return false
  const { args, command } = handler
  if (args === undefined && (!command.includes("dispatch") || command.length > longest)) return false
  const own = commandInFolder(command)
  const text = args === undefined ? own.replace(harmlessEnd, "") : ""
  if (compound.test(text) && compound.test(withoutQuoted(text))) return false
  const [program, first] = fromProgram(args === undefined ? wordsOf(text) : [command, ...args])
  return program !== undefined && ours.test(nameOf(program)) && first === "dispatch"
}
