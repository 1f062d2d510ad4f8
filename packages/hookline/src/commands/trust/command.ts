/** `hookline trust` and `hookline untrust`: what of a project's hooks may have its full effect. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { json, project, toggle } from "../flags.ts"

const names = Argument.String("hook").pipe(
  Argument.withDescription("A hook by its identity or its short name (see `list`) (default: all of the project)"),
  Argument.variadic()
)

const profiles = ["guard", "work", "net", "notify", "open"] as const

const flags = {
  names,
  list: toggle("list", "List the hooks with their states, and change nothing"),
  show: toggle("show", "Show each file that a hook covers, and change nothing"),
  diff: toggle("diff", "Show what has changed since a hook was trusted, and change nothing"),
  dryRun: toggle("dry-run", "Show what would be trusted, with the digest of all of it, and write nothing"),
  digest: Flag.String("digest").pipe(
    Flag.withMetavar("sha256:…"),
    Flag.withDescription(
      "Trust without a question if this is the digest that --dry-run printed: for CI (default: ask)"
    ),
    Flag.optional
  ),
  ref: Flag.String("ref").pipe(
    Flag.withMetavar("REF"),
    Flag.withDescription("Trust without a question what is byte for byte as at this ref of git: for CI (default: ask)"),
    Flag.optional
  ),
  profile: Flag.Literals("profile", profiles).pipe(
    Flag.withDescription("The profile in which the hooks run (default: the narrowest that is known to do)"),
    Flag.optional
  ),
  state: Flag.String("state").pipe(
    Flag.withMetavar("PATH"),
    Flag.withDescription(
      "A file, or a folder with a / at its end, that a hook writes itself: changes of it are no change (default: none)"
    ),
    Flag.atLeast(0)
  ),
  watch: Flag.String("watch").pipe(
    Flag.withMetavar("PATH"),
    Flag.withDescription(
      "Stay open, and trust what changes below this path of trusted hooks until Ctrl-C: for authors (default: none)"
    ),
    Flag.optional
  ),
  refuse: toggle("refuse", "Refuse the hooks in this project, whatever they become"),
  project,
  json
}

/** The flags of `hookline trust`. */
export type Flags = Command.Command.Config.Infer<typeof flags>

const untrustFlags = { names, project, json }

/** The flags of `hookline untrust`. */
export type UntrustFlags = Command.Command.Config.Infer<typeof untrustFlags>

/** Loads the implementation on demand, so that no other command waits for it. */
const running = Effect.promise(() => import("./run.ts"))

export const trust = Command.make("trust", flags, (flags) => Effect.flatMap(running, (run) => run.trust(flags))).pipe(
  Command.withDescription("Show what the hooks of this project run, and let them have their full effect"),
  Command.withExamples([
    { command: "hookline trust" },
    { command: "hookline trust --list" },
    { command: "hookline trust format --profile work" },
    { command: "hookline trust --dry-run" }
  ])
)

export const untrust = Command.make("untrust", untrustFlags, (flags) =>
  Effect.flatMap(running, (run) => run.untrust(flags))
).pipe(
  Command.withDescription("Take back what was decided about hooks of this project"),
  Command.withExamples([{ command: "hookline untrust" }, { command: "hookline untrust format" }])
)
