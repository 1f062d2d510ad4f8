/**
 * Names of tools in matchers: known ones, and those that are nearly the name of a known tool.
 *
 * @since 0.1.0
 */
import * as Data from "effect/Data"
import { lettersOf } from "../discover/EventNames.ts"
import { isNear } from "../discover/Suggestions.ts"
import type { MatchRule } from "./MatchRule.ts"

/**
 * The meaning of a name. `LookAlike` reads like a known name, and has other letters or hidden characters, so that no tool
 * has it. `Near` differs in case, in separators or by one edit, so that a tool of a server or a user may have it.
 *
 * @category models
 * @since 0.1.0
 */
export type Spelling = Data.TaggedEnum<{
  Known: {}
  LookAlike: { readonly meant: string }
  Near: { readonly meant: string }
  Unknown: {}
}>

/** @since 0.1.0 */
export const { $match: match, Known, LookAlike, Near, Unknown } = Data.taggedEnum<Spelling>()

let ownWords: ReadonlySet<string> | undefined

/**
 * Checks whether letters are those of a word of its own that is one edit from the name of a tool. Tools of users and servers
 * may well have them. They are computed for the first name that is unknown, which few are.
 */
const isOwnWord = (letters: string): boolean => {
  ownWords ??= new Set(
    (
      "ask mask tank talk tack ready real road lead head load reap red redo exit emit edict base bath cash dash hash lash " +
      "mash ash wash brash bush blob globe glow lob egrep pgrep zgrep ugrep agrep grip prep rep white writer wrote kill " +
      "still spill crate recreate gent grief relegate vie rite"
    )
      .split(" ")
      .map(lettersOf)
      .map(lettersOf)
  )
  return ownWords.has(letters)
}

/** The length of the shortest name that a misspelt one is compared with: among shorter ones, too many are near. */
const shortest = 4

/** The maximum length of a misspelt name, because the comparison takes quadratic time. */
const longest = 128

/** Known names, with the letters that a reader sees in them. */
interface Vocabulary {
  readonly names: ReadonlySet<string>
  readonly lowerCase: ReadonlySet<string>
  /** The first name with these letters. */
  readonly byLetters: ReadonlyMap<string, string>
}

const vocabularies = new WeakMap<ReadonlyArray<string>, Vocabulary>()

/** Returns the vocabulary of a list of names. Each matcher of a file is compared with the same list. */
const vocabularyOf = (names: ReadonlyArray<string>): Vocabulary => {
  const known = vocabularies.get(names)
  if (known !== undefined) return known
  const vocabulary = {
    names: new Set(names),
    lowerCase: new Set(names.map((name) => name.toLowerCase())),
    byLetters: new Map(names.toReversed().map((name) => [lettersOf(name), name]))
  }
  vocabularies.set(names, vocabulary)
  return vocabulary
}

/** Checks whether a name is a form of another one: its plural, a numbered one, or one with the initial of a server. */
const isForm = (word: string, letters: string, other: string): boolean =>
  letters === `${other}s` ||
  other === `${letters}s` ||
  lettersOf(word.replace(/\d+$/, "")) === other ||
  word.split(/[_.:/-]/).some((part) => part.length === 1)

/**
 * Classifies the name of a tool. `names` are those of all known tools. Tools of MCP servers may have any name.
 *
 * @example
 * ```ts
 * import * as ToolSpelling from "@hookline/core/kit/match/ToolSpelling"
 *
 * const spelling = ToolSpelling.classify("Bsh", ["Bash", "Edit"]) // => Near to Bash
 * ```
 *
 * @category getters
 * @since 0.1.0
 */
export const classify = (word: string, names: ReadonlyArray<string>, ignoreCase = false): Spelling => {
  // Nearly all names are known ones, for which no letters are computed.
  if (!vocabularies.has(names) && names.includes(word)) return Known()
  const { byLetters, lowerCase, names: known } = vocabularyOf(names)
  if (known.has(word) || (ignoreCase && lowerCase.has(word.toLowerCase()))) return Known()
  if (/^mcp[_.:]/i.test(word) || word.length > longest) return Unknown()
  const letters = lettersOf(word)
  const same = byLetters.get(letters)
  if (same !== undefined) return /^[\x21-\x7e]+$/.test(word) ? Near({ meant: same }) : LookAlike({ meant: same })
  if (isOwnWord(letters)) return Unknown()
  const near = [...byLetters].filter(([other]) => other.length >= shortest && isNear(letters, other))
  const [only, ...others] = near
  return only === undefined || others.length > 0 || isForm(word, letters, only[0])
    ? Unknown()
    : Near({ meant: only[1] })
}

/** Returns the text between the slashes of a regular expression that is written as in a program, such as `/Bash/`. */
export const inSlashes = (text: string): string | undefined => /^\s*\/(.+)\/[dgimsuvy]*\s*$/s.exec(text)?.[1]

/** Removes anchors and brackets around a whole text. A condition such as `(?!Edit)` stays: its names are not those that match. */
const bare = (text: string): string => {
  const inner = /^\^?(?:\((?:\?:|(?!\?))([^()]*)\)|([^()]*?))\$?$/s.exec(text)
  return inner?.[1] ?? inner?.[2] ?? text
}

/** Checks for a word. The second pattern is for other scripts, and takes long to create. */
const isWord = (text: string): boolean =>
  /^[\w:-]+$/.test(text) || /^(?:[\p{L}\p{M}\p{N}_:-]|\p{Default_Ignorable_Code_Point})+$/u.test(text)

/**
 * Returns the alternatives of a matcher: those that are nothing but a name, and the others as `undefined`.
 *
 * @category getters
 * @since 0.1.0
 */
export const alternativesOf = (text: string, rule: MatchRule): ReadonlyArray<string | undefined> => {
  if (rule._tag === "Names") return rule.names
  const parts = bare((inSlashes(text) ?? text).trim()).split("|")
  return parts.map((part) => (isWord(part) ? part : undefined))
}

/**
 * A name in a matcher that is nearly that of a known tool.
 *
 * @category models
 * @since 0.1.0
 */
export interface Misspelt {
  readonly word: string
  readonly meant: string
  readonly isLookAlike: boolean
}

/**
 * Returns the misspelt names of a matcher. `isWhole` is true if it has no alternative but these, so that no known tool
 * satisfies it.
 *
 * @category getters
 * @since 0.1.0
 */
export const misspelt = (
  text: string,
  rule: MatchRule,
  names: ReadonlyArray<string>
): { readonly found: ReadonlyArray<Misspelt>; readonly isWhole: boolean } => {
  const ignoreCase = (rule._tag === "Names" || rule._tag === "Pattern") && rule.ignoreCase
  const alternatives = alternativesOf(text, rule)
  const found = alternatives.flatMap((word) => {
    const spelling = word === undefined ? Unknown() : classify(word, names, ignoreCase)
    if (word === undefined || spelling._tag === "Known" || spelling._tag === "Unknown") return []
    return [{ word, meant: spelling.meant, isLookAlike: spelling._tag === "LookAlike" }]
  })
  return { found, isWhole: found.length > 0 && found.length === alternatives.length }
}
