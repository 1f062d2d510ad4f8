// Registers functions of the program as hooks, beside those that users configure: one guards, one gives the model a text,
// and one asks the user.
import * as Approval from "@hookline/coordinator/Approval"
import * as Trust from "@hookline/core/Trust"
import { cases } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import * as Effect from "effect/Effect"
import { Hookline } from "hookline"

const program = Effect.gen(function* () {
  const hooks = yield* Hookline

  // The event is typed by its name. An empty `by` means the handler's own.
  yield* hooks.register({
    event: "PreToolUse",
    name: "production",
    handler: ({ toolInput }) =>
      String(toolInput["command"]).includes("--production")
        ? Effect.succeed({ verdict: Verdict.deny({ by: "", reason: "Nobody touches production from here." }) })
        : Effect.void
  })
  yield* hooks.register({
    event: "PreToolUse",
    name: "branch",
    priority: 10,
    handler: () =>
      Effect.succeed({ context: [{ by: "", text: "You are on main.", role: "system", ephemeral: false } as const] })
  })
  // A permanent grant is offered only where the hook offers it. It covers this tool with this input.
  const options = ["Allow once", "Allow always", "Deny"]
  yield* hooks.register({
    event: "PreToolUse",
    name: "deploys",
    priority: 30,
    handler: ({ toolInput }) =>
      String(toolInput["command"]).startsWith("deploy")
        ? Effect.succeed({ verdict: Verdict.ask({ by: "", prompt: "Deploy now?", options }, "It is Friday.") })
        : Effect.void
  })

  const run = (command: string) =>
    hooks.emit(cases.PreToolUse.make({ sessionId: "s1", toolName: "Bash", toolInput: { command } }))
  return {
    production: yield* run("deploy --production"),
    staging: yield* run("deploy --staging"),
    again: yield* run("deploy --staging")
  }
})

// The approver is a layer in `provide`, like all parts. This one has its answers in a script.
const layer = Hookline.layer({
  project: "examples/guarded-project",
  trust: Trust.layerAll,
  provide: [Approval.layerScripted(["Allow always"])]
})

export const reports = await Effect.runPromise(Effect.scoped(program).pipe(Effect.provide(layer)))

console.log(Outcome.proceeds(reports.production.outcome)) // false
console.log(Outcome.proceeds(reports.staging.outcome), Outcome.proceeds(reports.again.outcome)) // true true
console.log(reports.staging.outcome.context.map(({ by, text }) => `${by}: ${text}`)) // [ "branch: You are on main." ]
