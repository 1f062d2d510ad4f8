/**
 * Text of files and hooks for a host, which shows it to a person or gives it to a model: without what steers a terminal,
 * turns text around or can't be seen. Letters, blanks, tabs and ends of lines remain.
 */
import { isHonest } from "./honest.ts"

/** Returns the pattern of what is hidden. It is created where there is a text, because that takes a while. */
const hidden = (): RegExp =>
  /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu

/**
 * Escapes of a terminal. Of an escape that has a text, such as a title, only a link's address is removed: a text may
 * reach from what one file has to what another has, and so hide a guard's words between them.
 */
const escapes =
  // oxlint-disable-next-line no-control-regex -- Escapes are what it is about.
  /(?:\u{1B}\[|\u{9B})[0-?]*[ -/]*[@-~]|(?:\u{1B}\]|\u{9D})8;[!-:<-~]*;[!-~]*(?:\u{7}|\u{1B}\\|\u{9C})|\u{1B}[ -/]*[0-~]/gu

/** Ends of lines in other words. */
const ends = /\r\n|[\r\u{85}\u{2028}\u{2029}]/gu

/** Removes what is hidden. Other ends of lines become `\n`, and half a character becomes the sign for what is broken. */
export const legible = (text: string): string => {
  if (text.search(hidden()) < 0) return text
  const plain = text.toWellFormed().replaceAll(escapes, "").replaceAll(ends, "\n")
  return plain.replaceAll(hidden(), (found, at: number) => (isHonest(plain, at, found) ? found : ""))
}
