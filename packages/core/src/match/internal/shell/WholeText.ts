// Facts of a whole text, each looked for at most once.
import * as programs from "./programs.ts"
import type { ShellRule } from "./ShellRule.ts"

/** An assignment to `HOME`, or anything else but its value. */
const home = /(?:^|[^${\w])HOME/
/** An assignment to `PATH`, by which the name of a program may be that of a file which the text writes. */
const path = /(?:^|\W)PATH\+?=/
/** Programs by which a file becomes one that can be run. */
const modes = /\b(?:chmod|install|umask|cp|mv|ln)\b/
/** A variable that names the file which an interactive shell begins with. */
const start = /\bENV\b/

export class WholeText {
  readonly text: string
  readonly #rule: ShellRule
  #isNamed: boolean | undefined
  #mayCall: boolean | undefined
  #setsHome: boolean | undefined
  #setsPath: boolean | undefined
  #setsModes: boolean | undefined

  constructor(text: string, rule: ShellRule) {
    this.text = text
    this.#rule = rule
  }

  /** Checks whether the whole text contains the rule's words. */
  get isNamed(): boolean {
    this.#isNamed ??= this.#rule.isNamedIn(this.text)
    return this.#isNamed
  }

  /** Checks whether a program of another language may run any program, if it reads a part of the text. */
  get mayCall(): boolean {
    this.#mayCall ??= programs.mayCall(this.text)
    return this.#mayCall
  }

  /** Checks whether the text changes the folders in which programs are found. */
  get setsPath(): boolean {
    this.#setsPath ??= path.test(this.text)
    return this.#setsPath
  }

  /** Checks whether the text may make a file one that can be run. */
  get setsModes(): boolean {
    this.#setsModes ??= modes.test(this.text)
    return this.#setsModes
  }

  /** Checks whether a program may read what the text feeds it. */
  get feeds(): boolean {
    return /[|<]/.test(this.text)
  }

  /**
   * Checks whether a program of a name may read what the text feeds it. A pipe feeds what is behind it, and a redirection
   * also what is before it. A name that is not in the text as it is may be anywhere.
   */
  feedsTo(name: string): boolean {
    if (this.text.includes("<")) return true
    const pipe = this.text.replaceAll("||", "  ").indexOf("|")
    const last = this.text.lastIndexOf(name)
    return pipe !== -1 && (last === -1 || pipe < last)
  }

  /** Checks whether `HOME` may be set to anything. */
  get setsHome(): boolean {
    this.#setsHome ??= home.test(this.text)
    return this.#setsHome
  }

  /** Checks whether a variable may name the file which an interactive shell begins with. */
  get setsStart(): boolean {
    return start.test(this.text)
  }
}
