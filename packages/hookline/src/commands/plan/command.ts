/** `hookline plan EVENT`: which hooks an event would run, and why every other would not. Nothing is run. */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { eventArgument, eventFlags, skill } from "../eventFlags.ts"
import { host, json, project } from "../flags.ts"

const flags = { event: eventArgument, ...eventFlags, skill, host, project, json }

/** The flags of `hookline plan`. */
export type Flags = Command.Command.Config.Infer<typeof flags>

/** Loads the implementation on demand, so that no other command waits for it. */
const running = Effect.promise(() => import("./run.ts"))

export const plan = Command.make("plan", flags, (flags) => Effect.flatMap(running, (run) => run.plan(flags))).pipe(
  Command.withDescription("Show which hooks an event would run, in what order, and why the others would not"),
  Command.withExamples([{ command: "hookline plan PreToolUse --tool Write" }])
)
