// The same project under each policy. An entry of its settings can't be read, and nothing here runs hooks at all: no
// guard does its work.
import { Executor } from "@hookline/core/Executor"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import { Pipeline } from "@hookline/core/Pipeline"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import { cases } from "@hookline/schema/HookEvent"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as DefaultPipeline from "@hookline/node/DefaultPipeline"

const edit = cases.PreToolUse.make({ toolName: "Edit", toolInput: { file_path: ".env" }, sessionId: "s" })
const start = cases.SessionStart.make({ source: "startup", sessionId: "s" })

/** What becomes of an edit, and of a session's start, which nobody can deny. */
const under = (policy: Layer.Layer<never>) =>
  Effect.gen(function* () {
    const { answer } = yield* Pipeline
    const reports = [yield* answer(edit), yield* answer(start)]
    return reports.map(({ outcome }) => [outcome.verdict._tag, outcome.notices[0]?.level])
  }).pipe(
    Effect.provide(
      DefaultPipeline.layer({
        project: "examples/guarded-project",
        host: ClaudeCode,
        executor: Executor.layerNone
      }).pipe(Layer.provide(policy))
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
