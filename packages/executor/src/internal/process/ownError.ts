/**
 * The error that the shell or the interpreter of a hook printed about the hook's own text: a command that is not there, or
 * an exception that nothing caught. A hook that ends with 0 all the same has not done its work.
 */
import type { Handler } from "@hookline/schema/Handler"
import { readFileSync } from "node:fs"
import path from "node:path"
import { isOneOf, isPathOf, wordsOf } from "./commandWords.ts"

type Command = Extract<Handler, { readonly _tag: "Command" }>

/** The maximum length of what is read of standard error, of one line, and of a script. */
const mostRead = 65_536
const longestLine = 1000

const mostQuoted = 300

/** Names by which shells call themselves where they run a text. Bash calls its functions so that it read from one. */
const shells = new Set(["sh", "bash", "dash", "zsh", "ksh", "mksh", "ash", "busybox", "environment"])

/** Matches the errors of sh, dash, bash, ksh and busybox about a command, and the name of the shell or script. */
const posix =
  /^(?<zero>[^\s:][^:]*):(?: (?:line )?\d+:)?(?: cannot open)? (?<word>\S.*?): (?:command not found|not found|Permission denied|No such file(?: or directory)?|Is a directory|cannot execute(?:: .*)?|.*bad interpreter(?:: .*)?)$/

const zsh = /^(?<zero>[^\s:][^:]*):\d+: (?:command not found|permission denied|no such file or directory): (?<word>.+)$/

/** Matches the error of `env` about the interpreter that a first line names. */
const env = /^(?:\/usr\/bin\/)?env: [‘'"]?(?<word>[^’'"]+)[’'"]?: No such file or directory$/

/** Matches the errors of interpreters about the script that they were given. */
const missing = /^(?:\S*python[\d.]*: can't open file '(?<python>[^']+)'|Error: Cannot find module '(?<node>\/[^']+)')/

const baseOf = (file: string): string => file.slice(file.lastIndexOf("/") + 1)

/** The hook's own text: its command, and the words of it. */
interface Own {
  readonly all: ReadonlyArray<string>
  readonly commands: ReadonlyArray<string>
  readonly cwd: string
}

const ownOf = ({ args, command }: Command, cwd: string): Own => {
  if (args === undefined) return { ...wordsOf(command), cwd }
  const [first = "", ...rest] = [command, ...args].map((word) => wordsOf(`'${word.replaceAll("'", "")}'`).all[0] ?? "")
  // A text for a shell is one argument.
  const inner = args.map((word) => wordsOf(word))
  return {
    all: [first, ...rest, ...inner.flatMap(({ all }) => all)],
    commands: [first, ...inner.flatMap(({ commands }) => commands)],
    cwd
  }
}

/** Returns the beginning of a script, or an empty text if it can't be read. */
const scriptText = (file: string, cwd: string): string => {
  try {
    return readFileSync(path.resolve(cwd, file), "utf8").slice(0, mostRead)
  } catch {
    // The error is about a script that is gone by now: its text is unknown, and so is whose the error is.
    return ""
  }
}

/** Checks whether a shell's error is about a command of the hook's own text, or of its script. */
const isOfShell = (line: string, own: Own): boolean => {
  const { word, zero } = (posix.exec(line) ?? zsh.exec(line))?.groups ?? {}
  if (word === undefined || zero === undefined) return false
  if (shells.has(baseOf(zero)) && isOneOf(own.commands, word)) return true
  return isPathOf(own.all, zero) && isOneOf(wordsOf(scriptText(zero, own.cwd)).commands, word)
}

/** Checks whether `env` reports the interpreter of the hook's command, or of a script that it starts. */
const isOfEnv = (line: string, own: Own): boolean => {
  const word = env.exec(line)?.groups?.["word"]
  if (word === undefined) return false
  if (isOneOf(own.all, word)) return true
  const first = `env ${word}`
  return own.commands
    .map((pattern) => pattern.replaceAll("\\", ""))
    .some(
      (file) =>
        file.includes("/") && !file.includes("*") && scriptText(file, own.cwd).split("\n", 1)[0]?.includes(first)
    )
}

const isOfInterpreter = (line: string, own: Own): boolean => {
  const { node, python } = missing.exec(line)?.groups ?? {}
  const file = python ?? node
  return file !== undefined && isPathOf(own.all, file)
}

/** Matches the names that interpreters give to a text that is no file. */
const textNames = /^(?:<string>|<stdin>|\[(?:eval|stdin).*)$/

/** Checks whether a file is one of the hook: its command names it, or a script beside it. */
const isOwnFile = (file: string, own: Own): boolean => {
  if (textNames.test(file) || isPathOf(own.all, file)) return true
  const folder = `${path.dirname(path.resolve(own.cwd, file))}/`
  return own.all.some((pattern) => {
    if (!/\\\.(?:py|m?js|cjs|m?ts)$/.test(pattern)) return false
    // A folder that an expansion names is the project's, as far as is known.
    const beside = path.dirname(pattern.replaceAll("\\", "")).replace(/^\.\*\/?/, "")
    return folder.startsWith(`${path.resolve(own.cwd, beside)}/`)
  })
}

const ofPythonLibrary = /(?:^<frozen )|\/lib(?:64)?\/python[\d.]+\/(?!site-packages)/

/** Returns the last line of an exception whose last frame, except those of the interpreter's library, is the hook's own. */
const pythonException = (lines: ReadonlyArray<string>, own: Own): string | undefined => {
  const start = lines.lastIndexOf("Traceback (most recent call last):")
  if (start < 0) return undefined
  const frames = lines.slice(start).flatMap((line) => /^ {2}File "([^"]+)", line \d+/.exec(line)?.[1] ?? [])
  const last = frames.findLast((file) => !ofPythonLibrary.test(file))
  if (last === undefined || !isOwnFile(last, own)) return undefined
  return lines.slice(start + 1).find((line) => /^\S/.test(line)) ?? lines[start]
}

/** Matches a frame of a stack of Node that is in a file, or in a text that it was given. */
const nodeFrame = /^ {4}at (?:.* \()?(?:file:\/\/)?(\/[^():]*|\[(?:eval|stdin)[^():]*):\d+(?::\d+)?\)?$/

/** Like `pythonException`, for a stack of Node, which has its last frame first. */
const nodeException = (lines: ReadonlyArray<string>, own: Own): string | undefined => {
  const error = lines.find((line) => /^(?:\w*Error|Uncaught)\b/.test(line))
  // A script that can't be parsed is in no frame, but above them.
  const head = /^(?:file:\/\/)?(\/[^:]+):\d+$/.exec(lines[0] ?? "")?.[1]
  const last = lines.flatMap((line) => nodeFrame.exec(line)?.[1] ?? [])[0] ?? head
  return last !== undefined && isOwnFile(last, own) ? error : undefined
}

/**
 * Returns the line in which the hook's own shell or interpreter reports that it could not run the hook's own text, or
 * `undefined`. Messages of other programs are not read: a guard may print whatever it likes.
 */
export const ownError = (stderr: string, handler: Handler, cwd: string): string | undefined => {
  if (handler._tag !== "Command" || stderr.trim() === "") return undefined
  const lines = stderr
    .slice(0, mostRead)
    .split("\n")
    .filter(({ length }) => length <= longestLine)
  const own = ownOf(handler, cwd)
  const found =
    lines.find((line) => isOfShell(line, own) || isOfEnv(line, own) || isOfInterpreter(line, own)) ??
    pythonException(lines, own) ??
    nodeException(lines, own)
  return found?.trim().slice(0, mostQuoted)
}
