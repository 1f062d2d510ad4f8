// Variables and folders that commands set, and the programs and files that variables make others run.
import * as shellPrograms from "../../../match/internal/shell/programs.ts"
import type { Command, Word } from "../../../match/internal/shell/Script.ts"
import { join, plain } from "../ShellValues.ts"
import type { ClosureFinder as Finder } from "./ClosureFinder.ts"
import { readInterpreter } from "./interpreters.ts"
import { shown } from "./words.ts"

/** Variables by which a program runs further files, or finds its own in other folders. */
const searching = /^(?:PATH|PYTHONPATH|NODE_PATH|PERL5LIB|RUBYLIB|CDPATH)$/

/** Checks whether a variable lists folders in which files are searched. */
export const isSearching = (name: string): boolean => searching.test(name)

const starting =
  /^(?:AWKPATH|AWKLIBPATH|JQ_LIBRARY_PATH|LUA_PATH|LUA_INIT|PHPRC|JAVA_TOOL_OPTIONS|CLASSPATH|BASH_ENV|ENV|LD_PRELOAD|LD_LIBRARY_PATH|DYLD_\w+|NODE_OPTIONS|PYTHONSTARTUP|PYTHONHOME|PERL5OPT|RUBYOPT|PROMPT_COMMAND|GIT_\w*(?:COMMAND|EDITOR|PAGER|DIFF|ASKPASS)|GIT_CONFIG\w*|EDITOR|VISUAL|PAGER|LESSOPEN|SHELL|ZDOTDIR|SSH_ASKPASS)$/

/** Enters the folder that the first command of a text enters, if no other command of it does. */
export const enterFirst = (finder: Finder, text: string): void => {
  const [first, ...others] = finder.commandsOf(text) ?? []
  const isMoved = others.some(({ words: [word] }) => /^(?:cd|pushd|popd)$/.test(word?.text ?? ""))
  if (first?.words[0]?.text !== "cd" || isMoved) return
  finder.values.enter(targetOf(first.words.slice(1)), true)
  finder.isMoved = true
}

export const targetOf = (words: ReadonlyArray<Word>): Word | undefined => {
  return words.find(({ text }) => !/^-(?:-|[LPe@]+)$/.test(text))
}

export const readVariables = (finder: Finder, { assignments, words }: Command, depth: number): void => {
  for (const word of assignments) {
    const set = assign(finder, word, words.length === 0)
    if (set !== undefined && words.length > 0) finder.exported.add(set)
  }
  const [first, ...rest] = words
  const name = first?.text ?? ""
  if (shellPrograms.setters.has(name)) {
    // A variable that is another name for a variable.
    const isReference = rest.some(({ text }) => /^-\w*n/.test(text))
    const isExported = name === "export" || rest.some(({ text }) => /^-\w*x/.test(text))
    for (const word of rest) {
      if (isExported) finder.exported.add(word.text.replace(/\+?=[^]*/, ""))
      if (isReference) finder.values.set(word.text.replace(/=[^]*/, ""), undefined)
      else assign(finder, word, true)
    }
  }
  if (name === "set" && rest.some(({ text }) => /^-\w*a|^allexport$/.test(text))) finder.exportsAll = true
  if (/^(?:read|getopts|mapfile|readarray|unset|let)$/.test(name)) {
    for (const { text } of rest) if (/^[A-Za-z_]\w*$/.test(text)) finder.values.set(text, undefined)
  }
  if (name === "printf") {
    const at = rest.findIndex(({ text }) => text === "-v")
    const variable = at === -1 ? undefined : rest[at + 1]?.text
    if (variable !== undefined) finder.values.set(variable, undefined)
  }
  if (name === ":" || name === "test" || name === "[" || name === "echo")
    for (const { text } of rest) readDefaults(finder, text)
  // The folder that the whole text enters first is known.
  if ((name === "cd" || name === "pushd") && !(finder.isMoved && depth === 0)) {
    const target = targetOf(rest)
    if (target?.text !== "-") finder.values.enter(target, false)
  }
}

