// Each text that hooks give a model shows its hook, event, size and time; several of one turn are one message.
import { assert, describe, it } from "@effect/vitest"
import { ContextQueue } from "@hookline/coordinator/ContextQueue"
import { Hookline } from "@hookline/node"
import * as HookedAgent from "@hookline/node/HookedAgent"
import * as HookedToolkit from "@hookline/node/HookedToolkit"
import { cases } from "@hookline/schema/HookEvent"
import { TestHookline, TestPipeline, TestProvider } from "@hookline/testing"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { handlers, scene, Tools } from "./fixtures.ts"

const { project } = TestPipeline

/** Registers a handler for an event, which gives the model a text after so much time. */
const telling = (event: string, name: string, text: string, takes = 0) =>
  Effect.flatMap(Hookline, ({ register }) =>
    register({
      event,
      name,
      handler: () =>
        Effect.delay(Effect.succeed({ context: [{ by: "", text, role: "system", ephemeral: false } as const] }), takes)
    })
  )

describe("the origin of a text", () => {
  it.effect("has the time of the clock, for each event that waits for the model", () =>
    Effect.gen(function* () {
      const { emit } = yield* Hookline
      const { take } = yield* ContextQueue
      yield* telling("PreToolUse", "one", "first")
      yield* telling("Stop", "two", "second")
      yield* TestClock.setTime(1000)
      yield* emit(cases.PreToolUse.make({ sessionId: "s", toolName: "Bash", toolInput: {} }))
      yield* TestClock.setTime(2000)
      yield* emit(cases.Stop.make({ sessionId: "s" }))
      const [message, ...more] = yield* take("s")
      assert.deepStrictEqual(more, [])
      assert.strictEqual(message?.content, "From one (5 bytes):\nfirst\n\nFrom two (6 bytes):\nsecond")
      assert.deepStrictEqual(message?.from, [
        { by: "one", event: "PreToolUse", bytes: 5, time: 1000 },
        { by: "two", event: "Stop", bytes: 6, time: 2000 }
      ])
    }).pipe(
      Effect.scoped,
      Effect.provide(Hookline.layer({ project, files: TestPipeline.memory({}), provide: [ContextQueue.layer] }))
    )
  )

  it.effect("is beside a tool's result, where there is no loop", () =>
    Effect.gen(function* () {
      yield* telling("PreToolUse", "one", "first")
      yield* telling("PostToolUse", "two", "second")
      yield* TestClock.setTime(3000)
      const { handle } = yield* HookedToolkit.make(Tools)
      const outputs = yield* Stream.runCollect(yield* handle("shell", { command: "ls" }))
      const parts = outputs.at(-1)?.modelOutput ?? []
      const last = parts.at(-1)
      assert.strictEqual(parts.length, 2)
      assert.include(last, { type: "text", text: "From one (5 bytes):\nfirst\n\nFrom two (6 bytes):\nsecond" })
      assert.deepStrictEqual(last?.options, {
        hookline: {
          from: [
            { by: "one", event: "PreToolUse", bytes: 5, time: 3000 },
            { by: "two", event: "PostToolUse", bytes: 6, time: 3000 }
          ]
        }
      })
    }).pipe(Effect.scoped, Effect.provide([TestHookline.layer(), handlers([])]))
  )

  it.live("is in an agent's conversation, and all texts of one turn are one message", () =>
    scene(
      { script: TestProvider.inOrder({ calls: [{ name: "shell", input: { command: "ls" } }] }, { text: "done" }) },
      Effect.fnUntraced(function* () {
        yield* telling("UserPromptSubmit", "start", "hello")
        yield* telling("PreToolUse", "one", "first")
        yield* telling("PostToolUse", "two", "second")
        const before = yield* Clock.currentTimeMillis
        const agent = yield* HookedAgent.open({ toolkit: Tools })
        yield* agent.prompt("go")
        const { content } = yield* agent.history
        const told = content.filter(({ options }) => "hookline" in options)
        assert.deepStrictEqual(
          told.map((message) => message.content),
          ["hello", "From one (5 bytes):\nfirst\n\nFrom two (6 bytes):\nsecond"]
        )
        const after = yield* Clock.currentTimeMillis
        // It is what was written above.
        const froms = told.flatMap(
          ({ options }) => (options["hookline"] as unknown as { readonly from: ReadonlyArray<Origin> }).from
        )
        assert.deepStrictEqual(
          froms.map(({ bytes, by, event }) => [by, event, bytes]),
          [
            ["start", "UserPromptSubmit", 5],
            ["one", "PreToolUse", 5],
            ["two", "PostToolUse", 6]
          ]
        )
        assert.isTrue(froms.every(({ time }) => time >= before && time <= after))
      })
    )
  )
})

interface Origin {
  readonly by: string
  readonly event: string
  readonly bytes: number
  readonly time: number
}
