// Answers events of many projects in one program, and reads the reports of one of them.
import * as Trust from "@hookline/core/Trust"
import { cases } from "@hookline/schema/HookEvent"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import { Hookline } from "hookline"

const event = (command: string) => cases.PreToolUse.make({ sessionId: "one", toolName: "Bash", toolInput: { command } })

const program = Effect.gen(function* () {
  // The hooks of a project are created at its first event, and released after ten minutes without one.
  const projects = yield* Hookline.layerMap({ idleTimeToLive: "10 minutes", trust: Trust.layerAll })
  const answers = Effect.gen(function* () {
    const hooks = yield* Hookline
    // A tracer, or a page, reads along. No event waits for it.
    const reading = Stream.runCollect(Stream.take(hooks.reports, 2))
    const reader = yield* Effect.forkChild(reading, { startImmediately: true })
    yield* hooks.emit(event("git status"))
    yield* hooks.emit(event("git push --force"))
    const reports = yield* Fiber.join(reader)
    return reports.map(({ outcome }) => outcome.verdict._tag)
  })
  return yield* Effect.provide(answers, projects.get("examples/guarded-project"))
})

export const verdicts = await Effect.runPromise(Effect.scoped(program))

console.log(verdicts) // [ "Pass", "Deny" ]
