// The questions that the readers of single programs ask about what those run.
import type { Files } from "./Files.ts"
import type { Input, Word } from "./Script.ts"
import type { ShellRule } from "./ShellRule.ts"
import type { WholeText } from "./WholeText.ts"

export interface Verdicts {
  readonly rule: ShellRule
  readonly whole: WholeText
  /** The files that the text writes and runs. */
  readonly files: Files
  /** Checks whether words contain the rule's words. */
  names(words: ReadonlyArray<Word>): boolean
  /** Checks a command that a program runs. */
  words(words: ReadonlyArray<Word>, inputs: ReadonlyArray<Input>, depth: number): boolean
  /** Checks a text that a shell will run. `isBash` is left out for the shell that runs the text around it. */
  text(text: string, depth: number, isBash?: boolean): boolean
  /** Checks the substitutions in a text that a shell may run. */
  expansions(text: string, depth: number): boolean
  /** Checks a file that a shell will run. `isBash` is left out for the shell that runs the text around it. */
  runFile(word: Word | undefined, isBash?: boolean): boolean
}