/** Sets the variable of `${x:=y}`. */
export const readDefaults = (finder: Finder, text: string): void => {
  for (const [, name, value] of text.matchAll(/\$\{([A-Za-z_]\w*):?=([^{}]*)\}/g))
    if (name !== undefined && value !== undefined) {
      const isPlain = !/[$`\\'"*?[~]/.test(value)
      finder.values.set(name, isPlain ? plain(value) : undefined)
    }
}

/** Sets a variable from a word such as `x=y`. Returns its name, or `undefined` if the word sets none. */
export const assign = (finder: Finder, word: Word, isLasting: boolean): string | undefined => {
  const name = finder.values.assign(word)
  if (name === undefined) return undefined
  if (name === "IFS" && isLasting) finder.values.isSplitOtherwise = true
  if (starting.test(name)) readStarting(finder, name, word)
  else if (searching.test(name)) readSearching(finder, name, word)
  return name
}

const readSearching = (finder: Finder, name: string, word: Word): void => {
  const at = word.text.indexOf("=") + 1
  const value = word.text.slice(at)
  // The variable's own former value is that of the machine.
  const parts = value.split(/:(?![-=+?])/).filter((part) => !new RegExp(`^\\$\\{?${name}\\b[^}]*\\}?$`).test(part))
  if (parts.length === 0) return
  const isKnown = parts.every((part) => !/[$`~]/.test(part))
  if (isKnown) for (const part of parts) searchFolder(finder, name, part)
  else searchParts(finder, name, word, parts)
}

/** Searches the folders of a value of which only single parts are known. */
export const searchParts = (finder: Finder, name: string, word: Word, parts: ReadonlyArray<string>): void => {
  for (const part of parts) {
    const start = word.text.indexOf(part)
    const replaced = word.replaced
      ?.filter(({ from, to }) => from >= start && to <= start + part.length)
      .map((one) => ({ ...one, from: one.from - start, to: one.to - start }))
    if (part.startsWith("~/")) {
      searchFolder(finder, name, finder.values.known.home + part.slice(1))
      continue
    }
    const { all, isOpen } = finder.values.of({
      ...word,
      isKnown: false,
      text: part,
      ...(replaced !== undefined && { replaced })
    })
    for (const one of all) searchFolder(finder, name, one)
    if (isOpen) finder.unknown.add(shown(`${name}=${part}`))
  }
}

export const searchFolder = (finder: Finder, name: string, folder: string): void => {
  if (folder.includes("$")) {
    finder.unknown.add(shown(`${name}=${folder}`))
    return
  }
  for (const at of finder.values.folders) (name === "PATH" ? finder.searched : finder.roots).add(join(at, folder))
}

/** Adds the files that a variable makes programs run. */
export const readStarting = (finder: Finder, name: string, word: Word): void => {
  const { all, isOpen } = finder.values.variable(name)
  if (isOpen && !/^(?:EDITOR|VISUAL|PAGER|SHELL|GIT_PAGER|GIT_EDITOR)$/.test(name)) finder.unknown.add(shown(word.text))
  for (const value of all) {
    if (/^(?:AWK|JQ_|LUA_|PHPRC|JAVA_|CLASSPATH)/.test(name)) finder.unknown.add(shown(word.text))
    else if (name === "PERL5OPT" || name === "RUBYOPT")
      readInterpreter(finder, name === "PERL5OPT" ? "perl" : "ruby", value.split(/\s+/).map(plain), [], false, 1)
    else if (name === "NODE_OPTIONS") readInterpreter(finder, "node", value.split(/\s+/).map(plain), [], false, 1)
    else if (/^(?:LD_|DYLD_|BASH_ENV$|ENV$|PYTHONSTARTUP$)/.test(name)) {
      for (const path of value.split(":"))
        if (path !== "")
          finder.file(
            path,
            "script",
            /^(?:LD_|DYLD_)/.test(name) ? "other" : name === "PYTHONSTARTUP" ? "python" : "shell"
          )
    } else if (/\s|\//.test(value) && value.length < 4096) finder.text(value, 2)
  }
}
