/** Keeps commands that change what guards the user for the user: an agent is a process of the same user. */
import * as Prompt from "effect/cli/Prompt"
import * as Effect from "effect/Effect"
import { agentAround, ancestors } from "../ownGuard/agents.ts"
import { Problem } from "./Problem.ts"

/** Checks whether a user may answer here. */
const isTerminal = (): boolean => process.stdin.isTTY && process.stdout.isTTY

/**
 * Fails below an agent, where no terminal is there. At a terminal the user is asked, because an agent may have started
 * the command there. Elsewhere the command goes on.
 */
export const userOnly = (command: string): Effect.Effect<void, Problem, Prompt.Environment> =>
  Effect.suspend(() => {
    const agent = agentAround(process.env, ancestors())
    if (agent === undefined) return Effect.void
    const refused = new Problem({
      message:
        `\`hookline ${command}\` changes what guards you, and was started below ${agent}: nothing was written. ` +
        "Run it yourself, in a terminal that no agent has opened."
    })
    if (!isTerminal()) return Effect.fail(refused)
    const question = `This was started below ${agent}. Do you want \`hookline ${command}\` yourself?`
    return Effect.flatMap(
      Effect.orElseSucceed(Prompt.Confirm({ message: question, initial: false }), () => false),
      (isWanted) => (isWanted ? Effect.void : Effect.fail(refused))
    )
  })
