// Interpreters: their scripts, the code in their options, and the files that options load.
import type { Word } from "../../../match/internal/shell/Script.ts"
import { isScriptName } from "../../../match/internal/shell/scriptPrograms.ts"
import * as programs from "../programs.ts"
import { join, plain } from "../ShellValues.ts"
import type { ClosureFinder as Finder } from "./ClosureFinder.ts"
import { readCode } from "./code.ts"
import { isInput, shown, textOf } from "./words.ts"

/** Finds the script or the code of an interpreter. */
export const readInterpreter = (
  finder: Finder,
  name: string,
  rest: ReadonlyArray<Word>,
  inputs: ReadonlyArray<Word>,
  readsInput: boolean,
  depth: number,
  sources: ReadonlyArray<Word> = []
): void => {
  const interpreter = programs.interpreterOf(name)
  if (interpreter === undefined) return
  const isSed = name.endsWith("sed")
  // A script without a word for it shows by its file alone.
  const isRead = programs.read.has(interpreter.language) || isSed || name === "osascript"
  if (!isRead && rest.some(({ text }) => !/^--?(?:version|help|v|V)$/.test(text)))
    finder.unknown.add(shown(`${name} ${textOf(rest)}`))
  let isAfterUnknownOption = false
  let isCode = false
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at]
    if (word === undefined) break
    const { text } = word
    const next = rest[at + 1]
    if (!isCode && interpreter.verbs?.has(text) === true && at === 0) continue
    if (!isCode && interpreter.code?.test(text) === true) {
      isCode = true
      // The options of a shell may follow before the code.
      if (interpreter.language === "shell") continue
      if (next !== undefined) readCode(finder, interpreter.language, next, rest.slice(at + 2), depth, isSed)
      if (programs.isTextFirst(name)) {
        at++
        continue
      }
      return
    }
    const [, attached] = /^--(?:eval|print|expression)=([^]*)$/.exec(text) ?? []
    if (attached !== undefined)
      return readCode(finder, interpreter.language, plain(attached), rest.slice(at + 1), depth)
    if (interpreter.language === "python" && /^-[bBdEhiIOPqRsSuvx]*[cm]./.test(text)) {
      const [, kind, value = ""] = /^-[bBdEhiIOPqRsSuvx]*([cm])([^]*)$/.exec(text) ?? []
      if (kind === "c") return readCode(finder, "python", plain(value), rest.slice(at + 1), depth)
      return addModule(finder, name, plain(value), rest.slice(at + 1), depth)
    }
    if (interpreter.module?.test(text) === true && next !== undefined)
      return addModule(finder, name, next, rest.slice(at + 2), depth)
    if (!isCode && text === "--run" && interpreter.language === "javascript") {
      finder.beyond.add(shown(`${name} --run ${next?.text ?? ""}`))
      return
    }
    if (interpreter.loads?.test(text) === true) {
      if (next !== undefined) addLoaded(finder, interpreter, next)
      if (interpreter.language === "powershell" || (interpreter.language === "php" && /^-[fF]$/.test(text))) {
        finder.scripts(rest.slice(at + 2))
        return
      }
      at++
      if (programs.isTextFirst(name)) isCode = true
      continue
    }
    const [, option, value] = /^(--[\w-]+)=([^]*)$/.exec(text) ?? []
    if (option !== undefined && value !== undefined) {
      if (interpreter.loads?.test(option) === true) addLoaded(finder, interpreter, plain(value))
      continue
    }
    if (interpreter.language === "javascript" && /^-r./.test(text)) {
      addLoaded(finder, interpreter, plain(text.slice(2)))
      continue
    }
    if (interpreter.valued?.test(text) === true) {
      if (interpreter.language === "perl" || interpreter.language === "ruby") addRoot(finder, text, next)
      if (interpreter.language === "perl" && /^-[mM]$/.test(text) && next !== undefined) addUsed(finder, next.text)
      if (interpreter.language === "query" && text === "-L") finder.unknown.add(shown(`${name} -L ${next?.text ?? ""}`))
      at++
      continue
    }
    if (interpreter.language === "perl" && /^-[mM]./.test(text)) {
      addUsed(finder, text.slice(2))
      continue
    }
    if (interpreter.language === "query" && /^-L.|^--library-path/.test(text))
      finder.unknown.add(shown(`${name} ${text}`))
    if (/^-I./.test(text)) {
      addRoot(finder, "-I", plain(text.slice(2)))
      continue
    }
    if (text === "--") continue
    if (/^[-+]./.test(text) && word.isKnown && !(interpreter.language === "powershell" && text.startsWith("+"))) {
      isAfterUnknownOption = text.startsWith("--")
      if (interpreter.language === "shell" && /^-[A-Za-z]*s/.test(text)) break
      continue
    }
    if (interpreter.language === "powershell" && text.startsWith("/") && name === "cmd") continue
    if (isCode) {
      if (programs.isTextFirst(name)) return finder.scripts(rest.slice(at))
      return readCode(finder, interpreter.language, word, rest.slice(at + 1), depth)
    }
    if (programs.isTextFirst(name)) return readCode(finder, interpreter.language, word, [], depth, isSed)
    if (text === "-" || isInput(word)) break
    addScript(finder, interpreter, word)
    const others = rest.slice(at + 1)
    // This may have been the value of the option before it.
    const follower = others.find(({ text: other }) => !other.startsWith("-"))
    if (isAfterUnknownOption && follower !== undefined && !isScriptName(text)) finder.fileOf(follower, "argument")
    finder.scripts(others)
    finder.runners(others, depth)
    return
  }
  if (
    !readsInput ||
    programs.readsData(name) ||
    rest.some(({ text }) => /^(?:--?(?:version|help|v|V|check)|-v|-V)$/.test(text))
  )
    return
  readInput(finder, name, interpreter.language, inputs, sources, depth)
}

