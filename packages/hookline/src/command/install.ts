/** `hookline install SOURCE`: copies a plugin into the project, once a person has seen what it will run. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { json, project } from "./flags.ts"

const flag = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withDescription(description), Flag.withDefault(false))

/** What does it is loaded when it is asked for: no other command waits for it. */
const running = Effect.promise(() => import("./installRun.ts"))

export const install = Command.make(
  "install",
  {
    source: Argument.String("source").pipe(
      Argument.withDescription("A plugin's folder, a repository's address, or MARKETPLACE#PLUGIN")
    ),
    name: Flag.String("name").pipe(
      Flag.withMetavar("NAME"),
      Flag.withDescription("What it is called here; what it calls itself, if left out"),
      Flag.optional
    ),
    yes: flag("yes", "Install it without being asked"),
    force: flag("force", "Update it although its files were edited here; these edits are lost"),
    dryRun: flag("dry-run", "Show what it would run, and write nothing"),
    project,
    json
  },
  (said) => Effect.flatMap(running, (run) => run.install(said))
).pipe(
  Command.withDescription("Copy a plugin into this project, after showing what it will run; nothing of it is run"),
  Command.withExamples([
    { command: "hookline install ./my-plugin" },
    { command: "hookline install https://example.com/team/guards.git#v2 --yes" },
    { command: "hookline install ../marketplace#formatter --dry-run" }
  ])
)
