/** What keeps a command from doing its work: a sentence for people, and the exit code. */
import * as Data from "effect/Data"
import * as Runtime from "effect/Runtime"

export class Problem extends Data.TaggedError("Problem")<{ readonly message: string; readonly exit?: number }> {
  override readonly [Runtime.errorExitCode] = this.exit ?? 1
  /** It is told on standard error by the command itself, without a stack. */
  override readonly [Runtime.errorReported] = false
}
