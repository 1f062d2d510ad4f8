// The pattern of a rule on a shell command, such as the `git *` of `Bash(git *)`.
import { fits } from "../wildcards.ts"
import { isBuiltIn } from "./builtNames.ts"

export interface ShellRule {
  /** Checks whether the rule matches the text of one command. */
  readonly matches: (command: string) => boolean
  /**
   * Checks whether a text contains the words of the rule, in any order, or words that only in part are known and may be
   * these. The text may be of any language.
   */
  readonly isNamedIn: (text: string) => boolean
  /** Checks whether a text contains the first word of the rule as a part of any word. */
  readonly isPartOf: (text: string) => boolean
  /** Checks whether a command that begins with a text may match, whatever follows. */
  readonly mayBegin: (start: string) => boolean
  /** Checks whether the rule may be about a program. */
  readonly isOn: (program: string) => boolean
  /** True if the rule has more than the name of a program. */
  readonly isNarrow: boolean
}

/** Creates the test of a pattern for the text of one command. */
const testOf = (pattern: string): ((text: string) => boolean) => {
  if (pattern.endsWith(":*")) {
    const start = pattern.slice(0, -2)
    // `npm run test:*` is commonly used for `npm run test:unit` as well.
    return (text) => text === start || [" ", ":"].some((next) => fits(`${start}${next}*`, text))
  }
  // The part after the blank may be absent: `git *` also matches a bare `git`.
  return (text) => fits(pattern, text) || (pattern.endsWith(" *") && fits(pattern.slice(0, -2), text))
}

const plain = (text: string): string => text.replace(/["']/g, "").replace(/\s+/g, " ").trim()

/** Removes quotes, backslashes and continued lines. */
export const withoutQuotes = (text: string): string => text.replace(/\\\n|["'\\]/g, "")

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&")

const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

/**
 * A position in a text at which a name may begin: behind an option's letters, an escape or the sign of `${x:-y}`, and not
 * within a word.
 */
const begin = String.raw`(?:^|[^\w.-]|(?:^|[^\w-])-\w+|\\(?:[abefnrtv]|x[\da-f]{1,2}|[0-7]{1,3}|u[\da-f]{4})|\$\{\w+:?[-=+?])`

/** Returns a test for a word within a text: neither an option nor a part of a longer name. `*` is any end. */
const namerOf = (word: string): ((text: string) => boolean) => {
  const [start = ""] = word.split("*")
  const isStart = word.includes("*")
  const name = start.toLowerCase()
  const pattern = new RegExp(`${begin}${escaped(name)}${isStart ? "" : "(?![\\w:-])"}`)
  return (text) => {
    const lower = text.toLowerCase()
    const bare = withoutQuotes(lower)
    return (bare.includes(name) && (pattern.test(lower) || pattern.test(bare))) || isBuiltIn(name, lower, isStart)
  }
}

export const make = (content: string): ShellRule => {
  const test = testOf(content)
  const plainTest = testOf(plain(content))
  const [name = "", ...rest] = withoutQuotes(content)
    // `npm run test:*` is about `test` and `test:unit`; a name has no such ends.
    .replace(/:\*$/, () => (/\s/.test(content) ? "*" : ""))
    .split(/\s+/)
    .filter((word) => word !== "")
  const program = baseName(name).toLowerCase()
  const [programStart = ""] = program.split("*")
  const words = new Set([program, ...rest].filter((word) => word !== "" && !word.startsWith("*")))
  // Made one by one, because a text rarely has all words, and an expression for each takes long.
  const namers: Array<() => (text: string) => boolean> = Array.from(words, (word) => {
    let namer: ((text: string) => boolean) | undefined
    return () => (namer ??= namerOf(word))
  })
  const literals = [content, plain(content)].map((pattern) => pattern.replace(/(?::\*$|\*)[^]*/, ""))
  return {
    matches: (command) => test(command) || plainTest(plain(command)),
    isNamedIn: (text) => namers.every((namer) => namer()(text)),
    isPartOf: (text) => withoutQuotes(text).toLowerCase().includes(programStart),
    mayBegin: (start) => literals.some((literal) => literal.startsWith(start) || start.startsWith(literal)),
    isOn: (other) => other.toLowerCase().startsWith(programStart),
    isNarrow: content.startsWith("*") || /\s/.test(content.replace(/(?::| )?\*$/, ""))
  }
}
