// A file with an effect that is not run, which shows `scripts/effectDiagnostics.ts` that the Effect diagnostics are on.
import * as Effect from "effect/Effect"

export const floating = Effect.gen(function* () {
  Effect.log("never run")
  yield* Effect.void
})
