/**
 * Parses assignments like a shell, without executing anything: values are only texts. A line that would need a command
 * or an unknown variable is a problem.
 */

import { endsOfStatements } from "@hookline/core/kit/match/internal/shell/statement"

/** The variables that were set and unset, in order, and the lines that can't be parsed. */
export interface Assignments {
  readonly changes: ReadonlyArray<Change>
  readonly problems: ReadonlyArray<{ readonly line: number; readonly text: string }>
}

export type Change =
  | { readonly _tag: "Set"; readonly name: string; readonly value: string }
  | { readonly _tag: "Unset"; readonly name: string }

const isName = (text: string): boolean => /^[A-Za-z_][A-Za-z0-9_]*$/.test(text)

/** The value of a word and the offset of its end, or the reason for which it has no fixed value. */
type Word = { readonly text: string; readonly end: number } | { readonly problem: string }

/**
 * Checks for a blank of a shell: no other one of Unicode divides words. A carriage return is one at the end of a line, because
 * files are written on all systems.
 */
const isBlank = (text: string, at: number): boolean => {
  const character = text[at]
  if (character === "\r") return at + 1 === text.length || text[at + 1] === "\n"
  return character === " " || character === "\t" || character === "\n"
}

/** Checks for the end of a word, outside of quotes. */
const isEnd = (text: string, at: number): boolean => isBlank(text, at) || /[;&|]/.test(text[at] ?? "")

/** Outside of quotes these characters need a shell. */
const special: Readonly<Record<string, string>> = {
  "(": "a list or a subshell",
  ")": "a list or a subshell",
  "<": "a redirection",
  ">": "a redirection",
  "`": "what a command prints",
  "*": "names of files",
  "?": "names of files",
  "[": "names of files"
}

const escapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  "\\": "\\",
  "'": "'",
  '"': '"',
  e: "\u001B"
}

/** A process gets no variable that is longer than about twice this. */
const longest = 65_536

const tooLong = { problem: `it is longer than ${longest} bytes` }

type Lookup = (name: string) => string | undefined

/** A shell joins lines before it reads names, so the next line may continue a name. */
const isContinued = (text: string, at: number): boolean => text.startsWith("\\\n", at)

const joined = { problem: "a line ends within $… (write it in one)" }

const joinedHome = { problem: "a line ends beside ~ (write it in one)" }

