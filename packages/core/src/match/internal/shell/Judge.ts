// Decides whether the commands of a script may be meant by a rule. Everything that the text leaves open is meant.
import { type Budget, orUnclear } from "./Budget.ts"
import { Files } from "./Files.ts"
import { judgeFind } from "./findProgram.ts"
import { judgeOther } from "./otherPrograms.ts"
import * as programs from "./programs.ts"
import { type Options, readExpansions, readScript } from "./readScript.ts"
import type { Command, Input, Script, Word } from "./Script.ts"
import { type ShellRule, withoutQuotes } from "./ShellRule.ts"
import { judgeSed } from "./sedProgram.ts"
import { judgeShell } from "./shellPrograms.ts"
import { WholeText } from "./WholeText.ts"
import { judgeWrapper } from "./wrapperPrograms.ts"

/** The options of a rule's dialect. */
export interface Reach {
  /** True if a rule on more than a program's name matches wherever the shell expands something. */
  readonly besideExpansions: boolean
}

/** Limits texts in texts, and programs behind programs. */
const deepest = 6

/** A substitution in quotes, which the shell runs in a subscript where it wants a number. */
const substitution = /\$\(|`/
/** Variables whose values the shell runs or expands by itself. */
const evaluated = /(?:^|\W)(?:PS4|PROMPT_COMMAND|BASH_ENV|BASH_FUNC_\w+)(?!\w)/

export class Judge {
  readonly rule: ShellRule
  readonly whole: WholeText
  readonly #reach: Reach
  readonly #budget: Budget
  readonly files: Files
  #isBash = true
  /** The texts that were read, in each of which a file can be written. */
  readonly #scripts: Array<Script> = []
  /** The texts of files that were judged. */
  readonly #written = new Set<string>()

  constructor(rule: ShellRule, whole: string, budget: Budget, reach: Reach) {
    this.rule = rule
    this.whole = new WholeText(whole, rule)
    this.files = new Files(budget)
    this.#budget = budget
    this.#reach = reach
  }

  /** Checks the whole text, with the files that it writes and runs. */
  decide(): boolean {
    if (evaluated.test(withoutQuotes(this.whole.text))) return true
    return orUnclear(() => this.text(this.whole.text, 0) || this.#runsWritten()) ?? true
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
    return { budget: this.#budget, isBash: this.#isBash, setsHome: this.whole.setsHome }
  }

  #script(script: Script, depth: number): boolean {
    const { commands, expands } = script
    this.#scripts.push(script)
    if (this.#reach.besideExpansions && this.rule.isNarrow && expands) return true
    return commands.some((command) => this.#command(command, depth))
  }

  /** Checks the substitutions in the subscripts of a text, which the shell runs where it wants a number. */
  #subscripts(text: string, depth: number): boolean {
    const at = text.indexOf("[")
    return (
      at !== -1 &&
      substitution.test(text.slice(at)) &&
      (this.whole.isNamed || this.expansions(text.slice(at), depth + 1))
    )
  }

  /** Checks the substitutions in a text that a shell may run. */
  expansions(text: string, depth: number): boolean {
    return depth > deepest || this.#script(readExpansions(text, this.#options), depth)
  }

  #command({ assignments, inputs, nameAt, raw, words }: Command, depth: number): boolean {
    this.#budget.spend(2 * raw.length)
    if (this.rule.matches(raw) || (nameAt > 0 && this.rule.matches(raw.slice(nameAt)))) return true
    if (assignments.some(({ text }) => substitution.test(text)) && this.whole.isNamed) return true
    if (assignments.some(({ text }) => this.#subscripts(text, depth))) return true
    if (words.length === 0) return false
    return assignments.some(({ text }) => this.rule.isNamedIn(text)) || this.words(words, inputs, depth)
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
    if (name === "eval") return rest.some(isUnknown) || this.text(joined(rest), depth + 1)
    if (name === "." || name === "source") return this.runFile(rest[0])
    if (programs.shells.has(name)) return judgeShell(this, name, { rest, inputs }, depth)
    if (name === "find") return judgeFind(this, rest, depth)
    if (programs.wrappers.has(name)) return judgeWrapper(this, name, rest, inputs, depth)
    if (programs.renamers.has(name)) return rest.some(({ text }) => text !== "-r")
    const isPath = first.text.includes("/")
    if (isPath || this.whole.setsPath) this.files.run(first.program ?? "", this.#isBash)
    if (programs.setters.has(name)) return this.names(rest)
    if (programs.copiers.has(name)) this.files.touch(name, rest, inputs)
    if (programs.inert.has(name)) return this.#inert(name, rest, inputs, depth)
    if (name === "sed") {
      this.files.touch(name, rest, inputs)
      return judgeSed(this, rest)
    }
    // The scripts of a project are not followed.
    return judgeOther(this, name, { rest, inputs, isTool: isPath || programs.isTool(name) }, depth)
  }

  #inert(name: string, rest: ReadonlyArray<Word>, inputs: ReadonlyArray<Input>, depth: number): boolean {
    if (rest.some(({ text }) => /^-\w*o|^--out/.test(text))) this.files.touch(name, rest, inputs)
    const options = rest.filter(({ text }) => programs.isRunning(name, text))
    if (options.length === 0) return false
    if (options.some(({ text }) => text.startsWith("-") && this.rule.isPartOf(text))) return true
    if (name === "git" && options.some((option) => this.#address(option, depth))) return true
    // The first word is its own command, such as `git rm`.
    const others = isOption(rest[0]) ? rest : rest.slice(1)
    return judgeOther(this, name, { rest: others, inputs, isTool: true }, depth)
  }

  /** Checks an address of git that is a command. */
  #address({ isKnown, text }: Word, depth: number): boolean {
    const command = programs.commandOfAddress(text)
    return command !== undefined && (!isKnown || this.text(command, depth + 1))
  }

  /** Checks a file that a shell runs. The text may have written it. */
  runFile(word: Word | undefined, isBash: boolean = this.#isBash): boolean {
    if (word?.program === undefined || /[<>]\(|^\/(?:dev|proc)\//.test(word.text)) return true
    this.files.run(word.program, isBash)
    return false
  }

  /** Checks whether the text writes files and runs files, of which one may be meant. */
  #runsWritten(): boolean {
    const { files } = this
    if (!files.isRun) return false
    const commands = (): ReadonlyArray<Command> => {
      const all = this.#scripts.flatMap((script) => script.commands)
      this.#budget.spend(all.length)
      return all
    }
    if (this.whole.isNamed && files.isWritten(commands())) return true
    // A written text may write and run others.
    for (let from = 0; from < this.#scripts.length;) {
      from = this.#scripts.length
      const written = files.written(commands())
      if (written === undefined || written.others.some(programs.mayCall)) return true
      for (const text of written.shell) {
        if (this.#written.has(text)) continue
        this.#written.add(text)
        if (this.text(text, 1, files.isBashOnly && !otherShell.test(text))) return true
      }
    }
    return false
  }
}

/** The first line of a script of another shell than bash. */
const otherShell = /^#!(?!.*\bbash\b)/

interface Parts {
  readonly first: Word
  readonly rest: ReadonlyArray<Word>
  readonly inputs: ReadonlyArray<Input>
}

/** Checks whether a word is an option, whose value may be the next word. */
const isOption = (word: Word | undefined): boolean => word?.text.startsWith("-") === true

const isUnknown = ({ isKnown }: { readonly isKnown: boolean }): boolean => !isKnown

const joined = (words: ReadonlyArray<Word>): string => words.map(({ text }) => text).join(" ")
