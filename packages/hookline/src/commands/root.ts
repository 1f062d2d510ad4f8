/** The command that all others are parts of. */
import * as Command from "effect/cli/Command"

export const root = Command.make("hookline").pipe(
  Command.withDescription("Runs the hooks of every coding agent, in any agent")
)
