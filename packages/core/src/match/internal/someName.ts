// Patterns that no tool's name can match: an upper bound of the names of a regular expression, by the states that it can
// reach. A pattern that is not fully understood may match.

/**
 * Characters of tools' names in all agents and servers. Those of ASCII are tried first, because an expression with classes
 * of Unicode takes longer to compile than all else that a process does with a pattern.
 */
const isNameCharacter = (character: string): boolean =>
  /^[\w./:@-]$/.test(character) || /^[\p{L}\p{M}\p{N}]$/u.test(character)

/** Checks for half of a character that takes two code units. */
const isSurrogate = (character: string): boolean => /^[\ud800-\udfff]$/.test(character)

/** Checks whether a text can be the name of a tool. */
export const isToolName = (text: string): boolean =>
  /^[\w./:@-]+$/.test(text) || /^[\p{L}\p{M}\p{N}_./:@-]+$/u.test(text)

/** Examples of all characters that names have, for classes of characters. */
const samples: ReadonlyArray<string> = Array.from(
  "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:@éßæñжλ中あ"
)

/**
 * Sets of positions in a name at which a part of a pattern begins or ends, as bits: `start` is before the first character,
 * `inside` is after at least one, and `end` is where no other character can follow. `both` is the start of an empty name.
 */
const [start, inside, end, both] = [1, 2, 4, 8]

/**
 * A part of a pattern: the positions after it, for each position before it. It is a table and no function, because the parts
 * of nested repetitions would otherwise run once for each round of all those around them.
 */
interface Part {
  readonly start: number
  readonly inside: number
  readonly end: number
  readonly both: number
}

/** Returns the positions after a part, from those before it. */
const after = (part: Part, before: number): number =>
  ((before & start) === 0 ? 0 : part.start) |
  ((before & inside) === 0 ? 0 : part.inside) |
  ((before & end) === 0 ? 0 : part.end) |
  ((before & both) === 0 ? 0 : part.both)

const all: Part = { start, inside, end, both }

/** A part that consumes one character. */
const character: Part = { start: inside, inside, end: 0, both: 0 }

const never: Part = { start: 0, inside: 0, end: 0, both: 0 }

const caret: Part = { start, inside: 0, end: 0, both }

const dollar: Part = { start: both, inside: end, end, both }

const sequence = (one: Part, other: Part): Part => ({
  start: after(other, one.start),
  inside: after(other, one.inside),
  end: after(other, one.end),
  both: after(other, one.both)
})

const either = (one: Part, other: Part): Part => ({
  start: one.start | other.start,
  inside: one.inside | other.inside,
  end: one.end | other.end,
  both: one.both | other.both
})

/** Returns a part that may be repeated. With each squaring the rounds double, and there are four positions. */
const repeated = (part: Part, isOptional: boolean): Part => {
  const optional = either(all, part)
  const twice = sequence(optional, optional)
  const any = sequence(twice, twice)
  return isOptional ? any : sequence(part, any)
}

/** The parser of a pattern. It fails on syntax that it does not know. */
class Parser {
  readonly #source: string
  readonly #ignoreCase: boolean
  #at = 0

  constructor(source: string, ignoreCase: boolean) {
    this.#source = source
    this.#ignoreCase = ignoreCase
  }

  pattern(): Part | undefined {
    const part = this.#alternatives()
    return this.#at === this.#source.length ? part : undefined
  }

  #alternatives(): Part | undefined {
    let parts = never
    do {
      const part = this.#sequence()
      if (part === undefined) return undefined
      parts = either(parts, part)
    } while (this.#take("|"))
    return parts
  }

