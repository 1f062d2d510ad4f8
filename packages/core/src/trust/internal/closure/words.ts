// Words as reports show them, and the parts of words by which programs and scripts are known.
import type { Word } from "../../../match/internal/shell/Script.ts"

/** Characters between which a path may be in a text of any language. */
export const separators = /[\s'"`;&|<>()[\]{},:=!\\$]+/

/** Matches the name of a script anywhere in a word. */
export const namesScript = /\.(?:\w*sh|py|[mc]?[jt]s|rb|pl)(?!\w)/

/** Returns a text as a report shows it: on one line, and not all of a long one. */
export const shown = (text: string): string => {
  const line = text.slice(0, 400).replace(/\s+/g, " ").trim()
  return line.length > 120 ? `${line.slice(0, 119)}…` : line
}

/** Returns the first words of a command as one text. */
export const textOf = (words: ReadonlyArray<Word>): string =>
  words
    .slice(0, 30)
    .map(({ text }) => text)
    .join(" ")

/** Returns the name of a program without its folder. */
export const base = (program: string): string =>
  program
    .slice(program.lastIndexOf("/") + 1)
    .toLowerCase()
    .replace(/\.(?:exe|cmd)$/, "")

/** Checks whether a word names the input of the program. */
export const isInput = (word: Word | undefined): boolean =>
  /^\/(?:dev\/(?:stdin|fd\/)|proc\/self\/fd\/)/.test(word?.text ?? "")
