// Decides whether the commands of a script may be meant by a rule. Everything that the text leaves open is meant.
import { type Budget, orUnclear } from "./Budget.ts"
import { judgeFind } from "./findProgram.ts"
import * as programs from "./programs.ts"
import { type Options, readExpansions, readScript } from "./readScript.ts"
import type { Command, Input, Script, Word } from "./Script.ts"
import { type ShellRule, withoutQuotes } from "./ShellRule.ts"
import { judgeShell } from "./shellPrograms.ts"
import { judgeWrapper } from "./wrapperPrograms.ts"

/** The options of a rule's dialect. */
export interface Reach {
  /** True if a rule on more than a program's name matches wherever the shell expands something. */
  readonly besideExpansions: boolean
}

/** Limits texts in texts, and programs behind programs. */
const deepest = 6

/** A subscript with a substitution, which the shell runs where it wants a number, quoted or not. */
const subscript = /\[[^[\]]*?(?=\$\(|`)/
/** An assignment to `HOME`, or anything else but its value. */
const home = /(?:^|[^${\w])HOME/
/** A substitution in quotes, which the shell may run where it wants a number. */
const substitution = /\$\(|`/
/** Variables whose values the shell runs or expands by itself. */
const evaluated = /(?:^|\W)(?:PS4|PROMPT_COMMAND|BASH_ENV)(?!\w)/

export class Judge {
  readonly rule: ShellRule
  readonly #reach: Reach
  readonly #budget: Budget
  readonly #whole: string
  #isNamed: boolean | undefined
  #setsHome: boolean | undefined
  /** True if a file is run that is not known. */
  #runsFile = false
  /** True if that file may be a shell's. */
  #runsShellFile = false
  /** False if another shell than bash runs that file. */
  #runsBashOnly = true
  #writes = false
  #isBash = true
  /** The texts that were read, in each of which a file can be written. */
  readonly #scripts: Array<{ readonly script: Script; readonly depth: number }> = []

  constructor(rule: ShellRule, whole: string, budget: Budget, reach: Reach) {
    this.rule = rule
    this.#whole = whole
    this.#budget = budget
    this.#reach = reach
  }

  /** Checks whether the whole text contains the rule's words. */
  get isNamed(): boolean {
    this.#isNamed ??= this.rule.isNamedIn(this.#whole)
    return this.#isNamed
  }

  /** Checks the whole text, with the files that it writes and runs. */
  decide(): boolean {
    if (evaluated.test(withoutQuotes(this.#whole))) return true
    return orUnclear(() => this.text(this.#whole, 0) || this.#runsWritten()) ?? true
  }

  /** Checks a text that a shell will run. `isBash` is left out for the shell that runs the text around it. */
  text(text: string, depth: number, isBash: boolean = this.#isBash): boolean {
    if (depth > deepest) return true
    const before = this.#isBash
    this.#isBash = isBash
    const isMeant = this.#script(readScript(text, this.#options), depth)
    this.#isBash = before
    return isMeant
  }

  get #options(): Options {
    this.#setsHome ??= home.test(this.#whole)
    return { budget: this.#budget, isBash: this.#isBash, setsHome: this.#setsHome }
  }

  #script(script: Script, depth: number): boolean {
    const { commands, expands } = script
    this.#scripts.push({ script, depth })
    if (this.#reach.besideExpansions && this.rule.isNarrow && expands) return true
    return commands.some((command) => this.#command(command, depth))
  }

  /** Checks the substitutions in the subscripts of a text, which the shell runs where it wants a number. */
  #subscripts(text: string, depth: number): boolean {
    const at = subscript.exec(text)
    if (at === null) return false
    return (
      this.isNamed || depth >= deepest || this.#script(readExpansions(text.slice(at.index), this.#options), depth + 1)
    )
  }

  #command({ assignments, inputs, nameAt, raw, words, writes }: Command, depth: number): boolean {
    this.#writes ||= writes
    this.#budget.spend(2 * raw.length)
    if (this.rule.matches(raw) || (nameAt > 0 && this.rule.matches(raw.slice(nameAt)))) return true
    if (assignments.some((text) => substitution.test(text)) && this.isNamed) return true
    if (assignments.some((text) => this.#subscripts(text, depth))) return true
    if (words.length === 0) return false
    return assignments.some(this.rule.isNamedIn) || this.words(words, inputs, depth)
  }

  /** Checks whether words contain the rule's words. */
  names(words: ReadonlyArray<Word>): boolean {
    return words.length > 0 && this.rule.isNamedIn(joined(words))
  }

  /** Checks a command: the words of a simple one, or those behind a wrapper. */
  words(words: ReadonlyArray<Word>, inputs: ReadonlyArray<Input>, depth: number): boolean {
    const [first, ...rest] = words
    if (first?.program === undefined || depth > deepest) return true
    const args = joined(rest)
    this.#budget.spend(2 * args.length + words.length)
    const name = first.program.toLowerCase()
    const names = [first.text, first.program, name]
    if (names.some((form) => this.rule.matches(rest.length === 0 ? form : `${form} ${args}`))) return true
    if (this.rule.isNarrow && this.rule.isOn(name) && this.#narrowly(first.program, rest)) return true
    if ([...rest, ...inputs].some(({ text }) => this.#subscripts(text, depth))) return true
    return this.#program(name, { first, rest, inputs }, depth)
  }

  /** Checks a command of the rule's program: behind its options, and where a word is unknown. */
  #narrowly(program: string, rest: ReadonlyArray<Word>): boolean {
    const command = rest.findIndex(({ text }, at) => !text.startsWith("-") && !isOption(rest[at - 1]))
    const starts = command === -1 ? rest.length : command + 1
    for (let at = 0; at < starts; at++) {
      const words = rest.slice(at)
      const unknown = words.findIndex(isUnknown)
      if (
        unknown !== -1 &&
        this.rule.mayBegin([program, ...words.slice(0, unknown).map(({ text }) => text), ""].join(" "))
      )
        return true
      this.#budget.spend(words.length)
      if (this.rule.matches(`${program} ${joined(words)}`)) return true
    }
    return false
  }

  #program(name: string, { first, inputs, rest }: Parts, depth: number): boolean {
    if (programs.writers.has(name)) this.#writes = true
    if (name === "eval") return rest.some(isUnknown) || this.text(joined(rest), depth + 1)
    if (name === "." || name === "source") return this.runFile(rest[0])
    if (programs.shells.has(name)) return judgeShell(this, name, { rest, inputs }, depth)
    if (name === "find") return judgeFind(this, rest, depth)
    if (programs.wrappers.has(name)) return judgeWrapper(this, name, rest, inputs, depth)
    if (programs.renamers.has(name)) return rest.some(({ text }) => text !== "-r")
    if (first.text.includes("/")) this.#runsFile = this.#runsShellFile = true
    if (programs.setters.has(name)) return this.names(rest)
    const isOpen = [...rest, ...inputs].some(isUnknown) && this.isNamed
    if (programs.inert.has(name)) {
      const options = rest.filter(({ text }) => programs.isRunning(name, text))
      if (options.length === 0) return false
      // The first word is its own command, such as `git rm`.
      const others = isOption(rest[0]) ? rest : rest.slice(1)
      return (
        isOpen || this.names(others) || options.some(({ text }) => text.startsWith("-") && this.rule.isPartOf(text))
      )
    }
    const isInterpreter = programs.interpreters.test(name)
    if (isInterpreter || programs.runners.test(name)) this.#runsFile = true
    // Without a file it runs what it reads, which may come from anywhere in the text.
    const isFed = isInterpreter && (rest.every(isFlag) || programs.schedulers.has(name))
    if (isFed && this.isNamed) return true
    const texts = isFed ? [this.#whole] : [...rest, ...inputs].map(({ text }) => text)
    if (texts.some((text) => programs.spawning.test(text))) return true
    if (programs.withBackticks.test(name) && texts.some((text) => text.includes("`"))) return true
    return isOpen || this.names(rest) || inputs.some(({ text }) => this.rule.isNamedIn(text))
  }

  /** Checks a file that a shell runs. The text may have written it. */
  runFile(word: Word | undefined, isBash: boolean = this.#isBash): boolean {
    if (word === undefined || /[<>]\(|^\/(?:dev|proc)\//.test(word.text)) return true
    this.#runsFile = this.#runsShellFile = true
    this.#runsBashOnly &&= isBash
    return false
  }

  /** Checks whether the text writes files and runs files, of which one may be meant. */
  #runsWritten(): boolean {
    if (!this.#runsFile || !this.#writes) return false
    if (this.isNamed) return true
    if (!this.#runsShellFile) return false
    // A written text may write and run others.
    for (const { depth, script } of this.#scripts) {
      if (script.commands.some((command) => printed(command).some((text) => this.#file(text, depth + 1)))) return true
    }
    return false
  }

  /** Checks the text of a file that is run. */
  #file(text: string, depth: number): boolean {
    return this.text(text, depth, this.#runsBashOnly && !otherShell.test(text))
  }
}

/** The first line of a script of another shell than bash. */
const otherShell = /^#!(?!.*\bbash\b)/

/** Returns the texts of a command that can get into a file: what it reads, and what it prints. */
const printed = ({ inputs, words }: Command): ReadonlyArray<string> => {
  const at = words.findIndex(({ text }) => /^(?:echo|printf)$/.test(text))
  const args = at === -1 ? [] : words.slice(at + 1)
  return [...inputs, ...args, { text: joined(args) }].map(({ text }) => text).filter((text) => text !== "")
}

interface Parts {
  readonly first: Word
  readonly rest: ReadonlyArray<Word>
  readonly inputs: ReadonlyArray<Input>
}

/** Checks whether a word is an option after which a program still reads its input. */
const isFlag = ({ text }: Word): boolean => text.startsWith("-") && !/^(?:-[vVhl]|--version|--help|--list)$/.test(text)

/** Checks whether a word is an option, whose value may be the next word. */
const isOption = (word: Word | undefined): boolean => word?.text.startsWith("-") === true

const isUnknown = ({ isKnown }: { readonly isKnown: boolean }): boolean => !isKnown

const joined = (words: ReadonlyArray<Word>): string => words.map(({ text }) => text).join(" ")
