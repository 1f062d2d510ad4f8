// A word while its parts are read: what is known of it without the state of the shell.
import type { Replaced, Word } from "./Script.ts"

/** Text in double quotes, without them. */
export interface Quoted {
  readonly text: string
  /** The offset from which on the text is known. */
  readonly knownFrom: number
  /** The parts that the shell replaces. */
  readonly replaced: ReadonlyArray<{ readonly from: number; readonly to: number }>
}

/** Matches a `~` that is a home folder: at the start of a word, or of the value of an assignment. */
const home = /^([A-Za-z_]\w*\+?=)?~[^/:]*/

export class WordBuilder {
  text = ""
  isPlain = true
  #isKnown = true
  /** True if the shell may make several words of it, or none. */
  #isSplit = false
  /** The offset from which on the text is known. */
  #knownFrom = 0
  #hasBrace = false
  #hasPattern = false
  #replaced: Array<Replaced> | undefined

  /** Adds characters without quotes. Patterns and braces among them make names of files and several words. */
  bare(text: string): void {
    if (this.isPlain && text.includes("~")) this.#findHome(this.text + text)
    this.text += text
    const brace = text.indexOf("{")
    const isAlternative = (this.#hasBrace && /[,.]/.test(text)) || (brace !== -1 && /,|\.\./.test(text.slice(brace)))
    this.#hasBrace ||= brace !== -1
    if (isAlternative || /[*?[]/.test(text)) {
      this.#hasPattern = true
      this.#isUnknown(true)
    }
  }

  /** Adds characters that are quoted. */
  quoted(text: string): void {
    this.text += text
    this.isPlain = false
  }

  /** Adds a part that only the shell knows. `isSplit` is true if it may be several words. */
  unknown(text: string, isSplit: boolean): void {
    const from = this.text.length
    this.text += text
    this.#replace({ from, to: this.text.length, isQuoted: false })
    this.isPlain = false
    this.#isUnknown(isSplit)
  }

  /** Adds a part of which not even the shell's state shows the value. */
  opaque(text: string): void {
    this.text += text
    this.isPlain = false
    this.#hasPattern = true
    this.#isUnknown(false)
  }

  /** Adds quoted characters, of which the shell replaces some. */
  partlyKnown({ knownFrom, replaced, text }: Quoted, isSplit: boolean): void {
    const before = this.text.length
    this.text += text
    this.isPlain = false
    for (const { from, to } of replaced) this.#replace({ from: before + from, to: before + to, isQuoted: !isSplit })
    this.#isUnknown(isSplit)
    this.#knownFrom = before + knownFrom
  }

  word(): Word {
    const { isPlain, text } = this
    // `[` is the name of a command.
    const isKnown = this.#isKnown || (isPlain && /^\[\[?$/.test(text))
    const word = { text, isKnown, isPlain, program: this.#program(isKnown) }
    return this.#replaced === undefined || this.#hasPattern ? word : { ...word, replaced: this.#replaced }
  }

  #findHome(text: string): void {
    const [all, before = ""] = home.exec(text) ?? []
    if (all !== undefined && this.#replaced === undefined)
      this.#replace({ from: before.length, to: all.length, isQuoted: true })
  }

  #replace(part: Replaced): void {
    ;(this.#replaced ??= []).push(part)
  }

  #isUnknown(isSplit: boolean): void {
    this.#isKnown = false
    this.#isSplit ||= isSplit
    this.#knownFrom = this.text.length
  }

  #program(isKnown: boolean): string | undefined {
    const { text } = this
    const slash = text.lastIndexOf("/")
    const base = text.slice(slash + 1)
    // A lone `~` is the value of a variable, and `=x` is a path in zsh.
    if (base === "" || (slash === -1 && /^[~=]/.test(text))) return undefined
    return isKnown || (!this.#isSplit && slash !== -1 && slash >= this.#knownFrom) ? base : undefined
  }
}
