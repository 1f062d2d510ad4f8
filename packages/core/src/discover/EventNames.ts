/**
 * Unknown names of events: misspelt names of known events, and names that no one knows.
 *
 * @since 0.1.0
 */
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Data from "effect/Data"
import { Memo } from "../match/internal/Memo.ts"
import { isNear } from "./Suggestions.ts"

/**
 * The meaning of an event's name. `Known` events happen under that name, `Misspelt` names are those of a known event with
 * other marks, separators, case, letters or words beside it, and `Unknown` names may be events of a program. `also` are
 * further events of a list such as `PreToolUse, PostToolUse`.
 *
 * @category models
 * @since 0.1.0
 */
export type Meaning = Data.TaggedEnum<{
  Known: {}
  Misspelt: { readonly meant: string; readonly also?: ReadonlyArray<string> }
  Unknown: {}
}>

/** @since 0.1.0 */
export const { $match: match, Known, Misspelt, Unknown } = Data.taggedEnum<Meaning>()

/** Letters and digits that look like a Latin letter, in lower case. Those of a row become its first letter. */
const lookAlikes: ReadonlyArray<readonly [letter: string, same: string]> = [
  ["a", "аαɑ"],
  ["b", "ьЬƅвβʙ"],
  ["c", "сϲᴄ"],
  ["d", "ԁɗ"],
  ["e", "еεё"],
  ["f", "ƒϝ"],
  ["g", "ɡց"],
  ["h", "һнհ"],
  ["i", "іιıӏlǀ1|ɩ"],
  ["j", "јϳ"],
  ["k", "кκ"],
  ["m", "мṃμ"],
  ["n", "пηո"],
  ["o", "оοσօ0"],
  ["p", "рρ"],
  ["q", "ԛզ"],
  ["r", "гᴦ"],
  ["s", "ѕꜱ"],
  ["t", "тτ"],
  ["u", "υսц"],
  ["v", "νѵ"],
  ["w", "ԝωш"],
  ["x", "хχ"],
  ["y", "уγү"],
  ["z", "ᴢζ"]
]

/** Capitals that look like a Latin capital, although their small letters look like another letter or none. */
const capitals = new Map(
  [
    ["B", "ΒВ"],
    ["E", "Ε"],
    ["H", "ΗН"],
    ["K", "Κ"],
    ["M", "ΜМ"],
    ["N", "Ν"],
    ["Y", "ΥҮ"],
    ["Z", "Ζ"]
  ].flatMap(([letter = "", same = ""]) => Array.from(same, (each) => [each, letter] as const))
)

const latin = new Map(lookAlikes.flatMap(([letter, same]) => Array.from(same, (each) => [each, letter] as const)))

/**
 * Returns the letters of a name that a reader sees: without marks, separators and hidden characters, in lower case, and
 * with one letter for all that look alike.
 *
 * @category getters
 * @since 0.1.0
 */
export const lettersOf = (name: string): string => (/^[\x20-\x7e]*$/.test(name) ? plainLetters(name) : letters(name))

/** Returns the letters of a name in ASCII, which nearly all names are in, in a fraction of the time. */
const plainLetters = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9|]/g, "")
    .replaceAll(/[l1|]/g, "i")
    .replaceAll("0", "o")

const letters = (name: string): string =>
  Array.from(
    Array.from(name.normalize("NFKD"), (letter) => capitals.get(letter) ?? letter)
      .join("")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}|]|\p{Default_Ignorable_Code_Point}|\p{Lm}/gu, ""),
    (letter) => latin.get(letter) ?? letter
  )
    .join("")
    .replaceAll("|", "i")

interface KnownName {
  readonly name: string
  readonly letters: string
}

let knownNames: ReadonlyArray<KnownName> | undefined

/** Returns the known names with their letters, which only a name that is not known needs. */
const known = (): ReadonlyArray<KnownName> =>
  (knownNames ??= HookEvent.names.map((name) => ({ name, letters: lettersOf(name) })))

