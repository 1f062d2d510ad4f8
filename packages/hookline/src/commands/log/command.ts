/** `hookline log`: what hooks did here, whether the log of it holds, and how each hook did. */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { flags } from "./flags.ts"

/** Loads the implementation on demand, so that no other command waits for it. */
const running = Effect.promise(() => import("./run.ts"))

export const log = Command.make("log", flags, (flags) => Effect.flatMap(running, (run) => run.log(flags))).pipe(
  Command.withDescription("Show what hooks did here, whether the log of it holds, and how each hook did"),
  Command.withExamples([
    { command: "hookline log --since 2h --verdict deny" },
    { command: "hookline log --hook guard --text" },
    { command: "hookline log --follow --verdict deny" },
    { command: "hookline log --stats --since 7d" },
    { command: "hookline log --heads >heads.jsonl && hookline log --verify --head heads.jsonl" }
  ])
)
