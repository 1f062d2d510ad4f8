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
  // Most words mean just what they say.
  if (!/['"\\$~]/.test(text)) return text
  // Whose home that is, only the shell knows.
  if (text.startsWith("~")) return undefined
  let unknown = false
  // Single quotes keep everything; elsewhere a backslash keeps one character, and a dollar begins a variable. A dollar
  // without a name is a command's output, or something else that only a shell knows.
  const value = text.replace(
    /'([^']*)'|\\(.)|\$\{?(\w*)\}?|"/g,
    (_, single: string | undefined, escaped: string | undefined, variable: string | undefined) => {
      if (variable !== undefined && env[variable] === undefined) unknown = true
      return single ?? escaped ?? (variable === undefined ? "" : (env[variable] ?? ""))
    }
  )
  return unknown ? undefined : value
}

/** The first word of a text, with what follows it. */
const firstWord = (text: string): { readonly word: string; readonly rest: string } | undefined => {
  const found = word.exec(text)
  return found?.[1] === undefined ? undefined : { word: found[1], rest: text.slice(found[0].length) }
}

/** The first word that is no assignment. */
const programOf = (command: string): ReturnType<typeof firstWord> => {
  let first = firstWord(command)
  while (first !== undefined && assignment.test(first.word)) first = firstWord(first.rest)
  return first
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
 * A reader for commands that are given these variables: it finds the script that a command starts, which is its first
 * word where that is a path, or the first argument of an interpreter, and nothing where the text alone does not tell.
 *
 * @category getters
 * @since 0.1.0
 */
export const reader = (env: Readonly<Record<string, string>>): ((command: string) => Script | undefined) => {
  // A plugin's commands mostly start the same few scripts.
  const values = new Map<string, string | undefined>()
  const value = (text: string): string | undefined => {
    if (!values.has(text)) values.set(text, valueOf(text, env))
    return values.get(text)
  }
  return (command) => {
    const program = programOf(command)
    const first = program && value(program.word)
    if (program === undefined || first === undefined) return undefined
    if (!interpreters.has(first)) return first.includes("/") ? { path: first, direct: true } : undefined
    const argument = firstWord(program.rest)
    const path = argument && value(argument.word)
    const names = path !== undefined && !path.startsWith("-") && (path.includes("/") || hasExtension.test(path))
    return names ? { path, direct: false } : undefined
  }
}
