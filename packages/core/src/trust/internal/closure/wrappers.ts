// Programs that run the command in their arguments: `env`, `timeout 5`, `xargs`, `find -exec`.
import * as shellPrograms from "../../../match/internal/shell/programs.ts"
import type { Word } from "../../../match/internal/shell/Script.ts"
import { isValue } from "../../../match/internal/shell/wrapperPrograms.ts"
import * as programs from "../programs.ts"
import { plain, unknownWord } from "../ShellValues.ts"
import type { ClosureFinder as Finder } from "./ClosureFinder.ts"
import { assign } from "./variables.ts"
import { base, shown } from "./words.ts"

/** Finds the commands of `find` and the like. */
export const readFind = (finder: Finder, rest: ReadonlyArray<Word>, depth: number): void => {
  for (const [at, { text }] of rest.entries()) {
    if (!/^-(?:exec|ok)(?:dir)?$|^-[xX]$|^--exec(?:-batch)?$/.test(text)) continue
    const end = rest.findIndex((word, other) => other > at && /^[;+]$/.test(word.text))
    const words = rest.slice(at + 1, end === -1 ? undefined : end)
    finder.call(
      words.map((word) => (word.text.includes("{}") && !/\s/.test(word.text) ? unknownWord(word.text) : word)),
      [],
      depth + 1
    )
    // Names of files become text of a shell.
    for (const word of words) if (/\s/.test(word.text) && word.text.includes("{}")) finder.unknown.add(shown(word.text))
    // Without an end the command has all words that follow.
    if (end === -1) return
  }
}

/** Finds the command behind a wrapper. */
export const readWrapper = (
  finder: Finder,
  name: string,
  rest: ReadonlyArray<Word>,
  inputs: ReadonlyArray<Word>,
  depth: number
): void => {
  if (name === "command" && /^-[vV]/.test(rest[0]?.text ?? "")) return
  if (name === "env") {
    const at = rest.findIndex(({ text }) => /^(?:-[a-z]*S|--split-string)/.test(text))
    const word = rest[at]
    if (word !== undefined) {
      const attached = word.text.replace(/^(?:-[a-z]*S|--split-string=?)/, "")
      const text = attached === "" ? (rest[at + 1] ?? plain("")) : plain(attached)
      return finder.evaluated([text, ...rest.slice(attached === "" ? at + 2 : at + 1)], depth)
    }
    const moved = rest.findIndex(({ text }) => /^(?:-C|--chdir)/.test(text))
    if (moved !== -1)
      finder.values.enter(
        rest[moved]?.text === "-C" ? rest[moved + 1] : plain(rest[moved]?.text.replace(/^(?:-C|--chdir=?)/, "") ?? ""),
        false
      )
  }
  if (shellPrograms.textWrappers.has(name)) {
    for (const word of rest) if (/\s/.test(word.text)) finder.evaluated([word], depth)
    if (/^(?:su|script|ssh|watch|parallel|entr)$/.test(name))
      for (const word of rest) if (word.text === "-c" || name === "watch") finder.others(rest, depth)
  }
  const isFeeder = shellPrograms.feeders.has(name)
  const placeholder = isFeeder ? placeholderOf(rest) : undefined
  const valued = programs.wrapperValue(name)
  let isUnsure = false
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at]
    if (word === undefined) break
    const { isKnown, text } = word
    if (name !== "command" && name !== "exec" && /^[A-Za-z_]\w*=/.test(text)) {
      const set = assign(finder, word, false)
      if (set !== undefined) finder.exported.add(set)
      continue
    }
    if (isKnown && isValue(text) && text !== ".") {
      if (valued?.test(text) === true) at++
      else if (text.startsWith("-") && !text.includes("=")) isUnsure = valued === undefined || /^--./.test(text)
      continue
    }
    const command = rest.slice(at)
    const given = isFeeder ? placed(command, placeholder) : command
    finder.call(given, isFeeder ? [unknownWord("")] : inputs, depth + 1)
    if (isFeeder) reportAppended(finder, command)
    // The word may have been the value of the option before it.
    if (programs.isDirect(name) && !isUnsure) return
    finder.runners(rest.slice(at + 1), depth)
    return
  }
}

export const placeholderOf = (rest: ReadonlyArray<Word>): string | undefined => {
  const at = rest.findIndex(({ text }) => /^(?:-[IJi]|--replace)/.test(text))
  const [, option, value = ""] = /^(-[IJi]|--replace=?)([^]*)$/.exec(rest[at]?.text ?? "") ?? []
  if (value !== "") return value
  return option === "-I" || option === "-J" ? rest[at + 1]?.text : option && "{}"
}

export const placed = (words: ReadonlyArray<Word>, placeholder: string | undefined): ReadonlyArray<Word> => {
  return placeholder === undefined
    ? words
    : words.map((word) => (word.text.includes(placeholder) ? unknownWord(word.text) : word))
}

/** Reports a command that runs what it is given as arguments. */
export const reportAppended = (finder: Finder, words: ReadonlyArray<Word>): void => {
  const [first, ...rest] = words
  const name = base(first?.text ?? "")
  const interpreter = programs.interpreterOf(name)
  const isBare = rest.every(({ text }) => text.startsWith("-") && interpreter?.code?.test(text) !== true)
  if ((interpreter !== undefined && isBare && !programs.isTextFirst(name)) || (programs.isWrapper(name) && isBare))
    finder.unknown.add(shown(`${name} <input>`))
}
