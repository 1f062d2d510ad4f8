/**
 * The error that the shell or the interpreter of a hook printed about the hook's own text: a command that is not there, or
 * an exception that nothing caught. A hook that ends with 0 all the same has not done its work.
 */
import type { Handler } from "@hookline/schema/Handler"
import path from "node:path"
import { isStrict } from "./fallbacks.ts"
import { nodeError } from "./nodeErrors.ts"
import { type OwnTexts, ownTexts } from "./ownTexts.ts"
import { isOneOf, isPathOf, literalOf, wordsOf } from "./patterns.ts"
import { commandsOf, isUnhandled as isAnyUnhandled, type Place } from "./places.ts"
import { type InterpreterError, pythonError } from "./pythonErrors.ts"
import { isShellError } from "./shellErrors.ts"
import { tokensOf } from "./shellTokens.ts"

type Command = Extract<Handler, { readonly _tag: "Command" }>

/** The maximum length of what is read of standard error, of one line, and of a quotation. */
const mostRead = 65_536
const longestLine = 1000
const mostQuoted = 300

/** Matches the names that interpreters give to a text that is no file. */
const textName = /^(?:<string>|<stdin>|\[(?:eval|stdin).*)$/

const isScriptWord = /\\\.(?:py|m?js|cjs|m?ts)$/

/** Checks whether a file is one of the hook: a text of it names the file, or a script beside it. */
const isOwnFile = (file: string, own: OwnTexts): boolean => {
  const words = own.texts.flatMap(({ commands }) => commands.flatMap((command) => wordsOf(command).all))
  if (textName.test(file) || isPathOf(words, file)) return true
  const found = path.resolve(own.cwd, file)
  if (own.files.some((each) => found === each || found.startsWith(`${path.dirname(each)}/`))) return true
  const folder = `${path.dirname(found)}/`
  return words.some((pattern) => {
    const literal = literalOf(pattern)
    if (literal === undefined || !isScriptWord.test(pattern)) return false
    // A folder that an expansion names is the project's, as far as is known.
    return folder.startsWith(`${path.resolve(own.cwd, path.dirname(literal))}/`)
  })
}

const interpreters = /^(?:.*\/)?(?:python[\d.]*|node|nodejs|pypy[\d.]*|uv|uvx|npx|tsx|deno|bun)$/

const isNamed = (words: ReadonlyArray<string>, about: string): boolean =>
  !textName.test(about) && (isPathOf(words, about) || isOneOf(words, about))

/** Returns the commands that run what an error is about: those that name it, a file above it, or any interpreter. */
const startsOf = ({ about, above }: InterpreterError, own: OwnTexts): ReadonlyArray<Place> => {
  const places = commandsOf(own.texts)
  const naming = (file: string) => places.filter(({ command }) => isNamed(wordsOf(command).all, file))
  const found = [about, ...above].map(naming).find(({ length }) => length > 0)
  const isStarted = ({ command }: Place): boolean =>
    wordsOf(command).all.some((word) => interpreters.test(literalOf(word) ?? ""))
  return found ?? places.filter(isStarted)
}

/** Checks whether the hook goes on without what an interpreter could not run, and has no fallback for it. */
const isUnhandled = (error: InterpreterError, own: OwnTexts, command: string): boolean => {
  const starting = startsOf(error, own)
  const [direct] = own.texts
  // Every command of such a text has ended with 0: what was printed was caught.
  const inBackground = tokensOf(command).some(({ kind, text }) => kind === "Operator" && text === "&")
  const isDirect = starting.every(({ text }) => text === direct)
  if (isDirect && direct !== undefined && !inBackground && isStrict(direct.tree)) return false
  return starting.length === 0 || isAnyUnhandled(starting, own)
}

/** Checks whether an error is about a file of the hook, or about a module that it starts. */
const isOwn = ({ about }: InterpreterError, own: OwnTexts): boolean =>
  about.includes("/") || textName.test(about) || /\.\w+$/.test(about)
    ? isOwnFile(about, own)
    : own.texts.some(({ commands }) =>
        commands.some((command) => {
          const { all } = wordsOf(command)
          return all.some((word, at) => literalOf(word) === about && all[at - 1] === "\\-m")
        })
      )

/**
 * Returns the line in which the hook's own shell or interpreter reports that it could not run the hook's own text, or
 * `undefined`. Messages of other programs are not read: a guard may print whatever it likes.
 */
export const ownError = (stderr: string, handler: Handler, cwd: string): string | undefined => {
  if (handler._tag !== "Command" || stderr.trim() === "") return undefined
  const { args, command }: Command = handler
  const lines = stderr
    .slice(0, mostRead)
    .split("\n")
    .filter(({ length }) => length <= longestLine)
  const own = ownTexts(command, args, cwd)
  const found = [pythonError(lines, own), nodeError(lines)].find(
    (error) => error !== undefined && isOwn(error, own) && isUnhandled(error, own, command)
  )
  const line = lines.find((each) => isShellError(each, own)) ?? found?.line
  return line?.trim().slice(0, mostQuoted)
}
