// <effect>
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import { cases } from "@hookline/schema/HookEvent"
import * as Effect from "effect/Effect"
import { Hookline } from "hookline"

const program = Effect.gen(function* () {
  const hooks = yield* Hookline
  const event = cases.PreToolUse.make({ toolName: "Bash", toolInput: { command: "git push --force" } })
  const { outcome } = yield* hooks.emit(event)
  return outcome.verdict
})

// A hook that fails denies. By default the action would be allowed, with a notice.
const layer = Hookline.layer({ project: ".", provide: [FailurePolicy.layerClosed] })

const verdict = await Effect.runPromise(Effect.provide(program, layer))
console.log(verdict) // { _tag: "Deny", reasons: [ … ] }, if a hook denies the command
// </effect>

export { verdict }
