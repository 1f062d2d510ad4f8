// The words of a call: paths as the shell would resolve them, and names in texts of any language.
import * as path from "node:path"
import { fitsName, type Guarded } from "./Guarded.ts"

/** Removes quotes, backslashes and continued lines, with which a name may be split. */
export const bareOf = (text: string): string => text.replace(/\\\n|["'\\]/g, "")

/** Names of Hookline in a text of any language. */
export const namesHookline = (text: string): boolean => /hookline/i.test(text) || /hookline/i.test(bareOf(text))

/** Checks whether a word may name Hookline's command, also by a pattern with enough letters. */
export const isOurs = (word: string): boolean => {
  const name = word.slice(word.lastIndexOf("/") + 1)
  if (/[*?[]/.test(name)) return /\w{3}/.test(name) && ["hookline", "hookline.js"].some((own) => fitsName(name, own))
  return /^hookline(?:\.[cm]?js|@[\w.^~-]+|\.cmd)?$/i.test(name)
}

/** Words as a shell splits them: blanks in quotes, and behind a backslash, are parts of a word. */
const shellWord = /(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'\\;&|<>(),={}:])+/gs

const separators = /[\s;&|<>(),={}:]+/

/** Limits texts in texts. */
const deepest = 4

/** Returns all parts of a text that may be words, without their quotes, and those of texts in quotes. */
export const wordsOf = (text: string, depth = 0): ReadonlySet<string> => {
  const words = text.match(shellWord) ?? []
  const inner = words.map((word) => word.replace(/^(["'])([^]*)\1$/, "$2")).filter((word) => /\s/.test(word))
  return new Set([
    text,
    ...bareOf(text).split(separators),
    ...words.map(bareOf),
    ...(depth < deepest ? inner.filter((one) => one !== text).flatMap((one) => [...wordsOf(one, depth + 1)]) : [])
  ])
}

const users = /^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/
const projects = /^(?:\$PWD|\$\{PWD\}|\$\(pwd\)|`pwd`)(?=\/|$)/
const variable = /^\$\{?(\w+)\}?(?=\/|$)/
const projectVariable = /^\$\{?[A-Z]+_PROJECT_DIR\}?(?=\/|$)/

/** Returns the absolute path of a word from a folder, or `undefined` if only the shell knows it. */
export const pathOf = (
  word: string,
  { cwd, home, named, project }: Guarded,
  from: string = cwd
): string | undefined => {
  const text = word
    .replace(variable, (whole, name: string) => (Object.hasOwn(named, name) ? (named[name] ?? whole) : whole))
    .replace(users, () => home)
    .replace(projects, () => from)
    .replace(projectVariable, () => project)
  if (/[$`]|^~/.test(text) || text === "" || text.includes("\0")) return undefined
  return path.resolve(from, text)
}

/** Patterns of guarded paths in a text: their last two names, and Hookline's folder. */
export const mentions = ({ folders, settings }: Guarded, text: string): boolean => {
  const bare = bareOf(text).toLowerCase()
  if (/(?:^|[^\w.-])\.hookline(?![\w-])/.test(bare)) return true
  return [...folders, ...settings.map((one) => one.path)].some((file) => {
    const tail = file.split("/").slice(-2).join("/").toLowerCase()
    return bare.includes(file.toLowerCase()) || (!tail.endsWith("/.hookline") && bare.includes(tail))
  })
}
