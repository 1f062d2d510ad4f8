/** `hookline init`: writes a first hook to start from, and shows how to try it. */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { project } from "./flags.ts"

/** What does it is loaded when it is asked for: no other command waits for it. */
const running = Effect.promise(() => import("./initRun.ts"))

export const init = Command.make("init", { project }, (said) => Effect.flatMap(running, (run) => run.init(said))).pipe(
  Command.withDescription("Write a first hook to start from")
)
