// The questions that the readers of single programs ask about what those run.
import type { Input, Word } from "./Script.ts"
import type { ShellRule } from "./ShellRule.ts"

export interface Verdicts {
  readonly rule: ShellRule
  /** Checks whether the whole text contains the rule's words. */
  readonly isNamed: boolean
  /** Checks whether words contain the rule's words. */
  names(words: ReadonlyArray<Word>): boolean
  /** Checks a command that a program runs. */
  words(words: ReadonlyArray<Word>, inputs: ReadonlyArray<Input>, depth: number): boolean
  /** Checks a text that a shell will run. `isBash` is left out for the shell that runs the text around it. */
  text(text: string, depth: number, isBash?: boolean): boolean
  /** Checks a file that a shell will run. `isBash` is left out for the shell that runs the text around it. */
  runFile(word: Word | undefined, isBash?: boolean): boolean
}
