// Code of other languages in the text of a command.
import * as shellPrograms from "../../../match/internal/shell/programs.ts"
import type { Word } from "../../../match/internal/shell/Script.ts"
import { isHarmless } from "../../../match/internal/shell/sedProgram.ts"
import { isScriptName } from "../../../match/internal/shell/scriptPrograms.ts"
import * as Needs from "../../needs.ts"
import type * as programs from "../programs.ts"
import { plain, unknownWord } from "../ShellValues.ts"
import { calledWords, isComputing } from "./calls.ts"
import type { ClosureFinder as Finder } from "./ClosureFinder.ts"
import { separators, shown } from "./words.ts"

/** Matches a query that includes another: these words precede all others. */
export const includesQuery = /^(?:\s|#[^\n]*\n)*(?:module\b[^;]*;\s*)?(?:import|include)\b/

/** Finds what the code of an option runs. The text of a shell is read as the command is. */
export const readCode = (
  finder: Finder,
  language: programs.Language,
  word: Word,
  rest: ReadonlyArray<Word>,
  depth: number,
  isSed = false
): void => {
  const { all, isOpen } = finder.values.of(word)
  if (language === "shell") {
    if (isOpen) finder.unknown.add(shown(word.text))
    if (!word.isKnown && word.replaced === undefined) finder.tokens(word.text)
    withArguments(finder, rest, () => {
      for (const text of all) finder.text(text, depth + 1)
    })
    finder.scripts(rest)
    return
  }
  // Code of which the shell replaces a part runs what is in that part.
  if (isOpen) {
    finder.unknown.add(shown(word.text))
    finder.code.push({ language, text: word.text, folders: finder.values.folders })
    finder.tokens(word.text)
  }
  if (language === "query") {
    for (const text of all) if (includesQuery.test(text)) finder.unknown.add(shown(text))
    return finder.scripts(rest)
  }
  for (const text of all) {
    if (!isSed || !isHarmless(text)) finder.code.push({ language, text, folders: finder.values.folders })
    if (isSed && !isHarmless(text)) finder.beyond.add(shown(text))
    if (!isSed) readCalls(finder, language, text, depth)
    if (language === "other" && !isSed && /\b(?:load|run|do shell) script\b|\buse\s+(?:script|framework)\b/i.test(text))
      finder.unknown.add(shown(text))
    if (language === "powershell") readPowerShell(finder, text)
    else readNames(finder, text)
  }
  finder.scripts(rest)
}

/** Finds what the calls in code run. A call of what the code computes is beyond. */
export const readCalls = (finder: Finder, language: programs.Language, text: string, depth = 0): void => {
  if (isComputing(text)) finder.beyond.add(shown(`${language === "other" ? "" : `${language} `}code: ${text}`))
  for (const words of calledWords(text)) {
    const [only = "", ...others] = words
    if (others.length === 0 && /\s/.test(only)) finder.text(only, depth + 1)
    else finder.call(words.map(plain), [unknownWord("")], depth + 1)
  }
}

/** Adds the scripts that code names in its literals. */
export const readNames = (finder: Finder, text: string): void => {
  const mayCall = shellPrograms.mayCall(text)
  for (const token of text.split(separators))
    if (isScriptName(token) || (mayCall && /\w\/|\/\w/.test(token)))
      if (!/[*?~]/.test(token)) finder.file(token, "argument")
  const found = Needs.ofText(text)
  for (const kind of ["network", "desktop", "sockets", "secrets", "writes"] as const)
    for (const one of found[kind]) finder.needs[kind].add(one)
}

export const readPowerShell = (finder: Finder, text: string): void => {
  readNames(finder, text)
  if (/\b(?:iex|Invoke-Expression)\b|\.Invoke\(/i.test(text)) finder.unknown.add(shown(text))
  for (const [, , path = ""] of text.matchAll(/(?:^|[;&|(]|\s)[&.]\s*(["']?)([^\s"';|&()]+)\1/g))
    if (/[$%]/.test(path)) finder.unknown.add(shown(path))
    else if (/[\\/]/.test(path)) finder.file(path.replaceAll("\\", "/"), "script")
}

/** Runs with the parameters that arguments give to a text: `$0`, `$1` and so on. */
export const withArguments = (finder: Finder, rest: ReadonlyArray<Word>, run: () => void): void => {
  const before = finder.values.positional
  finder.values.positional = new Map(rest.map((word, at) => [`${at}`, word]))
  run()
  finder.values.positional = before
}
