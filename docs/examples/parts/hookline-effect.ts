import { cases } from "@hookline/schema/HookEvent"
import * as Effect from "effect/Effect"
import { Hookline } from "hookline"

export const program = Effect.gen(function* () {
  const hooks = yield* Hookline
  return yield* hooks.emit(cases.PreToolUse.make({ toolName: "Bash", toolInput: { command: "rm -rf /" } }))
}).pipe(Effect.provide(Hookline.layer({ project: "." })))
