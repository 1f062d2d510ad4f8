/** `hookline migrate`: hooks of one agent in the files of another. */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { sources, targets } from "../agentNames.ts"
import { json, project, toggle } from "../flags.ts"

const from = Flag.Literals("from", sources).pipe(Flag.withDescription("Whose files the hooks are taken from"))

const to = Flag.Literals("to", targets).pipe(
  Flag.withDescription("Whose files the hooks are added to; what is there stays")
)

const scope = Flag.Literals("scope", ["project", "user", "local"]).pipe(
  Flag.withDescription("Whose hooks: the team's in this project, yours everywhere, or yours in it (default: project)"),
  Flag.withDefault("project")
)

const dryRun = toggle("dry-run", "Show the diff of what would be written, and write nothing")

const strict = toggle(
  "strict",
  "Write nothing, and exit with 1, where a hook can't be expressed in the other agent's format"
)

const flags = { from, to, scope, dryRun, strict, project, json }

/** The flags of `hookline migrate`. */
export type Flags = Command.Command.Config.Infer<typeof flags>

/** Loads the implementation on demand, so that no other command waits for it. */
const running = Effect.promise(() => import("./run.ts"))

export const migrate = Command.make("migrate", flags, (flags) =>
  Effect.flatMap(running, (run) => run.migrate(flags))
).pipe(
  Command.withDescription("Translate one agent's hooks into another's format, and add them to its files"),
  Command.withExamples([
    { command: "hookline migrate --from claude --to amplifier --dry-run", description: "Show what would be written" },
    { command: "hookline migrate --from amplifier --to claude --scope user", description: "Migrate your own hooks" }
  ])
)
