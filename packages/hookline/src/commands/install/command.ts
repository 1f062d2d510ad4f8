/** `hookline install`: copies a plugin into the project, once the user has seen what it will run, or restores the lock. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { json, project, toggle } from "../flags.ts"

const flags = {
  source: Argument.String("source").pipe(
    Argument.withDescription(
      "A plugin's folder, a repository's address, or MARKETPLACE#PLUGIN (default: all of the lock)"
    ),
    Argument.optional
  ),
  name: Flag.String("name").pipe(
    Flag.withMetavar("NAME"),
    Flag.withDescription("What it is called here (default: what it calls itself)"),
    Flag.optional
  ),
  yes: toggle("yes", "Install it without being asked; a tag that was re-pointed is refused, unless --force is given"),
  force: toggle("force", "Update it although its files were edited here; these edits are dropped"),
  dryRun: toggle("dry-run", "Show what it would run, and write nothing"),
  frozen: toggle("frozen", "Fail where anything differs from .hookline/lock.json, and write nothing: for CI"),
  project,
  json
}

/** The flags of `hookline install`. */
export type Flags = Command.Command.Config.Infer<typeof flags>

/** Loads the implementation on demand, so that no other command waits for it. */
const running = Effect.promise(() => import("./run.ts"))

export const install = Command.make("install", flags, (flags) =>
  Effect.flatMap(running, (run) => run.install(flags))
).pipe(
  Command.withDescription(
    "Copy a plugin into this project, after showing what it will run, or restore all plugins of .hookline/lock.json"
  ),
  Command.withExamples([
    { command: "hookline install ./my-plugin" },
    { command: "hookline install https://example.com/team/guards.git#v2 --yes" },
    { command: "hookline install ../marketplace#formatter --dry-run" },
    { command: "hookline install --frozen" }
  ])
)
