/** The command that all others are parts of. */
import * as Command from "effect/cli/Command"

export const description =
  "Run the hooks of every coding agent, in any agent. Without a command: show agents, hooks, trust and the next step here."

export const root = Command.make("hookline").pipe(Command.withDescription(description))
