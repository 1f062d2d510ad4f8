// Hooks that run on while their event is answered: they hold nothing up, can't block, and are told of when they are done.
import { assert, describe, it } from "@effect/vitest"
import * as Background from "@hookline/core/Background"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import { Pipeline } from "@hookline/core/Pipeline"
import { Leftovers, TestPipeline, TestProject } from "@hookline/testing"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Effect from "effect/Effect"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { call, executorOf, guardedBy, runners, seen } from "./support/answering.ts"

describe.each(Object.keys(runners) as ReadonlyArray<keyof typeof runners>)("a %s hook in the background", (kind) => {
  const answered = (
    hook: Readonly<Record<string, unknown>>,
    use: (
      pipeline: typeof Pipeline.Service,
      done: ReadonlyArray<Background.Done>,
      folder: string
    ) => Effect.Effect<void>
  ) =>
    Effect.scoped(
      Effect.gen(function* () {
        const project = yield* TestProject.make(guardedBy(hook))
        const done: Array<Background.Done> = []
        const provide = [FailurePolicy.layerClosed, Background.layer((one) => Effect.sync(() => void done.push(one)))]
        yield* Effect.provide(
          Effect.flatMap(Pipeline, (pipeline) => use(pipeline, done, project.project)),
          TestPipeline.layerOn(project, executorOf(kind), { provide })
        )
      })
    )

  const saying = `printf '{"systemMessage": "told", "hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "additionalContext": "more"}}'`

  it.live("does not hold the answer up, and blocks nothing, whatever it says", () =>
    answered({ command: `until [ -e go ]; do sleep 0.02; done; ${saying}`, async: true }, (pipeline, done, folder) =>
      Effect.gen(function* () {
        const { outcome, runs } = yield* pipeline.answer(call)
        assert.strictEqual(outcome.verdict._tag, "Pass")
        assert.deepStrictEqual(
          runs.map(({ status, why }) => [status, why]),
          [["ran", "it runs on by itself"]]
        )
        assert.deepStrictEqual(done, [])
        yield* Effect.sync(() => writeFileSync(path.join(folder, "go"), ""))
        yield* Leftovers.until(() => done.length === 1)
        const [told] = done
        assert.strictEqual(told?.run.status, "ran")
        assert.strictEqual(told?.run.outcome?.verdict._tag, "Pass")
        assert.deepStrictEqual(
          told?.run.outcome?.notices.map(({ text }) => text),
          ["told", `${told?.run.id} ended with Deny on PreToolUse, too late: it runs in the background: told`]
        )
        assert.deepStrictEqual(
          told?.run.outcome?.context.map(({ text }) => text),
          ["more", "told"]
        )
        assert.strictEqual(told?.rewake, undefined)
      })
    )
  )

  it.live("wakes the agent where it asked for that and blocks in the end", () =>
    answered({ command: "echo 'the tests fail' >&2; exit 2", asyncRewake: true }, (pipeline, done) =>
      Effect.gen(function* () {
        const { outcome } = yield* pipeline.answer(call)
        assert.strictEqual(outcome.verdict._tag, "Pass")
        yield* Leftovers.until(() => done.length === 1)
        assert.strictEqual(done[0]?.rewake, "the tests fail")
      })
    )
  )

  it.live("that fails is told as a failure, and denies nothing under closed", () =>
    answered({ command: "kill -9 $$", async: true }, (pipeline, done) =>
      Effect.gen(function* () {
        const { outcome } = yield* pipeline.answer(call)
        assert.strictEqual(outcome.verdict._tag, "Pass")
        yield* Leftovers.until(() => done.length === 1)
        assert.strictEqual(done[0]?.run.status, "failed")
        assert.match(done[0]?.run.failure?.text ?? "", /ended by SIGKILL/)
        assert.strictEqual(done[0]?.run.outcome?.verdict._tag, "Pass")
      })
    )
  )

  it.live("exports for the very next hook, once it is done", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const json = {
          hooks: {
            SessionStart: [{ hooks: [{ type: "command", command: "echo A=late >>$CLAUDE_ENV_FILE", async: true }] }],
            Stop: [{ hooks: [{ type: "command", command: 'echo "<$A>" >&2; exit 2' }] }]
          }
        }
        const project = yield* TestProject.make({ ".claude/settings.json": { json } })
        const done: Array<Background.Done> = []
        const provide = [Background.layer((one) => Effect.sync(() => void done.push(one)))]
        const report = yield* Effect.provide(
          Effect.gen(function* () {
            const { answer } = yield* Pipeline
            yield* answer(HookEvent.cases.SessionStart.make({ sessionId: "s", source: "startup" }))
            yield* Leftovers.until(() => done.length === 1)
            return yield* answer(HookEvent.cases.Stop.make({ sessionId: "s" }))
          }),
          TestPipeline.layerOn(project, executorOf(kind), { provide })
        )
        assert.include(seen(report).text, "<late>")
      })
    )
  )

  it.live("outlives the session, and what it writes then ends it not", () =>
    Effect.gen(function* () {
      let folder = ""
      yield* Effect.scoped(
        Effect.gen(function* () {
          const project = yield* TestProject.make(
            guardedBy({
              command: "echo $$ >pid; sleep 1.5; echo on; echo on >&2; echo done >done; sleep 1",
              async: true
            })
          )
          folder = project.project
          yield* Effect.provide(
            Effect.flatMap(Pipeline, ({ answer }) => answer(call)),
            TestPipeline.layerOn(project, executorOf(kind))
          )
          yield* Leftovers.until(() => existsSync(path.join(folder, "done")))
          const pid = readFileSync(path.join(folder, "pid"), "utf8")
          assert.isTrue(Leftovers.isAlive(pid))
          yield* Leftovers.until(() => !Leftovers.isAlive(pid))
        })
      )
    })
  )
})