/** Expands the variable at a dollar sign, or returns the reason for which it is unknown. */
const variableAt = (text: string, at: number, lookup: Lookup): Word => {
  const [all, braced, plain] = /^\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/.exec(text.slice(at, at + 300)) ?? []
  const name = braced ?? plain
  if (isContinued(text, at + (braced === undefined ? (all?.length ?? 1) : 1))) return joined
  if (all !== undefined && name !== undefined) return { text: lookup(name) ?? "", end: at + all.length }
  const next = text[at + 1] ?? ""
  if (next === "(" || next === "{") return { problem: "it would have to run something ($…)" }
  if (/[$?!#@*\d-]/.test(next)) return { problem: `$${next} is known to a shell alone` }
  return { text: "$", end: at + 1 }
}

const singleQuoted = (text: string, at: number): Word => {
  const end = text.indexOf("'", at + 1)
  return end < 0 ? { problem: "a quote (') is not closed" } : { text: text.slice(at + 1, end), end: end + 1 }
}

/** Parses `$'…'` like bash. */
const ansiQuoted = (text: string, at: number): Word => {
  let value = ""
  for (let index = at + 2; index < text.length; index++) {
    const character = text[index] ?? ""
    if (character === "'") return { text: value, end: index + 1 }
    if (character !== "\\") value += character
    else {
      const next = text[++index] ?? ""
      const escaped = escapes[next]
      if (escaped === undefined) return { problem: `\\${next} in $'…' is not understood` }
      value += escaped
    }
  }
  return { problem: "a quote ($') is not closed" }
}

const doubleQuoted = (text: string, at: number, lookup: Lookup): Word => {
  let value = ""
  let index = at + 1
  while (index < text.length) {
    const character = text[index] ?? ""
    if (character === '"') return { text: value, end: index + 1 }
    if (character === "`") return { problem: "it would have to run something (`…`)" }
    if (character === "$") {
      const variable = variableAt(text, index, lookup)
      if ("problem" in variable) return variable
      value += variable.text
      if (value.length > longest) return tooLong
      index = variable.end
    } else if (character === "\\") {
      const next = text[index + 1] ?? ""
      // A backslash escapes only these characters, and a backslash before a line break removes both.
      if (next !== "\n") value += '$`"\\'.includes(next) ? next : `\\${next}`
      index += 2
    } else {
      value += character
      index++
    }
  }
  return { problem: 'a quote (") is not closed' }
}

/** Parses one piece of a word, quoted or not. */
const piece = (text: string, at: number, lookup: Lookup): Word => {
  const character = text[at] ?? ""
  if (character === "'") return singleQuoted(text, at)
  if (character === '"') return doubleQuoted(text, at, lookup)
  if (character === "$") return text[at + 1] === "'" ? ansiQuoted(text, at) : variableAt(text, at, lookup)
  if (character === "\\") return { text: text[at + 1] === "\n" ? "" : (text[at + 1] ?? "\\"), end: at + 2 }
  const meaning = special[character]
  return meaning === undefined ? { text: character, end: at + 1 } : { problem: `${character} would be ${meaning}` }
}

/** Checks whether a tilde is expanded here: at the beginning of a value, and after each colon in it. */
const isHomePlace = (text: string, at: number, start: number, isAfterEquals: boolean): boolean => {
  if (text[at] !== "~" || at === start) return false
  const before = text[at - 1]
  return (
    isAfterEquals &&
    (before === ":" ? text[at - 2] !== "\\" : before === "=" && !text.slice(start, at - 1).includes("="))
  )
}

const homeAt = (text: string, at: number, lookup: Lookup): Word => {
  const next = text[at + 1] ?? ""
  if (/[\w.-]/.test(next)) return { problem: "~ would be another user's home" }
  return {
    text: next === "" || next === "/" || next === ":" || isEnd(text, at + 1) ? (lookup("HOME") ?? "~") : "~",
    end: at + 1
  }
}

const notLiteral = { problem: "it would be split into words (write the name without quotes and variables)" }

/** A shell splits what it expands without quotes, but in an assignment, and its name has to be literal to be one. */
const isSplit = (text: string, at: number): boolean => (text[at] === "$" && text[at + 1] !== "'") || text[at] === "~"

const wordAt = (text: string, start: number, lookup: Lookup, isAssignment: boolean): Word => {
  let value = ""
  let at = start
  let isAfterEquals = false
  while (at < text.length && !isEnd(text, at)) {
    if (!isAssignment && isSplit(text, at)) return notLiteral
    if (text[at] === "~" && (isContinued(text, at - 2) || isContinued(text, at + 1))) return joinedHome
    const part = isHomePlace(text, at, start, isAfterEquals) ? homeAt(text, at, lookup) : piece(text, at, lookup)
    if ("problem" in part) return part
    isAfterEquals ||= text[at] === "="
    value += part.text
    if (value.length > longest) return tooLong
    at = part.end
  }
  return { text: value, end: at }
}

/**
 * Creates a function that returns the line of an offset. Offsets must ascend, so that a file of bad lines is counted in
 * one pass.
 */
const counter = (text: string): ((at: number) => number) => {
  let line = 1
  let next = text.indexOf("\n")
  return (at) => {
    while (next >= 0 && next < at) {
      line++
      next = text.indexOf("\n", next + 1)
    }
    return line
  }
}

/** Checks whether a statement ends the file for the shell that reads it. */
const isLast = (text: string, at: number): boolean => /^(?:return|exit)(?![^\s;&|#])/.test(text.slice(at, at + 7))

/** Returns the offset of the next line. */
const nextLine = (text: string, at: number): number => {
  const end = text.indexOf("\n", at)
  return end < 0 ? text.length : end + 1
}

/** The maximum size of all variables. With more, no process could be spawned, and no guard could run. */
const mostBytes = 1 << 20

const whyNoValue = (name: string, value: string): string | undefined => {
  if (value.includes("\0")) return `the value of ${name} holds a NUL`
  return Buffer.byteLength(value) < longest ? undefined : `the value of ${name} is longer than ${longest} bytes`
}

/** Checks for an option that means the same in each shell: `unset` takes functions by `-f`, and variables by `-v`. */
const isKnownOption = (word: string, isUnset: boolean): boolean =>
  word === "--" || (isUnset && (word === "-f" || word === "-v"))

/** Parses one word of a statement. */
const meaning = (word: string, isUnset: boolean, isExport: boolean): Change | string | undefined => {
  // What other options do to the names after them differs from shell to shell.
  if ((isUnset || isExport) && word.startsWith("-")) return `the option ${word.slice(0, 40)} is known to a shell alone`
  if (isUnset) {
    return isName(word) ? { _tag: "Unset", name: word } : `${word.slice(0, 40)} is no variable's name`
  }
  const equals = word.indexOf("=")
  // `export NAME` alone passes the variable to children, which happens in any case.
  if (equals < 0) return isExport && isName(word) ? undefined : "it is no assignment"
  const name = word.slice(0, equals)
  const value = word.slice(equals + 1)
  if (!isName(name)) return `${name.slice(0, 40)} is no variable's name`
  return whyNoValue(name, value) ?? { _tag: "Set", name, value }
}

/**
 * Parses assignments: `NAME=value`, `export NAME=value …`, `unset NAME …`, several in a line, comments. `lookup`
 * returns the value of a variable that is not set here. A problem excludes its own line, with the others of a compound
 * command, a quote or a here-document that has an end.
 */
export const readAssignments = (text: string, lookup: Lookup = () => undefined): Assignments => {
  const changes: Array<Change> = []
  const problems: Array<{ line: number; text: string }> = []
  const values = new Map<string, string | undefined>()
  const lineOf = counter(text)
  const endOf = endsOfStatements(text)
  let bytes = 0
  const valueOf: Lookup = (name) => (values.has(name) ? values.get(name) : lookup(name))
  // Editors of some systems begin a file with a byte-order mark.
  let at = text.startsWith("\uFEFF") ? 1 : 0
  while (at < text.length) {
    if (isBlank(text, at) || text[at] === ";") {
      at++
      continue
    }
    if (text[at] === "#") {
      at = nextLine(text, at)
      continue
    }
    const statement = statementAt(text, at, valueOf)
    if ("problem" in statement) {
      const end = isLast(text, at) ? text.length : (endOf(at) ?? nextLine(text, at))
      const line = lineOf(at)
      const rest = end === nextLine(text, at) ? "" : `; nor do the lines up to ${lineOf(end - 1)}`
      problems.push({ line, text: `${statement.problem}${rest}` })
      at = end
      continue
    }
    for (const change of statement.changes) {
      const value = change._tag === "Set" ? change.value : undefined
      const more = Buffer.byteLength(value ?? "") - Buffer.byteLength(values.get(change.name) ?? "")
      if (bytes + more > mostBytes) {
        problems.push({ line: lineOf(at), text: `with ${change.name} the exports are more than ${mostBytes} bytes` })
        continue
      }
      bytes += more
      changes.push(change)
      values.set(change.name, value)
    }
    at = statement.end
  }
  return { changes, problems }
}

type Statement = { readonly changes: ReadonlyArray<Change>; readonly end: number } | { readonly problem: string }

/** Parses a statement up to the end of its line, or to a `;`. */
const statementAt = (text: string, start: number, lookup: Lookup): Statement => {
  const changes: Array<Change> = []
  let at = start
  let isUnset = false
  let isExport = false
  let isFirst = true
  /** True before the first name, where a word may be an option. */
  let mayBeOption = true
  /** True after `unset -f`, whose names are those of functions, which no other process gets. */
  let isOfFunctions = false
  /** Assignments take effect one after the other; the words of `export` are all expanded before it takes effect. */
  const made = new Map<string, string>()
  const known: Lookup = (name) => (isExport ? lookup(name) : (made.get(name) ?? lookup(name)))
  while (at < text.length) {
    const character = text[at] ?? ""
    if (character === "\n" || character === ";") return { changes, end: at + 1 }
    if (character === "&" || character === "|") return { problem: `${character} would run something` }
    if (isBlank(text, at)) {
      at++
      continue
    }
    if (character === "#") return { changes, end: nextLine(text, at) }
    const isLiteral = /^[A-Za-z_]\w*=/.test(text.slice(at, at + 300))
    const word = wordAt(text, at, known, isLiteral)
    if ("problem" in word) return word
    // A quoted name is a command's. Only `export` accepts it.
    const isAssignment = isExport || isUnset || isLiteral
    // Quoted, a shell finds these commands too, but splits what their arguments expand to.
    const command = isFirst ? text.slice(at, word.end).replaceAll("\\\n", "") : ""
    at = word.end
    if (command === "export" || command === "unset") {
      isExport = command === "export"
      isUnset = !isExport
    } else if (mayBeOption && (isUnset || isExport) && isKnownOption(word.text, isUnset)) {
      isOfFunctions ||= word.text === "-f"
      mayBeOption = word.text !== "--"
    } else {
      mayBeOption = false
      if (isOfFunctions) continue
      const change = isAssignment ? meaning(word.text, isUnset, isExport) : "it is no assignment"
      if (typeof change === "string") return { problem: change }
      if (change !== undefined) changes.push(change)
      if (change?._tag === "Set") made.set(change.name, change.value)
    }
    isFirst = false
  }
  return { changes, end: at }
}
