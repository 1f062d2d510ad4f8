/** `hookline enable NAME`: takes the line out that switches a plugin or a hook off. */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { switchFlags } from "../switchFlags.ts"

/** Loads the implementation on demand, so that no other command waits for it. */
const running = Effect.promise(() => import("./run.ts"))

export const enable = Command.make("enable", switchFlags, (flags) =>
  Effect.flatMap(running, (run) => run.enable(flags))
).pipe(
  Command.withDescription("Switch a plugin or a hook on again that `disable` has switched off"),
  Command.withExamples([{ command: "hookline enable my-plugin" }])
)