  #take(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false
    this.#at += text.length
    return true
  }

  #sequence(): Part | undefined {
    let parts = all
    while (this.#at < this.#source.length && !/[|)]/.test(this.#source.charAt(this.#at))) {
      const part = this.#repeated()
      if (part === undefined) return undefined
      parts = sequence(parts, part)
    }
    return parts
  }

  #repeated(): Part | undefined {
    const part = this.#atom()
    const found = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/.exec(this.#source.slice(this.#at))
    if (part === undefined || found === null) return part
    this.#at += found[0].length
    const isOptional = found[1] === undefined ? !found[0].startsWith("+") : Number(found[1]) === 0
    return repeated(part, isOptional)
  }

  #group(): Part | undefined {
    const looks = ["?=", "?!", "?<=", "?<!"].some((text) => this.#take(text))
    if (!looks && this.#take("?") && !this.#take(":")) {
      const name = /^<\w+>/.exec(this.#source.slice(this.#at))
      if (name === null) return undefined
      this.#at += name[0].length
    }
    const part = this.#alternatives()
    if (part === undefined || !this.#take(")")) return undefined
    // A condition on characters that another part consumes may hold.
    return looks ? all : part
  }

  #atom(): Part | undefined {
    const next = this.#source.charAt(this.#at++)
    switch (next) {
      case "(":
        return this.#group()
      case "[":
        return this.#class()
      case "^":
        return caret
      case "$":
        return dollar
      case ".":
        return character
      case "\\":
        return this.#escape()
      default:
        return isNameCharacter(next) || isSurrogate(next) ? character : never
    }
  }

  #ofExpression(source: string): Part | undefined {
    try {
      const expression = new RegExp(`^${source}$`, this.#ignoreCase ? "i" : "")
      return samples.some((sample) => expression.test(sample)) ? character : never
    } catch {
      // It may match.
      return undefined
    }
  }

  #class(): Part | undefined {
    const from = this.#at - 1
    while (this.#at < this.#source.length && this.#source[this.#at] !== "]") {
      this.#at += this.#source[this.#at] === "\\" ? 2 : 1
    }
    this.#at++
    const source = this.#source.slice(from, this.#at)
    // A class of other characters than the samples may match them.
    return /[^\x20-\x7e]/.test(source) || /\\[ux]/.test(source) ? character : this.#ofExpression(source)
  }

  /** Returns the character whose code follows, if one does. */
  #code(digits: RegExp): string | undefined {
    const [found] = digits.exec(this.#source.slice(this.#at)) ?? []
    if (found === undefined) return undefined
    this.#at += found.length
    return String.fromCharCode(Number.parseInt(found, 16))
  }

  #escape(): Part | undefined {
    const next = this.#source.charAt(this.#at++)
    if (next === "b" || next === "B") return all
    if (/[dDwWsS]/.test(next)) return this.#ofExpression(`\\${next}`)
    if (/[tnvrf]/.test(next)) return never
    // A number is a group before or an octal code, and with groups that have names `k` is one of those.
    if (/[0-9]/.test(next) || (next === "k" && this.#source.includes("(?<"))) return undefined
    const code = next === "x" ? this.#code(/^[\da-f]{2}/i) : next === "u" ? this.#code(/^[\da-f]{4}/i) : undefined
    if (code !== undefined) return isNameCharacter(code) || isSurrogate(code) ? character : never
    if (next === "c") {
      // With a letter a control character, else the backslash itself, before a letter of its own.
      if (/[A-Za-z]/.test(this.#source.charAt(this.#at))) this.#at++
      else this.#at--
      return never
    }
    // Every other letter is itself, also one that is a class or an anchor in other languages.
    return isNameCharacter(next) ? character : next === "" ? undefined : never
  }
}

/** The maximum length of a pattern that is analysed. */
const longestPattern = 4096

/** Checks whether some tool's name may match a regular expression, whichever tools there are. */
export const mayMatchSomeName = (source: string, ignoreCase: boolean): boolean => {
  if (source.length > longestPattern) return true
  const part = new Parser(source, ignoreCase).pattern()
  if (part === undefined) return true
  // The match may begin at any character, and names are not empty.
  return (after(part, start | inside) & (start | inside | end)) !== 0
}
