/** The words of a command as patterns of what they may expand to. */
import type { Simple } from "./shellTree.ts"

/** Words before a command or the script of a shell. */
const prefixes = new Set([
  "exec",
  "command",
  "builtin",
  "eval",
  "nohup",
  "source",
  ".",
  "sh",
  "bash",
  "dash",
  "zsh",
  "ksh",
  "do",
  "then",
  "else"
])

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, "\\$&")

/** Keeps two expansions of a pattern at most, because each one multiplies the time of a search. */
const bounded = (pattern: string): string => {
  const [first = "", ...rest] = pattern.split(".*")
  const last = rest.at(-1)
  return last === undefined ? first : rest.length < 3 ? pattern : `${first}.*${last}`
}

const unbounded = (word: string): string =>
  word.replaceAll(
    /'([^']*)'|\\([\s\S])|\$\((?:[^()]|\([^()]*\))*\)|\$\{[^}]*\}|\$\w+|\$[@*#?!$-]|`[^`]*`|"|[^'"\\$`]+|[\s\S]/g,
    (part, single: string | undefined, one: string | undefined) => {
      if (single !== undefined) return escaped(single)
      if (one !== undefined) return escaped(one)
      if (part === '"') return ""
      return /^[$`]/.test(part) && part.length > 1 ? ".*" : escaped(part)
    }
  )

/** The maximum length of a word that is compared. A longer one is a text. */
const longestWord = 4096

/** Converts a word as written to a pattern: an expansion may be any text. */
export const patternOf = (word: string): string => (word.length > longestWord ? "" : bounded(unbounded(word)))

/** The words of a command as patterns. */
export interface Words {
  readonly all: ReadonlyArray<string>
  /** Those in command position, and the scripts of shells. */
  readonly commands: ReadonlyArray<string>
}

const known = new WeakMap<Simple, Words>()

const read = ({ words }: Simple): Words => {
  const commands: Array<string> = []
  let isNext = true
  for (const word of words) {
    if (isNext && !/^\w+\+?=/.test(word)) {
      commands.push(patternOf(word))
      isNext = prefixes.has(word) || word.startsWith("-")
    }
  }
  return { all: words.map(patternOf), commands }
}

/** Returns the words of a command. Where it can't be certain, it takes a word for a command. */
export const wordsOf = (command: Simple): Words => {
  const words = known.get(command) ?? read(command)
  known.set(command, words)
  return words
}

/** Returns the text of a pattern without expansions, or the end behind its first one, as in `$DIR/guard.sh`. */
export const literalOf = (pattern: string): string | undefined => {
  const rest = pattern.replace(/^\.\*(?:\\\/)?/, "")
  return rest.includes(".*") ? undefined : rest.replaceAll(/\\([\s\S])/g, "$1")
}

/** Checks whether one of the patterns is the whole text. */
export const isOneOf = (patterns: ReadonlyArray<string>, text: string): boolean =>
  patterns.some((pattern) => pattern !== "" && new RegExp(`^(?:${pattern})$`, "s").test(text))

/** Like `isOneOf`, but a relative word is also the end of an absolute path. */
export const isPathOf = (patterns: ReadonlyArray<string>, path: string): boolean =>
  patterns.some((pattern) => {
    const relative = pattern.replace(/^(?:\\\.\\\/)+/, "")
    // An expansion alone would be any path.
    return /[^.*]/.test(relative) && new RegExp(`^(?:.*/)?(?:${relative})$`, "s").test(path)
  })
