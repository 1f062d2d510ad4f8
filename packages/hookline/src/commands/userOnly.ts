/** Keeps commands that change what guards the user for the user: an agent is a process of the same user. */
import * as Effect from "effect/Effect"
import { agentAround, ancestors } from "../ownGuard/agents.ts"
import { Problem } from "./Problem.ts"

/**
 * Fails below an agent. At a terminal it fails, too, and asks no question, because an agent may have opened the terminal, and
 * would answer. Elsewhere the command goes on.
 */
export const userOnly = (command: string): Effect.Effect<void, Problem> =>
  Effect.suspend(() => {
    const agent = agentAround(process.env, ancestors())
    return agent === undefined
      ? Effect.void
      : Effect.fail(
          new Problem({
            message:
              `\`hookline ${command}\` changes what guards you, and was started below ${agent}: nothing was written. ` +
              "Run it yourself, in a terminal that no agent has opened."
          })
        )
  })
