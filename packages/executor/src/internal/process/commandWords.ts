/** The words of a shell text that are in command position, as patterns of what they may expand to. */

/** Words before a command or the script of a shell. */
const prefixes = new Set([
  "!",
  "{",
  "if",
  "then",
  "else",
  "elif",
  "while",
  "until",
  "do",
  "time",
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
  "ksh"
])

/** Matches a word with its quotes, escapes and expansions, or one operator. */
const token =
  /(?:\\[\s\S]|"(?:[^"\\]|\\[\s\S])*"|'[^']*'|\$\([^()]*\)|\$\{[^}]*\}|`[^`]*`|[^\s;&|()<>"'\\`])+|[;&|()\n]+|[<>]+&?/g

const isOperator = (text: string): boolean => /^[;&|()\n]/.test(text)

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, "\\$&")

/** Keeps two expansions of a pattern at most, because each one multiplies the time of a search. */
const bounded = (pattern: string): string => {
  const [first = "", ...rest] = pattern.split(".*")
  const last = rest.at(-1)
  return last === undefined ? first : rest.length < 3 ? pattern : `${first}.*${last}`
}

/** Converts a word as written to a pattern: an expansion may be any text. */
const patternOf = (word: string): string => bounded(unbounded(word))

const unbounded = (word: string): string =>
  word.replaceAll(
    /'([^']*)'|\\([\s\S])|\$\([^()]*\)|\$\{[^}]*\}|\$\w+|\$[@*#?!$-]|`[^`]*`|"|[^'"\\$`]+|[\s\S]/g,
    (part, single: string | undefined, one: string | undefined) => {
      if (single !== undefined) return escaped(single)
      if (one !== undefined) return escaped(one)
      if (part === '"') return ""
      return /^[$`]/.test(part) && part.length > 1 ? ".*" : escaped(part)
    }
  )

/** Matches a substitution, which no single quotes keep from being a command. */
const substitution = /'[^']*'|\$\(([^()]*)\)|`([^`]*)`/g

/** Returns the texts of a word that are commands of their own: its substitutions, and all of it for a shell. */
const innerOf = (word: string, isText: boolean): ReadonlyArray<string> => {
  const inner = [...word.matchAll(substitution)].flatMap(([, one, other]) => one ?? other ?? [])
  return isText ? [...inner, word.replace(/^(['"])([\s\S]*)\1$/, "$2")] : inner
}

/** Matches words after which a word is a text for a shell. */
const beforeText = /^(?:-\w*c|eval|trap)$/

const depthLimit = 4

/** The maximum length of a text whose words are read. */
const mostRead = 32_768

/** The words of a text as patterns. */
export interface Words {
  readonly all: ReadonlyArray<string>
  /** Those in command position, and the scripts of shells. */
  readonly commands: ReadonlyArray<string>
}

/** Returns the words of a text. Where it can't be certain, it takes a word for a command. */
export const wordsOf = (text: string, depth = 0): Words => {
  const all: Array<string> = []
  const commands: Array<string> = []
  let isNext = true
  let isFile = false
  let before = ""
  // A continued line is one line.
  for (const [each] of text.slice(0, mostRead).replaceAll("\\\n", " ").matchAll(token)) {
    if (/^[<>]/.test(each)) {
      isFile = true
      continue
    }
    if (isOperator(each)) {
      isNext = true
      isFile = false
      continue
    }
    const pattern = patternOf(each)
    if (!isFile) {
      all.push(pattern)
      if (isNext && !/^\w+=/.test(each)) {
        commands.push(pattern)
        isNext = prefixes.has(each) || each.startsWith("-")
      }
      for (const inner of depth < depthLimit ? innerOf(each, beforeText.test(before)) : []) {
        const found = wordsOf(inner, depth + 1)
        all.push(...found.all)
        commands.push(...found.commands)
      }
      before = each
    }
    isFile = false
  }
  return { all, commands }
}

/** Checks whether one of the patterns is the whole text, or the end of a path. */
export const isOneOf = (patterns: ReadonlyArray<string>, text: string): boolean =>
  patterns.some((pattern) => pattern !== "" && new RegExp(`^(?:${pattern})$`, "s").test(text))

/** Like `isOneOf`, but a relative word is also the end of an absolute path. */
export const isPathOf = (patterns: ReadonlyArray<string>, path: string): boolean =>
  patterns.some((pattern) => {
    const relative = pattern.replace(/^(?:\\\.\\\/)+/, "")
    // An expansion alone would be any path.
    return /[^.*]/.test(relative) && new RegExp(`^(?:.*/)?(?:${relative})$`, "s").test(path)
  })
