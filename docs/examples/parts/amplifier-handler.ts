import * as Amplifier from "@hookline/dialects/Amplifier"
import * as Effect from "effect/Effect"
import { Hookline } from "hookline"

// A handler that returns Amplifier's HookResult, as a native handler.
export const register = Effect.gen(function* () {
  const hooks = yield* Hookline
  yield* hooks.register({
    event: "PreToolUse",
    name: "no-production",
    handler: (event) => {
      const isProduction = JSON.stringify(event.toolInput).includes("--production")
      const result = isProduction ? { action: "deny" as const, reason: "Not from here." } : {}
      return Effect.succeed(Amplifier.toOutcome(Amplifier.HookResult.make(result), "no-production", event))
    }
  })
})
