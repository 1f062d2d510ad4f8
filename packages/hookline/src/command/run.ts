/** `hookline run EVENT`: fires one event at the project's hooks, and shows what happened. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { eventArgument, eventFlags, text } from "./eventFlags.ts"
import { host, json, project } from "./flags.ts"

/** What does it is loaded when it is asked for: no other command waits for it. */
const running = Effect.promise(() => import("./runRun.ts"))

export const run = Command.make(
  "run",
  {
    event: Argument.optional(eventArgument),
    ...eventFlags,
    payload: text("payload", "FILE|-", "A host's whole payload, in the place of an event; with --host"),
    host,
    project,
    exitCode: Flag.Boolean("exit-code").pipe(
      Flag.withDescription("Exit with 2 where the event is denied"),
      Flag.withDefault(false)
    ),
    unattended: Flag.Boolean("unattended").pipe(
      Flag.withDescription("Ask nobody: what a hook wants a person to be asked stays an Ask"),
      Flag.withDefault(false)
    ),
    wait: Flag.Finite("wait").pipe(
      Flag.withMetavar("SECONDS"),
      Flag.withDescription("How long a person may take to answer, where the hook does not say; 300, if left out"),
      Flag.optional
    ),
    audit: Flag.Boolean("audit").pipe(
      Flag.withDescription("Keep a record of what was done (see hookline log), as is usual; --no-audit keeps none"),
      Flag.withDefault(true)
    ),
    json
  },
  (said) => Effect.flatMap(running, (run) => run.run(said))
).pipe(
  Command.withDescription("Fire one event at the hooks of this project, and show what happens"),
  Command.withExamples([
    { command: `hookline run PreToolUse --tool Bash --input '{"command": "git push --force"}'` },
    { command: "hookline run SessionStart --source resume --json" },
    { command: "hookline run --host amplifier --payload event.json" }
  ])
)
