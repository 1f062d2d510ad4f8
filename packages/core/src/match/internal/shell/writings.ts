// Texts that a command writes to files, as far as they are known.
import type { Command, Word } from "./Script.ts"

/** A text that goes to a file, or `undefined` if that is unknown. */
export interface Writing {
  readonly name: string | undefined
  readonly text: string | undefined
}

const joined = (words: ReadonlyArray<Word>): string => words.map(({ text }) => text).join(" ")

/** Returns what a command prints, if all of it is known. */
const printed = ({ inputs, words: [first, ...rest] }: Command): string | undefined => {
  const [input, ...others] = inputs
  const args = joined(rest)
  const isKnown = first?.isKnown === true && rest.every((word) => word.isKnown) && others.length === 0
  if (!isKnown) return undefined
  switch (first.text) {
    case ":":
    case "true":
      return ""
    case "cat":
    case "tee":
      return input?.isKnown === true && (first.text === "tee" || rest.length === 0) ? input.text : undefined
    case "echo":
      return args.includes("\\") || args.startsWith("-") ? undefined : args
    case "printf":
      return rest.length === 1 && !/[\\%]|^-/.test(args) ? args : undefined
  }
  return undefined
}

/** Returns the texts that a command writes, by the base names of their files. */
export const writingsOf = (command: Command): ReadonlyArray<Writing> => {
  const [first, ...rest] = command.words
  const teed = first?.text === "tee" ? rest.map(({ program }) => program) : []
  const names = [...command.targets, ...teed]
  if (names.length === 0) return []
  const text = printed(command)
  return names.map((name) => ({ name, text }))
}
