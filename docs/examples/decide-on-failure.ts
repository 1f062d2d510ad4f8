// The same project under each policy. An entry of its settings can't be read, and there is no runner: no guard
// runs.
import * as Approval from "@hookline/coordinator/Approval"
import { Executor } from "@hookline/core/Executor"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import * as Trust from "@hookline/core/Trust"
import { cases } from "@hookline/schema/HookEvent"
import * as Effect from "effect/Effect"
import { Hookline } from "hookline"

const edit = cases.PreToolUse.make({ toolName: "Edit", toolInput: { file_path: ".env" }, sessionId: "s" })
const start = cases.SessionStart.make({ source: "startup", sessionId: "s" })

/** Returns the outcomes of an edit, and of a session's start, which can't be denied. */
const under = (policy: typeof FailurePolicy.layerOpen) =>
  Effect.gen(function* () {
    const { emit } = yield* Hookline
    const reports = [yield* emit(edit), yield* emit(start)]
    return reports.map(({ outcome }) => [outcome.verdict._tag, outcome.notices[0]?.level])
  }).pipe(
    Effect.provide(
      Hookline.layer({
        project: "examples/guarded-project",
        trust: Trust.layerAll,
        // No hook is run, and a question is left to the host, as in an agent that asks by itself.
        provide: [Executor.layerNone, Approval.layerDeferred, policy]
      })
    )
  )

export const decided = {
  open: await Effect.runPromise(under(FailurePolicy.layerOpen)),
  closed: await Effect.runPromise(under(FailurePolicy.layerClosed)),
  ask: await Effect.runPromise(under(FailurePolicy.layerAsk))
}

console.log(decided.open) // [ [ "Pass", "warning" ], [ "Pass", "warning" ] ]
console.log(decided.closed) // [ [ "Deny", "error" ], [ "Pass", "error" ] ]
console.log(decided.ask) // [ [ "Ask", "error" ], [ "Pass", "error" ] ]
