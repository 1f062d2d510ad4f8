// `find`, which runs the commands behind its `-exec` and the like.
import { placed } from "./placed.ts"
import type { Word } from "./Script.ts"
import type { Verdicts } from "./Verdicts.ts"

const isExec = ({ text }: Word): boolean => /^-(?:exec|ok)(?:dir)?$/.test(text)

/** Returns the command that begins at an offset, without the `;` or `+` that ends it. */
const commandAt = (words: ReadonlyArray<Word>, from: number): ReadonlyArray<Word> => {
  const end = words.findIndex(({ text }, at) => at >= from && /^[;+]$/.test(text))
  return words.slice(from, end === -1 ? words.length : end)
}

/** Checks the commands that `find` runs. A variable among its arguments may contain `-exec`. */
export const judgeFind = (judge: Verdicts, rest: ReadonlyArray<Word>, depth: number): boolean =>
  rest.some((word, at) => isExec(word) && judge.words(placed(commandAt(rest, at + 1), "{}"), [], depth + 1)) ||
  (judge.whole.isNamed && rest.some(({ isKnown, text }) => !isKnown && /[$`]/.test(text)))