/** Words around an event's name that mean no other event, as in `onPreToolUse`, `hooks.Stop` and `PreToolUseHook`. */
const before = /^(?:on|hooks?)(?=.{3})/
const behind = /(?<=.{3})(?:hooks?|events?)$/
const filler = /^(?:on|hooks?|events?|s)$/i

/** Checks for a name of several words, which no other program has by chance. */
const isLong = (name: string): boolean => /[a-z][A-Z]/.test(name)

let byLetters: ReadonlyMap<string, string> | undefined

/** Returns the first known name with these letters. */
const withLetters = (letters: string): string | undefined =>
  (byLetters ??= new Map(
    known()
      .map((each) => [each.letters, each.name] as const)
      .toReversed()
  )).get(letters)

/** Returns the known event that a word is, also with `on` or `hook` beside it. */
const eventOf = (word: string): string | undefined => {
  const letters = lettersOf(word)
  const inner = letters.replace(behind, "")
  const found = withLetters(letters) ?? withLetters(inner)
  if (found !== undefined) return found
  const stripped = withLetters(inner.replace(before, ""))
  // `onStop` may be the event of a program.
  return stripped !== undefined && isLong(stripped) ? stripped : undefined
}

/**
 * Returns the known events among the words of a name, as in `PreToolUse(Bash)` and `PreToolUse|PostToolUse`. An event of one
 * word, such as `Stop`, counts only if the other words are events, too, or mean no other event.
 */
const eventsAmong = (name: string): ReadonlyArray<string> => {
  const words = name.split(/[^\p{L}\p{N}_-]+/u).filter((word) => word !== "")
  const events = words.map(eventOf)
  const found = new Set(events.filter((event) => event !== undefined))
  if (found.size === 0) return name.split(/[_-]/).filter((word) => isLong(word) && HookEvent.isName(word))
  const isSure = words.every((word, index) => events[index] !== undefined || filler.test(word))
  return [...found].filter((event) => isSure || isLong(event))
}

/** The maximum length of a misspelt name, because the comparison takes quadratic time. */
const longestName = 256

/**
 * Classifies the name of an event. `own` are the names of the host's own events.
 *
 * **Details**
 *
 * A name is misspelt if its letters are those of a known name, or one insertion, deletion, substitution or swap away from
 * those of exactly one known name, or if one of its words is a known name.
 *
 * @example
 * ```ts
 * import * as EventNames from "@hookline/core/kit/discover/EventNames"
 *
 * const meaning = EventNames.classify("pre_tool_use") // => Misspelt of PreToolUse
 * ```
 *
 * @category getters
 * @since 0.1.0
 */
export const classify = (name: string, own: ReadonlyArray<string> = []): Meaning => {
  if (HookEvent.isName(name) || own.includes(name)) return Known()
  if (name.length > longestName) return Unknown()
  return meanings.get(name) ?? meanings.set(name, meaningOf(name))
}

/** The meanings of names that are not known, because each is asked for several times. They come from files. */
const meanings = new Memo<Meaning>(512)

const meaningOf = (name: string): Meaning => {
  const letters = lettersOf(name)
  const same = withLetters(letters)
  if (same !== undefined) return Misspelt({ meant: same })
  const [meant, ...also] = eventsAmong(name)
  if (meant !== undefined) return Misspelt({ meant, ...(also.length > 0 && { also }) })
  const near = known().filter((each) => isNear(letters, each.letters))
  return near.length === 1 && near[0] !== undefined ? Misspelt({ meant: near[0].name }) : Unknown()
}

/**
 * Returns the known events that a misspelt name is meant for. There are none if it is known or unknown.
 *
 * @category getters
 * @since 0.1.0
 */
export const meantBy = (name: string, own: ReadonlyArray<string> = []): ReadonlyArray<string> => {
  const meaning = classify(name, own)
  return meaning._tag === "Misspelt" ? [meaning.meant, ...(meaning.also ?? [])] : []
}
