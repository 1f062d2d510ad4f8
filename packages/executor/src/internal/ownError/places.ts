/** The commands in the texts of a hook that a message may be about, and whether the hook has a fallback for them. */
import { failsWith, hasFallback } from "./fallbacks.ts"
import type { OwnTexts, ShellText } from "./ownTexts.ts"
import { isOneOf, isPathOf, literalOf, wordsOf } from "./patterns.ts"
import type { Simple } from "./shellTree.ts"

/** A command of a text. */
export interface Place {
  readonly text: ShellText
  readonly command: Simple
}

export const commandsOf = (texts: ReadonlyArray<ShellText>): ReadonlyArray<Place> =>
  texts.flatMap((text) => text.commands.map((command) => ({ text, command })))

/** Checks whether a pattern has text beside its expansions. */
const hasText = (pattern: string): boolean => /[^.*]/.test(pattern)

/** Returns the places that name a word exactly, or those with an expansion if none does. */
export const placesOf = (
  places: ReadonlyArray<Place>,
  word: string,
  patternsOf: (command: Simple) => ReadonlyArray<string>
): ReadonlyArray<Place> => {
  const found = places.filter(({ command }) => isOneOf(patternsOf(command), word))
  const exact = found.filter(({ command }) => patternsOf(command).some((pattern) => literalOf(pattern) === word))
  if (exact.length > 0) return exact
  // An expansion alone may be any command: only one whose name is in the text is that of the hook.
  const isWritten = places.some(({ command }) => command.words.some((each) => each.includes(word)))
  return isWritten ? found : found.filter(({ command }) => isOneOf(patternsOf(command).filter(hasText), word))
}

/** The maximum number of scripts of which each one runs the next. */
const deepest = 4

/** Checks whether the hook has a fallback for a command: in its text, or in the text that runs the script. */
const isHandled = ({ command, text }: Place, own: OwnTexts, depth = 0): boolean => {
  if (hasFallback(text.tree, command)) return true
  const { file } = text
  if (file === undefined || depth >= deepest || !failsWith(text.tree, command)) return false
  const callers = commandsOf(own.texts).filter(
    (each) => each.text !== text && isPathOf(wordsOf(each.command).all, file)
  )
  return callers.length > 0 && callers.every((each) => isHandled(each, own, depth + 1))
}

/** Checks whether a message is about a command for which the hook has no fallback. */
export const isUnhandled = (places: ReadonlyArray<Place>, own: OwnTexts): boolean =>
  places.length > 0 && !places.every((place) => isHandled(place, own))
