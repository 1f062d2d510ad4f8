/** `hookline remove NAME`: takes an installed plugin away again, and nothing that others put there. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { json, project } from "./flags.ts"

/** What does it is loaded when it is asked for: no other command waits for it. */
const running = Effect.promise(() => import("./removeRun.ts"))

export const remove = Command.make(
  "remove",
  {
    name: Argument.String("name").pipe(Argument.withDescription("The plugin's name, as `hookline list` shows it")),
    force: Flag.Boolean("force").pipe(
      Flag.withDescription("Take it away although its files were edited here"),
      Flag.withDefault(false)
    ),
    project,
    json
  },
  (said) => Effect.flatMap(running, (run) => run.remove(said))
).pipe(
  Command.withDescription("Take an installed plugin away; stops where its files were edited"),
  Command.withExamples([{ command: "hookline remove my-plugin" }])
)
