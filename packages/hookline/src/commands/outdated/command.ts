/** `hookline outdated`: the states of the sources of installed plugins. */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { json, project } from "../flags.ts"

const flags = { project, json }

/** The flags of `hookline outdated`. */
export type Flags = Command.Command.Config.Infer<typeof flags>

/** Loads the implementation on demand, so that no other command waits for it. */
const running = Effect.promise(() => import("./run.ts"))

export const outdated = Command.make("outdated", flags, (flags) =>
  Effect.flatMap(running, (run) => run.outdated(flags))
).pipe(
  Command.withDescription(
    "Ask the sources of installed plugins what they have now; fails where a tag was re-pointed or a source is gone"
  ),
  Command.withExamples([{ command: "hookline outdated" }, { command: "hookline outdated --json" }])
)
