/** `hookline log`: what hooks did here, whether the log of it holds, and how each hook did. */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { json, project } from "./flags.ts"
import { flags } from "./logFlags.ts"

/** What does it is loaded when it is asked for: no other command waits for it. */
const running = Effect.promise(() => import("./logRun.ts"))

export const log = Command.make("log", { ...flags, project, json }, (said) =>
  Effect.flatMap(running, (run) => run.log(said))
).pipe(
  Command.withDescription("What hooks did here, whether the log of it holds, and how each hook did"),
  Command.withExamples([
    { command: "hookline log --since 2h --verdict deny" },
    { command: "hookline log --hook guard --text" },
    { command: "hookline log --follow --verdict deny" },
    { command: "hookline log --stats --since 7d" },
    { command: "hookline log --heads >heads.jsonl && hookline log --verify --head heads.jsonl" }
  ])
)
