// Programs by what they do with the files in their arguments: run them, read them, or load them by an option.
import * as programs from "./programs.ts"
import type { Command, Word } from "./Script.ts"

const scripts = /\.(?:sh|bash|zsh|fish|py|pyw|js|mjs|cjs|jsx|ts|mts|cts|tsx|rb|pl|pm|php|lua|ps1|mk)$/i

/** Checks whether a word without a known program before it looks like a script. */
export const isScriptName = (text: string): boolean => scripts.test(text)

/** Options whose value is loaded or run. */
export const loading = /^(?:-r|--require|--import|--loader|--rcfile|--init-file|--init-script)$/

/** Checks whether a program runs the file in its first argument. */
export const isRunner = (program: string): boolean =>
  programs.shells.has(program) || programs.interpreters.test(program) || programs.runners.test(program)

/** Programs beside the inert ones that only read the files in their arguments. */
const readers = new Set("jq yq diff cmp comm cut tr uniq stat file du basename dirname realpath readlink rm".split(" "))

export const isReader = (program: string, rest: ReadonlyArray<Word>): boolean =>
  readers.has(program) || (programs.inert.has(program) && !rest.some(({ text }) => programs.isRunning(program, text)))

/** Checks whether a command runs a script from its input, which other commands of the text may print. */
export const readsScript = ({ inputs, words: [first, ...rest] }: Command): boolean => {
  const program = first?.program?.toLowerCase() ?? ""
  if (programs.feeders.has(program)) return rest.some(({ text }) => isRunner(text))
  return isRunner(program) && inputs.length === 0 && rest.every(({ text }) => /^-(?!\w*c$)/.test(text))
}
