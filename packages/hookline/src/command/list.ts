/** `hookline list`: the hooks of the project, and where each comes from. */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { json, project } from "./flags.ts"

/** What does it is loaded when it is asked for: no other command waits for it. */
const running = Effect.promise(() => import("./listRun.ts"))

export const list = Command.make("list", { project, json }, (said) =>
  Effect.flatMap(running, (run) => run.list(said))
).pipe(Command.withDescription("The hooks of this project, and where each comes from"))
