/** The errors of a shell, or of a program that starts another one, about a command of the hook. */
import { type OwnTexts, scriptText, type ShellText, textNamed } from "./ownTexts.ts"
import { commandsOf, isUnhandled, placesOf } from "./places.ts"
import { isOneOf, isPathOf, literalOf, wordsOf } from "./patterns.ts"
import type { Simple } from "./shellTree.ts"
import path from "node:path"

/** Names by which shells call themselves where they run a text. Bash calls its functions so that it read from one. */
const shells = new Set(["sh", "bash", "dash", "zsh", "ksh", "mksh", "ash", "busybox", "environment"])

/** Matches the errors of sh, dash, bash, ksh and busybox about a command, and the name of the shell or script. */
const posix =
  /^(?<zero>[^\s:][^:]*):(?: (?:line )?(?<line>\d+):)?(?: cannot open)? (?<word>\S.*?): (?:command not found|not found|Permission denied|No such file(?: or directory)?|Is a directory|cannot execute(?:: .*)?|.*bad interpreter(?:: .*)?)$/

const zsh =
  /^(?<zero>[^\s:][^:]*):(?<line>\d+): (?:command not found|permission denied|no such file or directory): (?<word>.+)$/

/** Matches the errors of programs that start another one, such as `timeout 5 jq`. */
const starter =
  /^(?:\S*\/)?(?<program>env|timeout|nohup|nice|ionice|stdbuf|setsid|xargs|flock|time|chrt|taskset|sudo|doas): (?:failed to (?:run command|execute)|cannot run|can't execute)? ?[‘'"`]?(?<word>[^‘’'"`:]+)[’'"`]?: (?:No such file or directory|Permission denied|command not found|Exec format error)$/

/** Matches the errors of shells about a condition that they could not evaluate. */
const condition =
  /^(?<zero>[^\s:][^:]*):(?: (?:line )?\d+:)? (?:\S+: )?(?<word>\[\[?|test): .*(?:unexpected operator|operator expected|argument expected|missing [`'\]]+\]?'?|Illegal number: .*|integer (?:expression )?expected|too many arguments|syntax error.*)$/

/** Matches the errors of shells about a text that they can't parse. */
const syntax =
  /^(?<zero>[^\s:][^:]*):(?<nested> (?:-c|eval):)?(?: (?:line )?\d+:)?(?<evaluated> eval:)?(?: \S+:)? (?:[Ss]yntax error\b.*|[Bb]ad substitution|.*: bad substitution|unexpected EOF while looking for .*)$/

const baseOf = (file: string): string => file.slice(file.lastIndexOf("/") + 1)

/** Returns the texts in which the reporting shell may have read its command. */
const textsOf = (own: OwnTexts, zero: string): ReadonlyArray<ShellText> =>
  shells.has(baseOf(zero)) ? own.texts : textNamed(own, zero)

/** Checks whether a shell's error is about a command of the hook's own text, or of one of its scripts. */
const isOfShell = (line: string, own: OwnTexts): boolean => {
  const { line: number, word, zero } = (posix.exec(line) ?? zsh.exec(line))?.groups ?? {}
  if (word === undefined || zero === undefined) return false
  // A file that was sourced is named before its word, and the number is that of its line.
  const [, sourced, inner] = /^(\S+): (.+)$/.exec(word) ?? []
  const of = (texts: ReadonlyArray<ShellText>, about: string): boolean => {
    const found = placesOf(commandsOf(texts), about, (command) => wordsOf(command).commands)
    const here = found.filter(({ command, text }) => text.file !== undefined && String(command.line) === number)
    return isUnhandled(here.length > 0 ? here : found, own)
  }
  const texts = textsOf(own, zero)
  if (texts.length === 0) return false
  return of(texts, word) || (sourced !== undefined && inner !== undefined && of(textNamed(own, sourced), inner))
}

const isOfStarter = (line: string, own: OwnTexts): boolean => {
  const { program = "", word } = starter.exec(line)?.groups ?? {}
  if (word === undefined) return false
  const places = commandsOf(own.texts)
  const starters = places.filter(({ command }) => isPathOf(wordsOf(command).all, program))
  const found = placesOf(starters, word, (command) => wordsOf(command).all)
  if (found.length > 0) return isUnhandled(found, own)
  if (program !== "env") return false
  // The first line of a script names its interpreter.
  const scripts = places.filter(({ command }) =>
    wordsOf(command).commands.some((pattern) => {
      const file = literalOf(pattern)
      if (file === undefined || !file.includes("/")) return false
      const [first = ""] = (scriptText(path.resolve(own.cwd, file)) ?? "").split("\n", 1)
      return first.startsWith("#!") && first.includes(`env ${word}`)
    })
  )
  return isUnhandled(scripts, own)
}

const isOfCondition = (line: string, own: OwnTexts): boolean => {
  const { word, zero } = condition.exec(line)?.groups ?? {}
  if (word === undefined || zero === undefined) return false
  return commandsOf(textsOf(own, zero)).some(({ command }) => isOneOf(wordsOf(command).commands, word))
}

/** Checks whether a shell could not parse a script of the hook, or a text that the hook gives to a shell. */
const isOfSyntax = (line: string, own: OwnTexts): boolean => {
  const { evaluated, nested, zero } = syntax.exec(line)?.groups ?? {}
  if (zero === undefined) return false
  const isText = shells.has(baseOf(zero))
  const texts = textsOf(own, zero)
  if (!isText && texts.length > 0) {
    const places = commandsOf(own.texts)
    const starting = places.filter(({ command }) => isPathOf(wordsOf(command).commands, zero))
    return starting.length === 0 || isUnhandled(starting, own)
  }
  const givesText = (command: Simple): boolean => command.text.length > 0
  const isNested = nested !== undefined || evaluated !== undefined
  // A shell that can't parse the text of the hook ends with 2: only a text inside of it passes.
  return commandsOf(texts).some(
    ({ command }) => givesText(command) && (isNested || command.words.some((word) => baseOf(word) === baseOf(zero)))
  )
}

/** Checks whether a line is the error of a shell about the hook's own text. */
export const isShellError = (line: string, own: OwnTexts): boolean =>
  isOfShell(line, own) || isOfStarter(line, own) || isOfCondition(line, own) || isOfSyntax(line, own)
