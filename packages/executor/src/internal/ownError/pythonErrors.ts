/** The errors of Python about a file or a text of the hook. */
import type { OwnTexts } from "./ownTexts.ts"
import { scriptText } from "./ownTexts.ts"
import path from "node:path"

/** A frame of a traceback. */
interface Frame {
  readonly file: string
  readonly line: number
}

const frame = /^ {2}File "([^"]+)", line (\d+)/

const ofLibrary = /(?:^<frozen )|\/lib(?:64)?\/python[\d.]+\/(?!site-packages)/

/** The parents of exceptions that files catch by them. */
const parents: Readonly<Record<string, ReadonlyArray<string>>> = {
  ModuleNotFoundError: ["ImportError"],
  FileNotFoundError: ["OSError", "IOError", "EnvironmentError"],
  PermissionError: ["OSError", "IOError", "EnvironmentError"],
  IsADirectoryError: ["OSError", "IOError"],
  NotADirectoryError: ["OSError", "IOError"],
  ConnectionError: ["OSError", "IOError"],
  ConnectionRefusedError: ["ConnectionError", "OSError", "IOError"],
  ConnectionResetError: ["ConnectionError", "OSError", "IOError"],
  BrokenPipeError: ["ConnectionError", "OSError", "IOError"],
  TimeoutError: ["OSError", "IOError"],
  URLError: ["OSError", "IOError"],
  HTTPError: ["URLError", "OSError", "IOError"],
  JSONDecodeError: ["ValueError"],
  UnicodeDecodeError: ["UnicodeError", "ValueError"],
  UnicodeEncodeError: ["UnicodeError", "ValueError"],
  KeyError: ["LookupError"],
  IndexError: ["LookupError"],
  CalledProcessError: ["SubprocessError"],
  TimeoutExpired: ["SubprocessError"],
  ZeroDivisionError: ["ArithmeticError"],
  RecursionError: ["RuntimeError"],
  NotImplementedError: ["RuntimeError"],
  UnboundLocalError: ["NameError"],
  IndentationError: ["SyntaxError"],
  TabError: ["IndentationError", "SyntaxError"]
}

const indentOf = (line: string): number => line.length - line.trimStart().length

const isCode = (line: string | undefined): line is string => line !== undefined && !/^\s*(?:#.*)?$/.test(line)

/** Checks whether a clause such as `except (ImportError, OSError) as error:` catches an exception. */
const catches = (clause: string, name: string): boolean => {
  const [, types = ""] = /^\s*except\*?\s*(.*?)(?:\s+as\s+\w+)?\s*:/.exec(clause) ?? []
  const named: ReadonlyArray<string> = types.match(/\w+/g) ?? []
  if (named.length === 0) return true
  return [name, "Exception", "BaseException", ...(parents[name] ?? [])].some((each) => named.includes(each))
}

/** Checks whether a clause of a `try` catches an exception, and does not raise one again. */
const isCaughtBy = (lines: ReadonlyArray<string>, attempt: number, name: string): boolean => {
  const indent = indentOf(lines[attempt] ?? "")
  let clause: string | undefined
  for (const line of lines.slice(attempt + 1)) {
    if (!isCode(line)) continue
    if (indentOf(line) > indent) {
      if (clause !== undefined && /^\s*raise\b/.test(line)) return false
      continue
    }
    if (clause !== undefined || indentOf(line) < indent || !/^\s*(?:except|else|finally)\b/.test(line)) break
    if (/^\s*except\b/.test(line) && catches(line, name)) clause = line
  }
  return clause !== undefined
}

/**
 * Checks whether the line of a frame is in a `try` that catches the exception. Then Python went on, and the traceback is one
 * that the script itself has printed.
 */
const isCaughtAt = ({ file, line }: Frame, cwd: string, name: string): boolean => {
  const text = scriptText(path.resolve(cwd, file))
  if (text === undefined) return false
  const lines = text.split("\n")
  let indent = indentOf(lines[line - 1] ?? "")
  for (let at = line - 2; at >= 0 && indent > 0; at--) {
    const above = lines[at]
    if (!isCode(above) || indentOf(above) >= indent) continue
    indent = indentOf(above)
    if (/^\s*try\s*:/.test(above) && isCaughtBy(lines, at, name)) return true
  }
  return false
}

const errorName = (line: string): string => /^([\w.]+)/.exec(line)?.[1]?.split(".").at(-1) ?? ""

/** Returns the text of a module's name after `-m`. */
const missingModule =
  /^\S*python[\d.]*: (?:No module named '?(?<module>[\w.]+?)'?(?:\.__main__)?(?:;.*)?|Error while finding module specification for '(?<other>[\w.]+)'.*)$/

const missingFile = /^\S*python[\d.]*: can't open file '(?<file>[^']+)'/

const syntaxError = /^(?:Syntax|Indentation|Tab)Error: /

/** An error of an interpreter: its line, the file or the module that it is about, and the files that led there. */
export interface InterpreterError {
  readonly line: string
  readonly about: string
  readonly above: ReadonlyArray<string>
}

const lastOwn = (frames: ReadonlyArray<Frame>): Frame | undefined =>
  frames.findLast(({ file }) => !ofLibrary.test(file))

const framesIn = (lines: ReadonlyArray<string>): ReadonlyArray<Frame> =>
  lines.flatMap((line) => {
    const [, file, number] = frame.exec(line) ?? []
    return file === undefined ? [] : [{ file, line: Number(number) }]
  })

/** Returns the last exception that a script did not catch. */
const exceptionIn = (lines: ReadonlyArray<string>, own: OwnTexts): InterpreterError | undefined => {
  const start = lines.lastIndexOf("Traceback (most recent call last):")
  if (start < 0) return undefined
  const frames = framesIn(lines.slice(start))
  const last = lastOwn(frames)
  const line = lines.slice(start + 1).find((each) => /^\S/.test(each)) ?? lines[start] ?? ""
  if (last === undefined || frames.some((each) => isCaughtAt(each, own.cwd, errorName(line)))) return undefined
  return { line, about: last.file, above: frames.map(({ file }) => file) }
}

/** Returns the error about a text that Python can't parse, which has no traceback. */
const syntaxErrorIn = (lines: ReadonlyArray<string>): InterpreterError | undefined => {
  const at = lines.findIndex((line) => syntaxError.test(line))
  const [of] = framesIn(lines.slice(Math.max(0, at - 4), Math.max(0, at)))
  const line = lines[at]
  return of === undefined || line === undefined || lines.includes("Traceback (most recent call last):")
    ? undefined
    : { line, about: of.file, above: [] }
}

/** Returns the error by which Python has ended. */
export const pythonError = (lines: ReadonlyArray<string>, own: OwnTexts): InterpreterError | undefined => {
  for (const line of lines) {
    const { module, other } = missingModule.exec(line)?.groups ?? {}
    const about = missingFile.exec(line)?.groups?.["file"] ?? module ?? other
    if (about !== undefined) return { line, about, above: [] }
  }
  return exceptionIn(lines, own) ?? syntaxErrorIn(lines)
}
