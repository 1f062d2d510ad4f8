// A word while its parts are read: what is known of it without the state of the shell.
import type { Word } from "./Script.ts"

export class WordBuilder {
  text = ""
  isPlain = true
  #isKnown = true
  /** True if the shell may make several words of it, or none. */
  #isSplit = false
  /** The offset from which on the text is known. */
  #knownFrom = 0
  #hasBrace = false

  /** Adds characters without quotes. Patterns and braces among them make names of files and several words. */
  bare(text: string): void {
    this.text += text
    const brace = text.indexOf("{")
    const isAlternative = (this.#hasBrace && /[,.]/.test(text)) || (brace !== -1 && /,|\.\./.test(text.slice(brace)))
    this.#hasBrace ||= brace !== -1
    if (isAlternative || /[*?[]/.test(text)) this.#isUnknown(true)
  }

  /** Adds characters that are quoted. */
  quoted(text: string): void {
    this.text += text
    this.isPlain = false
  }

  /** Adds a part that only the shell knows. `isSplit` is true if it may be several words. */
  unknown(text: string, isSplit: boolean): void {
    this.text += text
    this.isPlain = false
    this.#isUnknown(isSplit)
  }

  /** Adds quoted characters that are unknown up to an offset. */
  partlyKnown(text: string, knownFrom: number, isSplit: boolean): void {
    const before = this.text.length
    this.unknown(text, isSplit)
    this.#knownFrom = before + knownFrom
  }

  word(): Word {
    const { isPlain, text } = this
    // `[` is the name of a command.
    const isKnown = this.#isKnown || (isPlain && /^\[\[?$/.test(text))
    return { text, isKnown, isPlain, program: this.#program(isKnown) }
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
