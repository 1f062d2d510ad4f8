/** `hookline plan EVENT`: which hooks an event would run, and why every other would not. Nothing is run. */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { eventArgument, eventFlags } from "./eventFlags.ts"
import { host, json, project } from "./flags.ts"

/** What does it is loaded when it is asked for: no other command waits for it. */
const running = Effect.promise(() => import("./planRun.ts"))

export const plan = Command.make("plan", { event: eventArgument, ...eventFlags, host, project, json }, (said) =>
  Effect.flatMap(running, (run) => run.plan(said))
).pipe(
  Command.withDescription("Say which hooks an event would run, in what order, and why the others would not"),
  Command.withExamples([{ command: "hookline plan PreToolUse --tool Write" }])
)
