// Placeholders in the words of a command, such as the `{}` of `find -exec`.
import type { Word } from "./Script.ts"

/** Returns words in which a placeholder is unknown, as a variable is. */
export const placed = (words: ReadonlyArray<Word>, placeholder: string): ReadonlyArray<Word> =>
  words.map((word) =>
    word.text.includes(placeholder)
      ? { isKnown: false, isPlain: word.isPlain, program: undefined, text: word.text.replaceAll(placeholder, "${}") }
      : word
  )
