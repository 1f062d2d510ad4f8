// Opens a skill: its hooks are in force for as long as the scope is open, and leave with it, however it closes.
import { CommandRunner } from "@hookline/core/Runners"
import * as Trust from "@hookline/core/Trust"
import { Amplifier } from "@hookline/dialects/Amplifier"
import { cases } from "@hookline/schema/HookEvent"
import { Skills } from "@hookline/skills/Skills"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Hookline } from "hookline"

const runner = Layer.succeed(CommandRunner)({
  run: () => Effect.succeed({ _tag: "Exit", code: 2, stdout: "", stderr: "Releases are tagged from main." })
})

const layer = Hookline.layer({
  project: "examples/skilled-project",
  trust: Trust.layerAll,
  host: Amplifier,
  provide: [runner]
})

const tag = cases.PreToolUse.make({ toolName: "Bash", toolInput: { command: "git tag v1" }, sessionId: "s1" })

const program = Effect.gen(function* () {
  const hooks = yield* Hookline
  const skills = yield* Skills
  // The answer is decided each time it runs, by what is in force then.
  const verdict = Effect.map(hooks.emit(tag), ({ outcome }) => outcome.verdict._tag)
  const before = yield* verdict
  const during = yield* Effect.scoped(Effect.andThen(skills.activate("release", { session: "s1" }), verdict))
  const after = yield* verdict
  // A name that is not there is a failure, with those that may have been meant.
  const { message } = yield* Effect.flip(Effect.scoped(skills.activate("relaese")))
  return { before, during, after, message }
})

export const opened = await Effect.runPromise(Effect.provide(program, layer))

console.log(opened.before, opened.during, opened.after) // Pass Deny Pass
console.log(opened.message) // there is no skill called "relaese"; did you mean release?
