// What happens while files change: on a real disk, under the real watchers.
import { assert, describe, it } from "@effect/vitest"
import { Executor } from "@hookline/core/Executor"
import { Pipeline } from "@hookline/core/Pipeline"
import { TestPipeline, TestProject, TestRunner } from "@hookline/testing"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { bash, claude, hook, name, statuses } from "./fixtures.ts"

const settings = (...commands: ReadonlyArray<string>) =>
  JSON.stringify(claude(commands.map((command) => hook(command)))[".claude/settings.json"])

const file = ".claude/settings.json"

/** The pipeline of a project on the disk. */
const open = (files: TestProject.Files, script: TestRunner.Script) =>
  Effect.gen(function* () {
    const project = yield* TestProject.make(files)
    const layer = TestPipeline.layerOn(project, Executor.layerWith(TestRunner.layer(script)))
    const context = yield* Layer.build(layer)
    const pipeline = Context.get(context, Pipeline)
    return { project, pipeline, path: join(project.project, file) }
  })

describe("a project whose files change", () => {
  it.live("has the change in force at one of the next events", () =>
    Effect.gen(function* () {
      const { path, pipeline } = yield* open({ [file]: settings("a") }, { a: {}, b: {} })
      assert.deepStrictEqual(statuses(yield* pipeline.answer(bash)), ["a ran"])
      writeFileSync(path, settings("a", "b"))
      // The watcher is told by the system when it likes to: within ten seconds it has.
      const seen = yield* Effect.suspend(() => pipeline.answer(bash)).pipe(
        Effect.map(statuses),
        Effect.delay("10 millis"),
        Effect.repeat({ until: (found) => found.length === 2, times: 1000 })
      )
      assert.deepStrictEqual(seen, ["a ran", "b ran"])
    })
  )

  it.live("has it in force at once after a refresh", () =>
    Effect.gen(function* () {
      const { path, pipeline } = yield* open({ [file]: settings("a") }, { a: {}, b: {} })
      writeFileSync(path, settings("b"))
      yield* pipeline.refresh
      assert.deepStrictEqual(statuses(yield* pipeline.answer(bash)), ["b ran"])
    })
  )

  it.live("lets hooks that run come to their ends", () =>
    Effect.gen(function* () {
      const started = yield* Deferred.make<void>()
      const script: TestRunner.Script = {
        a: () => {
          Deferred.doneUnsafe(started, Effect.void)
          return { after: "200 millis", exit: 2, stderr: "no" }
        }
      }
      const { path, pipeline } = yield* open({ [file]: settings("a") }, script)
      const running = yield* Effect.forkChild(pipeline.answer(bash))
      yield* Deferred.await(started)
      rmSync(path)
      yield* pipeline.refresh
      assert.deepStrictEqual(statuses(yield* pipeline.answer(bash)), [])
      const { outcome } = yield* Fiber.join(running)
      assert.strictEqual(outcome.verdict._tag, "Deny")
    })
  )

  it.live("tells a guard that is broken while it is in use", () =>
    Effect.gen(function* () {
      const { path, pipeline } = yield* open({ [file]: settings("a") }, { a: {} })
      writeFileSync(path, "{ broken")
      yield* pipeline.refresh
      const { outcome, runs } = yield* pipeline.answer(bash)
      assert.deepStrictEqual(runs, [])
      assert.include(outcome.notices.map(({ by }) => name(by)).join(), "settings.json:1")
      // And again where it is broken in another way.
      writeFileSync(path, JSON.stringify({ hooks: { PreToolUse: "guard" } }))
      yield* pipeline.refresh
      assert.strictEqual((yield* pipeline.answer(bash)).outcome.notices.length, 1)
      assert.strictEqual((yield* pipeline.answer(bash)).outcome.notices.length, 0)
    })
  )
})
