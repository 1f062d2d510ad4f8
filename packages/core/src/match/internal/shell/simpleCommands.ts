// The commands of a text for the shell one by one: behind wrappers, in texts for other shells, and in what they expand.
import { Budget, orUnclear } from "./Budget.ts"
import * as programs from "./programs.ts"
import { readScript } from "./readScript.ts"
import type { Command, Input, Redirected, Word } from "./Script.ts"
import { isValue } from "./wrapperPrograms.ts"

/** A program with its arguments. */
export interface SimpleCommand {
  /** The base name of the program, or `undefined` if only the shell knows it. */
  readonly program: string | undefined
  readonly first: Word
  readonly rest: ReadonlyArray<Word>
  readonly inputs: ReadonlyArray<Input>
}

/** The parts of a text. There may be more than the shell runs, never fewer. */
export interface SimpleCommands {
  readonly commands: ReadonlyArray<SimpleCommand>
  readonly files: ReadonlyArray<Redirected>
  /** Assignments, also those of loops: a name and each of its values. */
  readonly assignments: ReadonlyArray<string>
  /** True if a program runs what it reads from a source that the text does not show, or a name gets another meaning. */
  readonly isOpen: boolean
}

/** Limits texts in texts. */
const deepest = 6

/** Longer texts are not read. */
const longest = 65_536

class Collector {
  readonly commands: Array<SimpleCommand> = []
  readonly files: Array<Redirected> = []
  readonly assignments: Array<string> = []
  readonly #budget: Budget
  isOpen = false
  #runsFile = false
  #writes = false

  constructor(length: number) {
    this.#budget = new Budget(length)
  }

  /** True if the text may run a file that it writes. */
  get runsWritten(): boolean {
    return this.#runsFile && this.#writes
  }

  text(text: string, depth: number): void {
    if (depth > deepest) {
      this.isOpen = true
      return
    }
    const { commands, loops } = readScript(text, { budget: this.#budget, isBash: true, setsHome: true })
    for (const { name, words } of loops) this.assignments.push(...words.map((word) => `${name}=${word.text}`))
    for (const command of commands) this.#command(command, depth)
  }

  #command({ assignments, files, inputs, targets, words }: Command, depth: number): void {
    this.assignments.push(...assignments.map(({ text }) => text))
    this.files.push(...files)
    this.#writes ||= targets.length > 0
    this.#words(words, inputs, depth)
  }

  #words(words: ReadonlyArray<Word>, inputs: ReadonlyArray<Input>, depth: number): void {
    const [first, ...rest] = words
    if (first === undefined) return
    this.#budget.spend(words.length)
    if (depth > deepest) this.isOpen = true
    const program = first.program?.toLowerCase()
    this.commands.push({ program, first, rest, inputs })
    if (program === undefined || depth > deepest) return
    this.#writes ||= programs.writers.has(program)
    this.#runsFile ||= first.text.includes("/")
    if (program === "eval") this.#code(rest, depth)
    else if (program === "." || program === "source") this.#runsFile = true
    else if (programs.shells.has(program)) this.#shell(rest, inputs, depth)
    else if (program === "find") this.#found(rest, depth)
    else if (programs.wrappers.has(program)) this.#wrapped(program, rest, inputs, depth)
    else if (programs.renamers.has(program)) this.isOpen = true
    else if (programs.interpreters.test(program)) {
      this.#runsFile = true
      this.isOpen ||= inputs.length === 0 && rest.every(({ text }) => text === "-" || text.startsWith("-"))
    } else if (programs.runners.test(program)) this.#runsFile = true
  }

  /** Reads words that a shell will read as one text. */
  #code(words: ReadonlyArray<Word>, depth: number): void {
    if (words.some(({ isKnown }) => !isKnown)) this.isOpen = true
    else this.text(words.map(({ text }) => text).join(" "), depth + 1)
  }

  #shell(rest: ReadonlyArray<Word>, inputs: ReadonlyArray<Input>, depth: number): void {
    for (const [at, { text }] of rest.entries()) {
      if (/^-\w*c$/.test(text)) return this.#code(rest.slice(at + 1, at + 2), depth)
      if (/^[-+]/.test(text) && text !== "-") continue
      this.#runsFile = true
      return
    }
    if (inputs.length === 0) this.isOpen = true
    for (const { isKnown, text } of inputs) {
      if (isKnown) this.text(text, depth + 1)
      else this.isOpen = true
    }
  }

  #found(rest: ReadonlyArray<Word>, depth: number): void {
    for (const [at, { text }] of rest.entries()) {
      if (/^-(?:exec|ok)(?:dir)?$/.test(text)) this.#words(rest.slice(at + 1), [], depth + 1)
    }
  }

  /** Reads the command behind a wrapper. Its options may have values, so that it may begin at several words. */
  #wrapped(name: string, rest: ReadonlyArray<Word>, inputs: ReadonlyArray<Input>, depth: number): void {
    if (name === "command" && /^-[vV]/.test(rest[0]?.text ?? "")) return
    // Lines become words of the command.
    if (programs.feeders.has(name)) this.isOpen = true
    let previous: Word | undefined
    for (const [at, word] of rest.entries()) {
      if (programs.textWrappers.has(name) && /\s/.test(word.text)) this.#code([word], depth)
      if (!isValue(word.text)) {
        this.#words(rest.slice(at), inputs, depth + 1)
        if (programs.direct.has(name) && (previous === undefined || !/^-(?:.|-[^=]+)$/.test(previous.text))) return
      }
      previous = word
    }
  }
}

/** Returns the commands of a text, or `undefined` if it can't be read as the shell reads it. */
export const simpleCommands = (text: string): SimpleCommands | undefined => {
  if (text.length > longest) return undefined
  const collector = new Collector(text.length)
  return orUnclear(() => {
    collector.text(text, 0)
    const { assignments, commands, files, isOpen, runsWritten } = collector
    return { assignments, commands, files, isOpen: isOpen || runsWritten }
  })
}
