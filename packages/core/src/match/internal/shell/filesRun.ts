// The words by which a text for a shell may name files that it runs. What the text leaves open is among them.
import { Budget, orUnclear } from "./Budget.ts"
import { isValue } from "./wrapperPrograms.ts"
import * as programs from "./programs.ts"
import { readScript } from "./readScript.ts"
import type { Command, Word } from "./Script.ts"
import { isReader, isRunner, isScriptName, loading, readsScript } from "./scriptPrograms.ts"

/** A word that may be the path of a file that runs. */
export interface RunWord {
  readonly text: string
  /** False if the shell expands a part of it. */
  readonly isKnown: boolean
  /** True if whatever it names runs, be it a folder or data: it is the program, or the script of an interpreter. */
  readonly isScript: boolean
}

/** The words of a text, and the folders to one of which each of them is relative. */
export interface FilesRun {
  readonly words: ReadonlyArray<RunWord>
  readonly folders: ReadonlyArray<string>
  /** The variables that the text sets, with each of their values. */
  readonly variables: ReadonlyMap<string, ReadonlyArray<string>>
}

/** Limits texts in texts. */
const deepest = 6

const assignment = /^([A-Za-z_]\w*)\+?=([^]*)$/

/** Characters between which a path may be in a text of any language. */
const separators = /[\s'"`;&|<>()[\]{},:=!\\]+/

class Finder {
  readonly words: Array<RunWord> = []
  readonly variables = new Map<string, Array<string>>()
  readonly #budget: Budget

  constructor(length: number) {
    this.#budget = new Budget(length)
  }

  /** Finds the words of a text. Where it is unclear, all that may be paths. */
  text(text: string, depth = 0): ReadonlyArray<Command> {
    const options = { budget: this.#budget, isBash: true, setsHome: true }
    const script = depth > deepest ? undefined : orUnclear(() => readScript(text, options))
    if (script === undefined) {
      this.#tokens(text)
      return []
    }
    const { commands } = script
    const isFed = commands.some(readsScript)
    for (const { name, words } of script.loops) for (const word of words) this.#set(name, word.text)
    for (const command of commands) this.#command(command, isFed, depth)
    return commands
  }

  /** Finds the words of a program with these arguments, which no shell reads. */
  arguments(words: ReadonlyArray<string>): void {
    this.#words(
      words.map((text) => ({ text, isKnown: true, isPlain: true, program: text.slice(text.lastIndexOf("/") + 1) })),
      0
    )
  }

  #set(name: string, value: string): void {
    this.variables.set(name, [...(this.variables.get(name) ?? []), value])
    this.#path(value, !/[$`]/.test(value))
  }

  #add(text: string, isKnown: boolean, isScript: boolean): void {
    if (text !== "") this.words.push({ text, isKnown, isScript })
  }

  #tokens(text: string): void {
    let isScript = false
    for (const token of text.split(separators)) {
      // An option of an interpreter may be before its script.
      if (token.startsWith("-")) continue
      const name = token.slice(token.lastIndexOf("/") + 1)
      if (isScript || token.includes("/") || isScriptName(token)) this.#add(token, !/[$*?~]/.test(token), isScript)
      isScript = isRunner(name)
    }
  }

  #command({ assignments, files, inputs, words }: Command, isFed: boolean, depth: number): void {
    // What other programs print may be the script.
    if (isFed) for (const { isKnown, text } of words.slice(1)) this.#add(text, isKnown, text.includes("/"))
    for (const { text } of assignments) {
      const [, name = "", value = ""] = assignment.exec(text) ?? []
      this.#set(name, value)
    }
    const program = this.#words(words, depth)
    if (program === undefined || !isRunner(program)) return
    for (const { word, writes } of files) if (!writes) this.#add(word.text, word.isKnown, true)
    for (const { text } of inputs) {
      if (programs.shells.has(program)) this.text(text, depth + 1)
      else this.#tokens(text)
    }
  }

  /** Finds the words of one command. Returns the program that gets its input, if that is known. */
  #words(words: ReadonlyArray<Word>, depth: number): string | undefined {
    const [first, ...rest] = words
    if (first === undefined) return undefined
    // A name without a slash is looked up in `PATH`.
    if (first.text.includes("/") || !first.isKnown) this.#add(first.text, first.isKnown, true)
    const program = first.program?.toLowerCase()
    if (program === undefined) {
      this.#arguments(rest, depth)
      return undefined
    }
    if (program === "eval") this.text(rest.map(({ text }) => text).join(" "), depth + 1)
    else if (program === "." || program === "source") this.#script(rest)
    else if (isRunner(program)) this.#runner(rest, programs.shells.has(program), depth)
    else if (programs.wrappers.has(program)) return this.#wrapped(rest, depth)
    else if (program === "find") this.#found(rest, depth)
    else if (!isReader(program, rest)) this.#arguments(rest, depth)
    return program
  }

  /** Finds the words of the command behind a wrapper. */
  #wrapped(rest: ReadonlyArray<Word>, depth: number): string | undefined {
    const start = rest.findIndex(({ text }) => !isValue(text))
    for (const { text } of rest.slice(0, start === -1 ? undefined : start)) this.#value(text)
    const program = start === -1 ? undefined : this.#words(rest.slice(start), depth + 1)
    // An option may have had a value, behind which the command begins.
    for (const [at, { isKnown, text }] of rest.entries()) {
      if (at > start && isRunner(text)) this.#runner(rest.slice(at + 1), programs.shells.has(text), depth)
      else if (at > start && text.includes("/")) this.#path(text, isKnown)
      if (/\s/.test(text)) this.text(text, depth + 1)
    }
    return program
  }

  #found(rest: ReadonlyArray<Word>, depth: number): void {
    const runs = rest.flatMap(({ text }, at) => (/^-(?:exec|ok)(?:dir)?$/.test(text) ? [at] : []))
    for (const at of runs) this.#words(rest.slice(at + 1), depth + 1)
    // What it finds may be run.
    for (const { isKnown, text } of rest.slice(0, runs[0] ?? 0)) this.#add(text, isKnown, !text.startsWith("-"))
  }

  #script([script]: ReadonlyArray<Word>): void {
    if (script !== undefined) this.#add(script.text, script.isKnown, true)
  }

  /** Finds the script of an interpreter, and what its options load. */
  #runner(rest: ReadonlyArray<Word>, isShell: boolean, depth: number): void {
    for (const [at, { isKnown, text }] of rest.entries()) {
      const next = rest[at + 1]
      if (isShell ? /^-\w*c$/.test(text) : /^(?:-[ceE]|--eval)$/.test(text)) {
        if (next !== undefined && isShell) this.text(next.text, depth + 1)
        else if (next !== undefined) this.#tokens(next.text)
        return
      }
      if (text === "-m" && next !== undefined) {
        const module = next.text.replaceAll(".", "/")
        for (const file of [`${module}.py`, `${module}/__main__.py`, `${module}/__init__.py`])
          this.#add(file, true, true)
        return
      }
      if (text.startsWith("-") || text.startsWith("+")) this.#value(text)
      else {
        this.#add(text, isKnown, true)
        // What follows is for the script, unless this was an option's value.
        if (!rest[at - 1]?.text.startsWith("-")) {
          this.#arguments(rest.slice(at + 1), depth)
          return
        }
      }
    }
  }

  /** Finds what an unknown program may run of its arguments. */
  #arguments(rest: ReadonlyArray<Word>, depth: number): void {
    for (const [at, { isKnown, text }] of rest.entries()) {
      if (/\s/.test(text)) this.text(text, depth + 1)
      else if (isRunner(text)) return this.#runner(rest.slice(at + 1), programs.shells.has(text), depth)
      else if (text.startsWith("-")) this.#value(text)
      else if (loading.test(rest[at - 1]?.text ?? "")) this.#add(text, isKnown, true)
      else this.#path(text, isKnown)
    }
  }

  /** Adds the value in an option such as `--config=FILE`. */
  #value(text: string): void {
    const at = text.indexOf("=")
    if (at !== -1) this.#add(text.slice(at + 1), !/[$`]/.test(text), loading.test(text.slice(0, at)))
    else if (/^-r./.test(text)) this.#add(text.slice(2), true, true)
  }

  #path(text: string, isKnown: boolean): void {
    if (text.includes("/") || isScriptName(text)) this.#add(text, isKnown, false)
  }
}

/** Matches a command that enters a folder before all others, which run only there. */
const enters = /^\s*cd\s+(?:--\s+)?(?:"[^"`\\]*"|'[^']*'|[^\s;&|<>()"'`\\]+)\s*&&/

/** Returns the words by which a command may name files that it runs. */
export const filesRun = (text: string): FilesRun => {
  const finder = new Finder(text.length)
  const moves = finder
    .text(text)
    .filter(({ words: [first] }) => /^(?:cd|pushd|popd)$/.test(first?.program ?? ""))
    .map(({ words }) => words.at(-1)?.text ?? "")
  const { variables, words } = finder
  return { words, variables, folders: moves.length === 1 && enters.test(text) ? moves : [".", ...moves] }
}

/** Returns the words of a program that is started without a shell. */
export const filesOfArguments = (words: ReadonlyArray<string>): FilesRun => {
  const finder = new Finder(words.join(" ").length)
  finder.arguments(words)
  return { words: finder.words, variables: finder.variables, folders: ["."] }
}
