/** `hookline enable NAME`: takes the line out that switches a plugin or a hook off. */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { switchArguments } from "./switchFlags.ts"

/** What does it is loaded when it is asked for: no other command waits for it. */
const running = Effect.promise(() => import("./enableRun.ts"))

export const enable = Command.make("enable", switchArguments, (said) =>
  Effect.flatMap(running, (run) => run.enable(said))
).pipe(
  Command.withDescription("Switch a plugin or a hook on again that `disable` has switched off"),
  Command.withExamples([{ command: "hookline enable my-plugin" }])
)
