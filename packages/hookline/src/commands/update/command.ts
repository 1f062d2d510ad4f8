/** `hookline update`: gets what the sources of plugins have now, once the user has seen what changes. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { json, project, toggle } from "../flags.ts"

const flags = {
  name: Argument.String("name").pipe(
    Argument.withDescription("The plugin's name, as `hookline list` shows it (default: all plugins)"),
    Argument.optional
  ),
  to: Flag.String("to").pipe(
    Flag.withMetavar("REF"),
    Flag.withDescription("Another branch, tag or commit of its repository (default: that of the lock)"),
    Flag.optional
  ),
  minAge: Flag.String("min-age").pipe(
    Flag.withMetavar("AGE"),
    Flag.withDescription(
      "Refuse a commit that is younger, such as 3d, 12h or 2w, by the date of its committer (default: any age)"
    ),
    Flag.optional
  ),
  yes: toggle("yes", "Update without being asked; a tag that was re-pointed is refused, unless --to names it"),
  force: toggle("force", "Update although its files were edited here; these edits are dropped"),
  dryRun: toggle("dry-run", "Show what would change, and write nothing"),
  project,
  json
}

/** The flags of `hookline update`. */
export type Flags = Command.Command.Config.Infer<typeof flags>

/** Loads the implementation on demand, so that no other command waits for it. */
const running = Effect.promise(() => import("./run.ts"))

export const update = Command.make("update", flags, (flags) =>
  Effect.flatMap(running, (run) => run.update(flags))
).pipe(
  Command.withDescription(
    "Update installed plugins, after showing what changes; trust in their hooks moves with your yes"
  ),
  Command.withExamples([
    { command: "hookline update --dry-run" },
    { command: "hookline update guard --to v2" },
    { command: "hookline update --min-age 3d" }
  ])
)