/** Finds what an interpreter reads from its input. */
export const readInput = (
  finder: Finder,
  name: string,
  language: programs.Language,
  inputs: ReadonlyArray<Word>,
  sources: ReadonlyArray<Word>,
  depth: number
): void => {
  for (const source of sources) finder.fileOf(source, "script", language)
  const texts = inputs.filter(({ isKnown, text }) => isKnown || text !== "")
  for (const word of texts) readCode(finder, language, word, [], depth)
  if (sources.length + texts.length === 0) finder.unknown.add(shown(`${name} <input>`))
}

export const addRoot = (finder: Finder, option: string, value: Word | undefined): void => {
  if (!option.startsWith("-I") || value === undefined) return
  const { all, isOpen } = finder.values.of(value)
  if (isOpen) finder.unknown.add(shown(value.text))
  for (const folder of all) for (const at of finder.values.folders) finder.roots.add(join(at, folder))
}

export const addLoaded = (finder: Finder, { language }: programs.Interpreter, word: Word): void => {
  const { all, isOpen } = finder.values.of(word)
  if (isOpen) finder.unknown.add(shown(word.text))
  for (const value of all) {
    // A name that is no path is that of a package.
    if (language === "javascript" && !/^[./]/.test(value) && !isScriptName(value)) finder.beyond.add(shown(value))
    finder.file(value, "script", language)
    // A library of awk is searched in folders of its own, and with an extension.
    if (language === "awk") finder.file(`${value}.awk`, "argument", language)
    if (language === "awk" && !value.includes("/")) finder.unknown.add(shown(value))
  }
}

/** Reads a module of Perl that an option loads. */
export const addUsed = (finder: Finder, option: string): void => {
  const [module = "", list] = option.replace(/^-/, "").split(/=([^]*)/)
  const text = `use ${module}${list === undefined ? "" : ` qw(${list.replaceAll(",", " ")})`};`
  finder.code.push({ language: "perl", text, folders: finder.values.folders })
}

export const addScript = (finder: Finder, { language }: programs.Interpreter, word: Word): void => {
  finder.fileOf(word, "script", language)
  if (language !== "javascript") return
  // A script of JavaScript may be named without its extension.
  const { all } = finder.values.of(word)
  for (const value of all)
    if (!/\.\w+$/.test(value))
      for (const end of [".js", ".cjs", "/index.js"]) finder.file(`${value}${end}`, "argument", "javascript")
}

export const addModule = (finder: Finder, name: string, word: Word, rest: ReadonlyArray<Word>, depth: number): void => {
  const { all, isOpen } = finder.values.of(word)
  if (isOpen) finder.unknown.add(shown(`${name} -m ${word.text}`))
  for (const module of all) {
    finder.beyond.add(shown(`${name} -m ${module}`))
    const path = module.replaceAll(".", "/")
    for (const folder of [...finder.values.folders, ...finder.roots])
      for (const file of [`${path}.py`, `${path}/__main__.py`, `${path}/__init__.py`])
        finder.file(join(folder, file), "argument", "python")
  }
  finder.scripts(rest)
  finder.runners(rest, depth)
}
