// Replies of processes that a hook leaves behind, read by a host that was busy meanwhile.
import { assert, describe, it } from "@effect/vitest"
import { CommandRunner } from "@hookline/core/Runners"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import { TestProject, TestWork } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { existsSync } from "node:fs"
import path from "node:path"
import { around, call, runners } from "./support/answering.ts"

const denial =
  '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "no"}}'

/** Takes `PATH` away, so that there is no program that makes pipes, and outputs are sockets as on other systems. */
const withoutPath = Effect.acquireRelease(
  Effect.sync(() => {
    const before = process.env["PATH"]
    process.env["PATH"] = "/nowhere"
    return before
  }),
  (before) =>
    Effect.sync(() => {
      process.env["PATH"] = before
    })
)

/** Keeps this process busy for longer than a reply is waited for, after which timers run before pipes are read. */
const busyUntil = (isOver: () => boolean) =>
  Effect.callback<void>((resume) => {
    setImmediate(() => {
      const until = performance.now() + 1300
      const nap = new Int32Array(new SharedArrayBuffer(4))
      while (performance.now() < until || !isOver()) Atomics.wait(nap, 0, 0, 20)
      resume(Effect.void)
    })
  })

describe.each(Object.keys(runners) as ReadonlyArray<keyof typeof runners>)("a %s hook's late reply", (kind) => {
  it.live.each([true, false])(
    "is read by a host that was busy until the wait for it was over, with pipes: %s",
    (hasPipes) =>
      Effect.gen(function* () {
        if (!hasPipes) yield* withoutPath
        const { project } = yield* TestProject.make({})
        const command = `(/bin/sleep 0.3; printf '%s' '${denial}'; : >came) & : >exited; exit 0`
        const work = TestWork.make({ _tag: "Command", command }, { project, event: call })
        const layer = Layer.fresh(Layer.provide(runners[kind], around))
        const reading = yield* Effect.forkChild(
          Effect.provide(
            CommandRunner.use((runner) => runner.run(work)),
            layer
          )
        )
        while (!existsSync(path.join(project, "exited"))) yield* Effect.sleep(5)
        yield* Effect.sleep(100)
        yield* busyUntil(() => existsSync(path.join(project, "came")))
        const { outcome } = ClaudeCode.reply.read(yield* Fiber.join(reading), work.hook, call)
        assert.strictEqual(outcome.verdict._tag, "Deny")
      }).pipe(Effect.scoped)
  )
})
