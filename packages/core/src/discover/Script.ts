/**
 * The script that a command starts, as far as its text shows without running it.
 *
 * @since 0.1.0
 */

/**
 * A script's path as written, and whether the command starts it directly, so that it must be executable.
 *
 * @category models
 * @since 0.1.0
 */
export interface Script {
  readonly path: string
  readonly direct: boolean
}

const interpreters = new Set(["sh", "bash", "dash", "zsh", "ksh", "python", "python3", "node", "ruby", "perl", "php"])

/**
 * Matches a word: quoted parts, escaped characters, variables, and characters without a meaning to the shell; then the
 * end of the word.
 */
const word = /^\s*((?:\$\{\w+\}|"(?:[^"\\`]|\\.)*"|'[^']*'|\\.|\$(?![({])|[^\s"'\\;|&<>()`*?[\]{}#$])+)(?=\s|$|[;|&<>])/

const assignment = /^\w+=/

/** Matches the beginning of a command that changes its folder. */
const changing = /^\s*cd\s+(?:--\s+)?/

/**
 * Matches a path in a folder that a variable names, as most commands begin: nothing in it is special but the variable and
 * double quotes.
 */
const inNamedFolder = /^"?\$\{(\w+)\}"?([^'"\\$]*)"?$/

/** Returns the value of a variable, or `undefined` if it is unset or empty. */
const valueIn = (env: Readonly<Record<string, string>>, name: string): string | undefined => {
  const value = env[name]
  return value === "" ? undefined : value
}

/** Expands a word. Returns `undefined` if it needs more than these variables. */
const valueOf = (text: string, env: Readonly<Record<string, string>>): string | undefined => {
  // Most words have nothing to expand.
  if (!/['"\\$~]/.test(text)) return text
  // Only the shell knows the home folder of another user.
  if (text.startsWith("~")) return undefined
  // At once, because to replace each part takes several times as long, and there may be a thousand files.
  const path = inNamedFolder.exec(text)
  if (path !== null) {
    const folder = valueIn(env, path[1] ?? "")
    return folder === undefined ? undefined : folder + (path[2] ?? "")
  }
  let unknown = false
  // Single quotes keep everything. Elsewhere a backslash keeps one character, and a dollar sign begins a variable, with a
  // default for one that is unset or empty. A dollar sign without a name, or another operator behind it, begins a
  // substitution that only the shell can evaluate.
  const value = text.replace(
    /'([^']*)'|\\(.)|\$(\w+)|\$\{(\w+)(?::?-[^{}]*)?\}|(\$)|"/g,
    (_, single?: string, escaped?: string, plain?: string, braced?: string, other?: string) => {
      const variable = plain ?? braced
      if (other !== undefined || (variable !== undefined && valueIn(env, variable) === undefined)) unknown = true
      return single ?? escaped ?? (variable === undefined ? "" : (env[variable] ?? ""))
    }
  )
  return unknown ? undefined : value
}

/** A word of a text, with the rest behind it. */
interface Word {
  readonly word: string
  readonly rest: string
}

/** Returns the first word of a text, with the rest of it. */
const firstWord = (text: string): Word | undefined => {
  const found = word.exec(text)
  return found?.[1] === undefined ? undefined : { word: found[1], rest: text.slice(found[0].length) }
}

/** Returns the first word that is no assignment, of a command that begins with a word. */
const programOf = (first: Word | undefined): Word | undefined => {
  let word = first
  while (word !== undefined && assignment.test(word.word)) word = firstWord(word.rest)
  return word
}

/**
 * Splits a command that changes its folder first: `cd FOLDER && …`. Returns the rest alone if it does not, and `undefined`
 * if its folder can't be known.
 */
const changesFolder = (
  command: string,
  value: (text: string) => string | undefined
): { readonly folder?: string; readonly rest: string } | undefined => {
  const cd = changing.exec(command)
  if (cd === null) return { rest: command }
  const target = firstWord(command.slice(cd[0].length))
  const next = target && /^\s*(?:&&|;|\n)/.exec(target.rest)
  const folder = target && value(target.word)
  // An option, as in `cd -P`, is no folder.
  if (target === undefined || !next || folder === undefined || folder.startsWith("-")) return undefined
  return { folder, rest: target.rest.slice(next[0].length) }
}

/**
 * Checks whether a command begins with a word, and the word ends there. Nothing behind its end is a part of a word, so that
 * of two such commands the first words are the same.
 */
const beginsWith = (command: string, start: string): boolean =>
  command.startsWith(start) && (command.length === start.length || wordEnd.test(command[start.length] ?? ""))

const wordEnd = /[\s;|&<>]/

const under = (folder: string, path: string): string =>
  path.startsWith("/") ? path : `${folder.replace(/\/+$/, "")}/${path.replace(/^(?:\.\/)+/, "")}`

const hasExtension = /\.(?:sh|bash|py|js|mjs|cjs|ts|rb|pl|php)(?=$|[\s"';|&])/

/**
 * Creates a function that expands words. Commands of one plugin mostly start the same few scripts, and most plugins have
 * one, so that the words are kept where there is a second one.
 */
const valuesIn = (env: Readonly<Record<string, string>>): ((text: string) => string | undefined) => {
  let first: string | undefined
  let firstValue: string | undefined
  let others: Map<string, string | undefined> | undefined
  return (text) => {
    if (text === first) return firstValue
    if (first === undefined) {
      first = text
      firstValue = valueOf(text, env)
      return firstValue
    }
    others ??= new Map()
    if (!others.has(text)) others.set(text, valueOf(text, env))
    return others.get(text)
  }
}

/** Finds the script of a command that begins with a word. */
const scriptIn = (start: Word | undefined, value: (text: string) => string | undefined): Script | undefined => {
  const program = programOf(start)
  const first = program && value(program.word)
  if (program === undefined || first === undefined) return undefined
  if (!interpreters.has(first)) return first.includes("/") ? { path: first, direct: true } : undefined
  const argument = firstWord(program.rest)
  const path = argument && value(argument.word)
  const names = path !== undefined && !path.startsWith("-") && (path.includes("/") || hasExtension.test(path))
  return names ? { path, direct: false } : undefined
}

/**
 * Checks cheaply whether a command can contain a script's path.
 *
 * @category guards
 * @since 0.1.0
 */
export const mayName = (command: string): boolean => command.includes("/") || hasExtension.test(command)

/**
 * Creates a function that finds the script of a command under these variables: its first word if that is a path, or the
 * first argument of an interpreter. The function returns `undefined` if the text does not show it.
 *
 * @category getters
 * @since 0.1.0
 */
export const reader = (env: Readonly<Record<string, string>>): ((command: string) => Script | undefined) => {
  const value = valuesIn(env)
  return (command) => scriptIn(firstWord(command), value)
}

/**
 * Like `reader`, but also finds the script behind `cd FOLDER && …`, with its path from the folder in which the command
 * starts. Commands that begin with the same script have the same result, because most files start one or two scripts.
 *
 * @category getters
 * @since 0.1.0
 */
export const readerInFolders = (env: Readonly<Record<string, string>>): ((command: string) => Script | undefined) => {
  const value = valuesIn(env)
  let start = ""
  let known: Script | undefined
  return (command) => {
    if (known !== undefined && beginsWith(command, start)) return known
    const changed = changesFolder(command, value)
    const first = changed && firstWord(changed.rest)
    const script = scriptIn(first, value)
    if (script === undefined || changed?.folder !== undefined) {
      return script === undefined || changed?.folder === undefined
        ? script
        : { ...script, path: under(changed.folder, script.path) }
    }
    if (first !== undefined && script.direct && !assignment.test(first.word)) {
      start = command.slice(0, command.length - first.rest.length)
      known = script
    }
    return script
  }
}

/**
 * Returns the program of a command, as far as its text shows: its first word, after `cd FOLDER &&`.
 *
 * @category getters
 * @since 0.1.0
 */
export const program = (command: string, env: Readonly<Record<string, string>>): string | undefined => {
  const value = valuesIn(env)
  const changed = changesFolder(command, value)
  const first = changed && programOf(firstWord(changed.rest))
  return first && value(first.word)
}
