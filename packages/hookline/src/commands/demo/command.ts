/** `hookline demo`: an agent's session, played through real hooks. */
import * as Command from "effect/cli/Command"
import { TerminalCapabilities } from "effect/cli/TerminalCapabilities"
import * as Effect from "effect/Effect"
import { toggle } from "../flags.ts"
import { unreadable } from "../../output/standardOutput.ts"

export const demo = Command.make(
  "demo",
  {
    unattended: toggle("unattended", "Ask no user: what a user would decide is denied"),
    json: toggle("json", "Print an object of JSON on a line for each event, for programs; no user is asked")
  },
  Effect.fnUntraced(function* ({ json, unattended }) {
    const { canPrompt } = yield* TerminalCapabilities
    // It needs more than all other commands together, and they are not to wait for it.
    const [{ play }, { inLines, inWords }] = yield* Effect.promise(() =>
      Promise.all([import("../../demo/play.ts"), import("../../demo/narration.ts")])
    )
    const played = play(canPrompt && !unattended && !json, json ? inLines : inWords())
    yield* Effect.raceFirst(played, unreadable)
  })
).pipe(
  Command.withDescription("Play an agent's session through real hooks, and show the result of each event"),
  Command.withExamples([{ command: "hookline demo" }, { command: "hookline demo --unattended" }])
)
