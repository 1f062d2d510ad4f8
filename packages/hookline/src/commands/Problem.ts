/** The failure of a command: a sentence for the user, and the exit code. */
import * as Data from "effect/Data"
import * as Runtime from "effect/Runtime"

export class Problem extends Data.TaggedError("Problem")<{ readonly message: string; readonly exit?: number }> {
  override readonly [Runtime.errorExitCode] = this.exit ?? 1
  /** The command itself reports it on standard error, without a stack. */
  override readonly [Runtime.errorReported] = false
}

/** Converts an error whose message is meant for the user. */
export const asProblem = ({ message }: { readonly message: string }): Problem => new Problem({ message })
