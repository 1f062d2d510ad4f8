/**
 * Text of files and hooks for a person: nothing in it steers the terminal, hides a part of a line, turns it around, or
 * begins another line where one is meant. Nothing is removed: what could not be seen is written out.
 */
import { isHonest } from "./honest.ts"

/**
 * Returns the pattern of controls, formats, halves of characters, letters without a shape, and blanks that a shell treats as
 * letters. It is created where a text is shown, because that takes longer than a start without one should.
 */
const hidden = (): RegExp =>
  /(?![\n\t ])[\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Co}\p{Z}\p{Default_Ignorable_Code_Point}\u{2800}]/gu

const written = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`

const writtenOut = (text: string): string =>
  text.replaceAll(hidden(), (found, at: number) => (isHonest(text, at, found) ? found : written(found)))

/** Writes out characters that could not be seen. Ends of lines and tabs remain. */
export const visible = (text: string): string => writtenOut(text.replaceAll("\r\n", "\n"))

/** Writes out ends of lines and tabs, too, so that the text is one line. */
export const onOneLine = (text: string): string => writtenOut(text).replaceAll("\n", "\\n").replaceAll("\t", "\\t")

/** Makes a text fit under a first line, so that none of its lines looks like a line of ours. */
export const indented = (text: string, by: string): string =>
  visible(text)
    .split("\n")
    .map((line) => `${by}${line}`)
    .join("\n")
