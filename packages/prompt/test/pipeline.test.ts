import { assert, describe, it } from "@effect/vitest"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import { Pipeline } from "@hookline/core/Pipeline"
import { cases, type HookEvent } from "@hookline/schema/HookEvent"
import type { Report } from "@hookline/schema/Report"
import * as Verdict from "@hookline/schema/Verdict"
import { TestPipeline } from "@hookline/testing"
import type { LanguageModel } from "effect/ai/LanguageModel"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { bash, runnersOf } from "./asking.ts"
import { make } from "./LoopbackServer.ts"
import { anthropic, openAi, says } from "./wires.ts"

const hooks = (eventName: string, ...entries: ReadonlyArray<unknown>) => ({
  ".claude/settings.json": { hooks: { [eventName]: [{ hooks: entries }] } }
})

const prompt = { type: "prompt", prompt: "Block commands that delete files. $ARGUMENTS" }

const answer = (
  files: Readonly<Record<string, unknown>>,
  model: Layer.Layer<LanguageModel>,
  event: HookEvent = bash,
  ...policies: ReadonlyArray<TestPipeline.Provided>
): Effect.Effect<Report> =>
  Effect.provide(
    Pipeline.use((pipeline) => pipeline.answer(event)),
    TestPipeline.layer(files, {}, { provide: [runnersOf(model), ...policies] })
  )

const told = ({ outcome }: Report): string => outcome.notices.map(({ text }) => text).join("\n")

const because = ({ outcome }: Report): string =>
  Verdict.reasonsOf(outcome.verdict)
    .map(({ text }) => text)
    .join("\n")

describe("a pipeline with prompt hooks", () => {
  it.live("denies by a no, with the reason, and reports model and tokens", () =>
    Effect.gen(function* () {
      const server = yield* make
      server.act(says(anthropic, '{"ok":false,"reason":"It deletes build."}'))
      const report = yield* answer(hooks("PreToolUse", prompt), anthropic.model(server))
      assert.strictEqual(report.outcome.verdict._tag, "Deny")
      assert.strictEqual(because(report), "It deletes build.")
      assert.deepStrictEqual(report.runs[0]?.reply, {
        _tag: "Judgement",
        ok: false,
        reason: "It deletes build.",
        model: "claude-test-20260101",
        inputTokens: 30,
        outputTokens: 4
      })
    })
  )

  it.live("passes by a yes, which is no more than that", () =>
    Effect.gen(function* () {
      const server = yield* make
      server.act(says(anthropic, '{"ok":true,"reason":"Fine."}'))
      const report = yield* answer(hooks("PreToolUse", prompt), anthropic.model(server))
      assert.strictEqual(report.outcome.verdict._tag, "Pass")
      assert.deepStrictEqual(report.outcome.notices, [])
    })
  )

  it.live("is the same with another provider by one line", () =>
    Effect.gen(function* () {
      const server = yield* make
      for (const wire of [anthropic, openAi]) {
        server.act(says(wire, '```json\n{"decision":"block","reason":"No."}\n```'))
        const report = yield* answer(hooks("PreToolUse", prompt), wire.model(server))
        assert.deepStrictEqual([report.outcome.verdict._tag, because(report)], ["Deny", "No."])
      }
    })
  )

  it.live("tells as a notice which model the hook wanted, and judges by the one that is there", () =>
    Effect.gen(function* () {
      const server = yield* make
      server.act(says(anthropic, "no"))
      const report = yield* answer(hooks("PreToolUse", { ...prompt, model: "opus" }), anthropic.model(server))
      assert.strictEqual(report.outcome.verdict._tag, "Deny")
      assert.include(told(report), "it asks for the model opus, which nothing here provides: claude-test judged")
    })
  )

  it.live("makes an agent go on by a no on Stop, and lets it stop where more is impossible", () =>
    Effect.gen(function* () {
      const server = yield* make
      const files = hooks("Stop", { type: "prompt", prompt: "Are all tests green?" })
      const stop = cases.Stop.make({})
      server.act(says(openAi, '{"ok":false,"reason":"Run the tests."}'))
      const goesOn = yield* answer(files, openAi.model(server), stop)
      assert.deepStrictEqual([goesOn.outcome.verdict._tag, because(goesOn)], ["Deny", "Run the tests."])
      server.act(says(openAi, '{"ok":false,"impossible":true,"reason":"There are none."}'))
      const stops = yield* answer(files, openAi.model(server), stop)
      assert.strictEqual(stops.outcome.verdict._tag, "Pass")
      assert.include(told(stops), "more is not possible")
    })
  )

  it.live("runs an agent's hook by the same rules", () =>
    Effect.gen(function* () {
      const server = yield* make
      server.act(says(anthropic, '{"ok":false,"reason":"No."}'))
      const files = hooks("PreToolUse", { type: "agent", prompt: "Is it fine?" })
      // The project of these pipelines is made of texts: it has no folder that an agent could read.
      const report = yield* answer(files, anthropic.model(server), bash, FailurePolicy.layerClosed)
      assert.strictEqual(report.outcome.verdict._tag, "Deny")
      assert.include(because(report), "the project's folder is not there")
    })
  )
})
