/** `hookline run EVENT`: fires one event at the project's hooks, and shows what happened. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { eventArgument, eventFlags, skill, text } from "../eventFlags.ts"
import { host, json, project, toggle } from "../flags.ts"

const flags = {
  event: eventArgument.pipe(
    Argument.withDescription("The event: PreToolUse, SessionStart, … or any other name (default: that of --payload)"),
    Argument.optional
  ),
  ...eventFlags,
  skill,
  payload: text("payload", "FILE|-", "A host's whole payload, in the place of an event; with --host (default: none)"),
  host,
  project,
  exitCode: toggle("exit-code", "Exit with 2 where the event is denied"),
  unattended: toggle("unattended", "Ask no user: an Ask of a hook stays an Ask"),
  wait: Flag.Finite("wait").pipe(
    Flag.withMetavar("SECONDS"),
    Flag.withDescription("How long a user may take to answer, where the hook sets no limit (default: 300)"),
    Flag.optional
  ),
  audit: Flag.Boolean("audit").pipe(
    Flag.withDescription("Keep a record of what was done (see hookline log); --no-audit keeps none (default: on)"),
    Flag.withDefault(true)
  ),
  json
}

/** The flags of `hookline run`. */
export type Flags = Command.Command.Config.Infer<typeof flags>

/** Loads the implementation on demand, so that no other command waits for it. */
const running = Effect.promise(() => import("./run.ts"))

export const run = Command.make("run", flags, (flags) => Effect.flatMap(running, (run) => run.run(flags))).pipe(
  Command.withDescription("Fire one event at the hooks of this project, and show what happens"),
  Command.withExamples([
    { command: `hookline run PreToolUse --tool Bash --input '{"command": "git push --force"}'` },
    { command: "hookline run SessionStart --source resume --json" },
    { command: "hookline run PreToolUse --skill deploy" },
    { command: "hookline run --host amplifier --payload event.json" }
  ])
)
