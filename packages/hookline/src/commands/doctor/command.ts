/** `hookline doctor`: the agents that are here, and whether hooks run behind each. */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { json, project } from "../flags.ts"

const flags = { project, json }

/** The flags of `hookline doctor`. */
export type Flags = Command.Command.Config.Infer<typeof flags>

/** Loads the implementation on demand, so that no other command waits for it. */
const running = Effect.promise(() => import("./run.ts"))

export const doctor = Command.make("doctor", flags, (flags) =>
  Effect.flatMap(running, (run) => run.doctor(flags))
).pipe(
  Command.withDescription(
    "Examine the agents that are here, and what keeps hooks from running in each; exits with 1 on problems"
  )
)
