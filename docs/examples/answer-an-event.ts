// Answers an event by a project's hooks. Which of them would run, and why the others would not, can be asked first.
import { CommandRunner } from "@hookline/core/CommandRunner"
import { Executor } from "@hookline/core/Executor"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import { Pipeline } from "@hookline/core/Pipeline"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import { cases } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as DefaultPipeline from "@hookline/node/DefaultPipeline"

// A runner is a layer. This one answers every command itself; all other kinds of hooks fail, with a sentence.
const runner = Layer.succeed(CommandRunner)({
  run: () => Effect.succeed({ _tag: "Exit", code: 2, stdout: "", stderr: "Force pushes are for people." })
})

const layer = DefaultPipeline.layer({
  project: "examples/guarded-project",
  host: ClaudeCode,
  executor: Executor.layerWith(runner)
}).pipe(Layer.provide(FailurePolicy.layerClosed))

const program = Effect.gen(function* () {
  const pipeline = yield* Pipeline
  const event = cases.PreToolUse.make({ toolName: "Bash", toolInput: { command: "git push --force" } })
  const plan = yield* pipeline.plan(event)
  const report = yield* pipeline.answer(event)
  return { plan, report, goesOn: Outcome.proceeds(report.outcome) }
})

export const answered = await Effect.runPromise(Effect.provide(program, layer))

console.log(answered.plan.groups.flatMap(({ hooks }) => hooks)) // [ "claude/PreToolUse/no-force-push" ]
console.log(answered.goesOn) // false
