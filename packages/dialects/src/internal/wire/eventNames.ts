// Which event a host means by its name for it.
import * as HookEvent from "@hookline/schema/HookEvent"

export type Known = (typeof HookEvent.names)[number]

/** What is left of a name when case and punctuation are not told apart: `pre_tool_use` is `PreToolUse`. */
const plain = (name: string): string => name.toLowerCase().replace(/[\p{P}\s]/gu, "")

/** The spellings that hosts use most, so that those are found without a search. */
const usual = (name: string): ReadonlyArray<string> => {
  const words = name.replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase()
  return [name, name.charAt(0).toLowerCase() + name.slice(1), words, words.replaceAll("_", "-"), plain(name)]
}

/** Names that only one host uses, beside those that all do. */
export type Names = Readonly<Record<string, Known>>

const all: Names = { ...Object.fromEntries(HookEvent.names.map((name) => [name, name])), SessionStop: "SessionEnd" }

/** The event of a name, or nothing where nobody knows it. */
export const recognise = (more: Names = {}): ((name: string) => Known | undefined) => {
  let made: ReadonlyMap<string, Known> | undefined
  const spelled = () =>
    (made ??= new Map(
      Object.entries({ ...all, ...more }).flatMap(([name, event]) => usual(name).map((spelling) => [spelling, event]))
    ))
  return (name) => spelled().get(name) ?? spelled().get(plain(name))
}
