// Through promises hooks answer as they do through the service, and events survive being plain objects.
import { assert, describe, it } from "@effect/vitest"
import * as RunOutput from "@hookline/schema/RunOutput"
import { HookEvents, TestProject } from "@hookline/testing"
import * as Arbitrary from "effect/Arbitrary"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Hookline } from "@hookline/node"
import { eventOf, plainEvent } from "../../src/promise/events.ts"

describe("a plain event", () => {
  it.prop(
    "is the event that it was made of",
    [HookEvents.arbitrary],
    ([event]) => {
      const read = HookEvents.withoutHost(eventOf(plainEvent(event)))
      assert.deepStrictEqual<unknown>(read, HookEvents.withoutHost(event))
    },
    { arbitrary: { runs: 100 } }
  )
})

const timeless = ({ runs, ...output }: RunOutput.RunOutput): unknown => ({
  ...output,
  runs: runs.map(({ ms: _ms, queued: _queued, ...run }) => run)
})

const hook = [{ hooks: [{ type: "command", command: "echo no >&2; exit 2" }] }]
const events = ["PreToolUse", "PostToolUse", "Stop", "SessionStart", "UserPromptSubmit"]

const files: TestProject.Files = {
  ".claude/settings.json": { json: { hooks: Object.fromEntries(events.map((event) => [event, hook])) } }
}

/** The hooks of one project, by promises and by the service. */
const both = Effect.gen(function* () {
  const folders = yield* TestProject.make(files)
  const hooks = yield* Effect.acquireRelease(
    Effect.promise(() => Hookline.open({ project: folders.project, home: folders.home })),
    ({ close }) => Effect.promise(close)
  )
  const service = Context.get(yield* Layer.build(Hookline.layer({ project: folders })), Hookline)
  return { hooks, service }
})

describe("emit", () => {
  it.live("answers as the service does, whatever happens", () =>
    Effect.gen(function* () {
      const { hooks, service } = yield* both
      const sample = yield* Arbitrary.sampleEffect(HookEvents.arbitrary, { count: 100 })
      const likely = yield* Effect.forEach(["PreToolUse", "PostToolUse", "Stop"] as const, (name) =>
        Arbitrary.sampleEffect(HookEvents.of(name), { count: 10 })
      )
      for (const event of [...sample, ...likely.flat()]) {
        const plain = plainEvent(event)
        const { prompt: _prompt, result: _result, ...output } = yield* Effect.promise(() => hooks.emit(plain))
        const report = yield* service.emit(eventOf(plain))
        const own = RunOutput.of(report, "toolInput" in event ? event.toolInput : undefined)
        // The form of promises has the same fields, with types of its own.
        assert.deepStrictEqual(timeless(output as RunOutput.RunOutput), timeless(own))
        assert.strictEqual(hooks.wants(plain), service.wants(event))
      }
    })
  )
})
