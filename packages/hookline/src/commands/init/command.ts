/** `hookline init`: writes a first hook to start from, and shows how to try it. */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { json, project } from "../flags.ts"

const flags = { project, json }

/** The flags of `hookline init`. */
export type Flags = Command.Command.Config.Infer<typeof flags>

/** Loads the implementation on demand, so that no other command waits for it. */
const running = Effect.promise(() => import("./run.ts"))

export const init = Command.make("init", flags, (flags) => Effect.flatMap(running, (run) => run.init(flags))).pipe(
  Command.withDescription("Write a first guard with its cases, and show how to try it")
)
