/** `hookline list`: the hooks of the project, and where each comes from. */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { json, project } from "../flags.ts"

const flags = { project, json }

/** The flags of `hookline list`. */
export type Flags = Command.Command.Config.Infer<typeof flags>

/** Loads the implementation on demand, so that no other command waits for it. */
const running = Effect.promise(() => import("./run.ts"))

export const list = Command.make("list", flags, (flags) => Effect.flatMap(running, (run) => run.list(flags))).pipe(
  Command.withDescription("List the hooks of this project, and where each comes from")
)
