/** `hookline remove NAME`: takes an installed plugin away again, and nothing that others put there. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { json, project, toggle } from "../flags.ts"

const flags = {
  name: Argument.String("name").pipe(Argument.withDescription("The plugin's name, as `hookline list` shows it")),
  force: toggle("force", "Take it away although its files were edited here"),
  project,
  json
}

/** The flags of `hookline remove`. */
export type Flags = Command.Command.Config.Infer<typeof flags>

/** Loads the implementation on demand, so that no other command waits for it. */
const running = Effect.promise(() => import("./run.ts"))

export const remove = Command.make("remove", flags, (flags) =>
  Effect.flatMap(running, (run) => run.remove(flags))
).pipe(
  Command.withDescription("Take an installed plugin away; stops where its files were edited"),
  Command.withExamples([{ command: "hookline remove my-plugin" }])
)
