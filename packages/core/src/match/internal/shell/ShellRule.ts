// The pattern of a rule on a shell command, such as the `git *` of `Bash(git *)`.
import { fits } from "../wildcards.ts"

export interface ShellRule {
  /** Checks whether the rule matches the text of one command. */
  readonly matches: (command: string) => boolean
  /** Checks whether a text contains the words of the rule, in any order. The text may be of any language. */
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

/** Returns a pattern for a word within a text: neither an option nor a part of a longer name. `*` is any end. */
const patternOf = (word: string): RegExp => {
  const [start = ""] = word.split("*")
  const end = word.includes("*") ? "" : "(?![\\w:-])"
  // In a text of another language an escape such as `\n` may precede the word.
  return new RegExp(`(?:^|[^\\w.-]|\\\\[nrtvf])${escaped(start)}${end}`, "i")
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
  const patterns = [program, ...rest].filter((word) => word !== "" && !word.startsWith("*")).map(patternOf)
  const literals = [content, plain(content)].map((pattern) => pattern.replace(/(?::\*$|\*)[^]*/, ""))
  return {
    matches: (command) => test(command) || plainTest(plain(command)),
    isNamedIn: (text) => {
      const bare = withoutQuotes(text)
      return patterns.every((pattern) => pattern.test(text) || pattern.test(bare))
    },
    isPartOf: (text) => withoutQuotes(text).toLowerCase().includes(programStart),
    mayBegin: (start) => literals.some((literal) => literal.startsWith(start) || start.startsWith(literal)),
    isOn: (other) => other.toLowerCase().startsWith(programStart),
    isNarrow: content.startsWith("*") || /\s/.test(content.replace(/(?::| )?\*$/, ""))
  }
}
