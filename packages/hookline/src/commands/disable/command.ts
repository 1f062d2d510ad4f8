/** `hookline disable NAME`: switches a plugin or a hook off, by a line in a settings file. */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { switchFlags } from "../switchFlags.ts"

/** Loads the implementation on demand, so that no other command waits for it. */
const running = Effect.promise(() => import("./run.ts"))

export const disable = Command.make("disable", switchFlags, (flags) =>
  Effect.flatMap(running, (run) => run.disable(flags))
).pipe(
  Command.withDescription("Switch a plugin or a hook off, for you in this project unless a flag names another scope"),
  Command.withExamples([
    { command: "hookline disable my-plugin" },
    { command: "hookline disable claude/Stop/0f3a --shared" }
  ])
)
