/** The question before something is written, once the user has seen what. */
import * as Prompt from "effect/cli/Prompt"
import * as Effect from "effect/Effect"
import { Problem } from "./Problem.ts"

/** The flags that decide about the question. */
export interface Asking {
  readonly yes: boolean
  readonly json: boolean
}

/** Asks the user at a terminal; without one, only `--yes` agrees. */
export const agreed = (flags: Asking, question: string) => {
  const isTerminal = process.stdin.isTTY && process.stdout.isTTY && !flags.json
  if (flags.yes) return Effect.succeed(true)
  if (!isTerminal) {
    return Effect.fail(
      new Problem({
        message: "nothing was written, because no terminal is here to ask at: read what it will run, and give --yes"
      })
    )
  }
  return Effect.orElseSucceed(Prompt.Confirm({ message: question, initial: false }), () => false)
}
