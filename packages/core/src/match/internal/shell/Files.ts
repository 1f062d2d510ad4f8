// Files that a text writes and runs, by their base names.
import type { Budget } from "./Budget.ts"
import * as programs from "./programs.ts"
import type { Command, Word } from "./Script.ts"
import { writingsOf } from "./writings.ts"

/** Files that a shell reads before its commands. */
const starting = /^\.?(?:(?:ba|z|k|mk|c|tc)?sh(?:rc|env|init)|bash_\w+|z?profile|z?log(?:in|out)|config\.fish)$/
/** Files that other runners read. */
const recipes = /^(?:(?:GNU)?[Mm]akefile|.*\.mk|\.?[Jj]ustfile)$/

/** Checks whether a text contains a name as a word. */
const mentions = (text: string, name: string): boolean => {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    // Letters of options may precede it, and the commands of `sed` by which it writes.
    const isBegun = at === 0 || /[^\w.-]$|^-\w+$|[wW]$/.test(text.slice(Math.max(0, at - 12), at))
    if (isBegun && !/[\w.-]/.test(text[at + name.length] ?? "")) return true
  }
  return false
}

interface Touch {
  readonly texts: ReadonlyArray<string>
  readonly words: ReadonlyArray<Word>
  readonly isCopy: boolean
  readonly isWriter: boolean
}

/** The texts of files that are run, by the kind of what runs them. */
export interface Written {
  readonly shell: ReadonlyArray<string>
  readonly others: ReadonlyArray<string>
}

export class Files {
  /** True if a file is run, of any language. */
  isRun = false
  /** False if another shell than bash runs one of the files. */
  isBashOnly = true
  readonly #shell = new Set<string>()
  readonly #others = new Set<string>()
  #runsAny = false
  #isStarted = false
  #runsRecipes = false
  readonly #touches: Array<Touch> = []
  readonly #budget: Budget

  constructor(budget: Budget) {
    this.#budget = budget
  }

  /** Adds a file that a shell runs. */
  run(name: string, isBash: boolean): void {
    this.isRun = true
    this.isBashOnly &&= isBash
    this.#shell.add(name)
    this.#runsAny ||= name.includes("{}")
  }

  /** Adds files that a program of another language may run. */
  interpret(words: ReadonlyArray<Word>): void {
    this.isRun = true
    for (const { program } of words) if (program !== undefined) this.#others.add(program)
  }

  /** Adds the files of a runner of recipes. */
  make(words: ReadonlyArray<Word>): void {
    this.interpret(words)
    this.#runsRecipes = true
  }

  /** Adds the files that a shell reads before its commands. */
  start(): void {
    this.isRun = this.#isStarted = true
  }

  /** Adds a program with its arguments, which may name a file that it writes. */
  touch(name: string, words: ReadonlyArray<Word>, inputs: Command["inputs"]): void {
    const texts = [...words, ...inputs].map(({ text }) => text)
    this.#touches.push({ words, texts, isCopy: programs.copiers.has(name), isWriter: programs.writers.has(name) })
  }

  /** Checks whether the text writes any file, as far as it shows that. */
  isWritten(commands: ReadonlyArray<Command>): boolean {
    return this.#touches.some(({ isWriter }) => isWriter) || commands.some(({ targets }) => targets.length > 0)
  }

  /** Returns the texts that may be in files which are run, or `undefined` if one may be there that is unknown. */
  written(commands: ReadonlyArray<Command>): Written | undefined {
    if (this.#touches.some((touch) => !touch.isCopy && this.#isTouched(touch))) return undefined
    this.#follow()
    const shell: Array<string> = []
    const others: Array<string> = []
    const names = new Set<string | undefined>()
    for (const { name, text } of commands.flatMap(writingsOf)) {
      const isShells = this.#isShells(name)
      if (!isShells && !this.#isOthers(name)) continue
      // Of a file that is written twice the parts may belong together.
      if (text === undefined || names.has(name)) return undefined
      names.add(name)
      if (isShells) shell.push(text)
      else others.push(text)
    }
    return { shell, others }
  }

  #isShells(name: string | undefined): boolean {
    if (name === undefined || this.#runsAny) return true
    return this.#shell.has(name) || (this.#isStarted && starting.test(name))
  }

  #isOthers(name: string | undefined): boolean {
    return name !== undefined && (this.#others.has(name) || (this.#runsRecipes && recipes.test(name)))
  }

  #isTouched({ texts }: Touch): boolean {
    for (const text of texts) {
      this.#budget.spend(text.length * (1 + this.#shell.size))
      if (this.#isStarted && text.split(/[\s/=]/).some((word) => starting.test(word))) return true
      for (const name of this.#shell) if (mentions(text, name)) return true
    }
    return false
  }

  /** Adds the files of which the ones that are run may be copies. */
  #follow(): void {
    for (let before = -1; before !== this.#shell.size;) {
      before = this.#shell.size
      this.#budget.spend(this.#touches.length)
      for (const { isCopy, words } of this.#touches) {
        if (!isCopy) continue
        const isUnknown = words.some(({ program, text }) => program === undefined && !text.startsWith("-"))
        const names = words.flatMap(({ program = "" }) => program)
        if (!isUnknown && !names.some((name) => this.#isShells(name))) continue
        this.#runsAny ||= isUnknown
        for (const name of names) this.#shell.add(name)
      }
    }
  }
}
