// Answers an event by a project's hooks. Which of them would run, and why the others would not, can be asked first.
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import { CommandRunner } from "@hookline/core/Runners"
import * as Trust from "@hookline/core/Trust"
import { cases } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Hookline } from "hookline"

// A runner is a layer. This one answers every command itself; other kinds of hooks keep their runners.
const runner = Layer.succeed(CommandRunner)({
  run: () => Effect.succeed({ _tag: "Exit", code: 2, stdout: "", stderr: "Force pushes are for people." })
})

// Runners and policies have one place: `provide`.
const layer = Hookline.layer({
  project: "examples/guarded-project",
  trust: Trust.layerAll,
  provide: [runner, FailurePolicy.layerClosed]
})

const program = Effect.gen(function* () {
  const hooks = yield* Hookline
  const event = cases.PreToolUse.make({ toolName: "Bash", toolInput: { command: "git push --force" } })
  const plan = yield* hooks.plan(event)
  const report = yield* hooks.emit(event)
  // The layer in force of every service: one of `provide`, one around the layer, or the default.
  const provided = hooks.describe.flatMap(({ origin, service }) => (origin._tag === "Provided" ? [service] : []))
  return { plan, report, provided, proceeds: Outcome.proceeds(report.outcome) }
})

export const answered = await Effect.runPromise(Effect.provide(program, layer))

console.log(answered.plan.groups.flatMap(({ hooks }) => hooks)) // [ "claude/PreToolUse/no-force-push" ]
console.log(answered.proceeds) // false
console.log(answered.provided) // [ "@hookline/core/FailurePolicy", "@hookline/core/Runners/Command" ]
