// The canonical event for a host's name.
import { lettersOf } from "@hookline/core/kit/discover/EventNames"
import * as HookEvent from "@hookline/schema/HookEvent"

export type Known = (typeof HookEvent.names)[number]

/** Normalizes case and punctuation of a name: `pre_tool_use` equals `PreToolUse`. */
const plain = (name: string): string => name.toLowerCase().replace(/[\p{P}\s]/gu, "")

/** Returns the spellings that hosts use most, for a direct lookup. */
const usual = (name: string): ReadonlyArray<string> => {
  const words = name.replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase()
  return [name, name.charAt(0).toLowerCase() + name.slice(1), words, words.replaceAll("_", "-"), plain(name)]
}

/** Names that only one host uses. */
export type Names = Readonly<Record<string, Known>>

const all: Names = { ...Object.fromEntries(HookEvent.names.map((name) => [name, name])), SessionStop: "SessionEnd" }

/** The maximum length of a name whose letters are compared. */
const longest = 256

/**
 * Creates the function that returns the event of a name, or `undefined` if the name is unknown. A name with hidden characters,
 * or with letters that look like those of an event, is that event: as another one it would pass all guards.
 */
export const recognise = (more: Names = {}): ((name: string) => Known | undefined) => {
  let made: ReadonlyMap<string, Known> | undefined
  let lettered: ReadonlyMap<string, Known> | undefined
  const spelled = () =>
    (made ??= new Map(
      Object.entries({ ...all, ...more }).flatMap(([name, event]) => usual(name).map((spelling) => [spelling, event]))
    ))
  const byLetters = (name: string): Known | undefined => {
    lettered ??= new Map(Object.entries({ ...all, ...more }).map(([known, event]) => [lettersOf(known), event]))
    return name.length > longest ? undefined : lettered.get(lettersOf(name))
  }
  return (name) => spelled().get(name) ?? spelled().get(plain(name)) ?? byLetters(name)
}
