/**
 * The script that a command starts, as far as its text tells without running anything.
 *
 * @since 0.1.0
 */

/**
 * A script's path as the command has it, and whether the command starts it by itself, so that it needs its run bit.
 *
 * @category models
 * @since 0.1.0
 */
export interface Script {
  readonly path: string
  readonly direct: boolean
}

const interpreters = new Set(["sh", "bash", "dash", "zsh", "ksh", "python", "python3", "node", "ruby", "perl", "php"])

/** A word: quoted parts, escaped characters, variables, and anything that means nothing to a shell; then its end. */
const word = /^\s*((?:\$\{\w+\}|"(?:[^"\\`]|\\.)*"|'[^']*'|\\.|\$(?![({])|[^\s"'\\;|&<>()`*?[\]{}#$])+)(?=\s|$|[;|&<>])/

const assignment = /^\w+=/

/** What a word comes to. Of a word that needs more than these variables nothing can be told. */
const valueOf = (text: string, env: Readonly<Record<string, string>>): string | undefined => {
  let value = ""
  // Single quotes keep everything; elsewhere a backslash keeps one character, and a dollar begins a variable.
  for (const [all, single, escaped, variable] of text.matchAll(/'([^']*)'|\\(.)|\$\{?(\w*)\}?|[^"]/g)) {
    const part = single ?? escaped ?? (variable === undefined ? all : env[variable])
    // A dollar without a name is a command's output, or something else that only a shell knows.
    if (part === undefined) return undefined
    value += part
  }
  return value
}

/** The words at the beginning of a command, up to the first thing that only a shell understands. */
const wordsOf = (command: string, env: Readonly<Record<string, string>>): ReadonlyArray<string> => {
  const words: Array<string> = []
  let rest = command
  while (words.length < 3) {
    const found = word.exec(rest)
    if (found?.[1] === undefined) break
    rest = rest.slice(found[0].length)
    if (words.length === 0 && assignment.test(found[1])) continue
    const value = valueOf(found[1], env)
    if (value === undefined) break
    words.push(value)
  }
  return words
}

const hasExtension = /\.(?:sh|bash|py|js|mjs|cjs|ts|rb|pl|php)(?=$|[\s"';|&])/

/**
 * Whether a command can name a script at all: a cheap question before the costly one.
 *
 * @category guards
 * @since 0.1.0
 */
export const mayName = (command: string): boolean => command.includes("/") || hasExtension.test(command)

/**
 * The script that a shell's command starts: its first word where that is a path, or the first argument of an
 * interpreter. Nothing where the text alone does not tell.
 *
 * @category getters
 * @since 0.1.0
 */
export const of = (command: string, env: Readonly<Record<string, string>>): Script | undefined => {
  const [first, second] = wordsOf(command, env)
  if (first === undefined) return undefined
  if (interpreters.has(first)) {
    const names = second !== undefined && !second.startsWith("-") && (second.includes("/") || hasExtension.test(second))
    return names ? { path: second, direct: false } : undefined
  }
  return first.includes("/") ? { path: first, direct: true } : undefined
}
