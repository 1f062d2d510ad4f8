// Hooks of events that the host never fires: one notice in a session, by an answer that is shown, and never a denial.
import { assert, describe, it } from "@effect/vitest"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import { Pipeline } from "@hookline/core/Pipeline"
import { Amcp } from "@hookline/dialects/Amcp"
import { Amplifier } from "@hookline/dialects/Amplifier"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import { TestPipeline } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { answer, bash, hook } from "./fixtures.ts"

const files = {
  ".claude/settings.json": {
    hooks: {
      Stop: [{ hooks: [hook("guard")] }],
      TaskCreated: [{ hooks: [hook("guard")] }],
      PreToolUse: [{ matcher: "Bash", hooks: [hook("guard")] }]
    }
  }
}

const closed = { provide: [FailurePolicy.layerClosed] }

const run = (payload: object) => Effect.flatMap(Pipeline, (pipeline) => pipeline.run(payload))

const flat = (name: string, more: object = {}) => ({ hook_event_name: name, session_id: "s", cwd: "/p", ...more })

const call = flat("PreToolUse", { tool_name: "read_file", tool_input: { path: "a" } })

const told = ({ reply: { body } }: { readonly reply: { readonly body?: object } }): string =>
  /hooks of [^"]* may never run: [^"]*/.exec(JSON.stringify(body ?? {}))?.[0] ?? ""

describe("a hook of an event that the host never fires", () => {
  it.effect("is reported once in a session, with the others of its file, and denies nothing under closed", () =>
    Effect.gen(function* () {
      const first = yield* run(flat("UserPromptSubmit", { prompt: "hi" }))
      assert.match(told(first), /settings\.json under Stop and TaskCreated may never run: AMCP fires no such event/)
      assert.isFalse(first.mayWait)
      const second = yield* run(call)
      assert.deepStrictEqual([told(second), second.outcome.verdict._tag, second.mayWait], ["", "Pass", false])
      const other = yield* run({ ...call, session_id: "t" })
      assert.notStrictEqual(told(other), "")
    }).pipe(Effect.provide(TestPipeline.layer(files, { guard: {} }, { host: Amcp, ...closed })))
  )

  it.effect("is reported by the first answer that the host shows", () =>
    Effect.gen(function* () {
      const unseen = yield* run(flat("PostToolUseFailure", { tool_name: "bash", tool_input: {}, error: "e" }))
      assert.isTrue(unseen.mayWait)
      assert.notStrictEqual(told(yield* run(call)), "")
      assert.strictEqual(told(yield* run(call)), "")
    }).pipe(Effect.provide(TestPipeline.layer(files, { guard: {} }, { host: Amcp })))
  )

  it.effect("is not among them in the answer to its own event", () =>
    Effect.gen(function* () {
      const body = told(yield* run(flat("Stop")))
      assert.notInclude(body, "under Stop")
    }).pipe(Effect.provide(TestPipeline.layer(files, { guard: {} }, { host: Amcp })))
  )

  it.effect("is reported under each host that does not fire it, and under no other", () =>
    Effect.gen(function* () {
      const amplifier = { event: "prompt:submit", data: { prompt: "hi", session_id: "s" } }
      const under = (host: typeof Amcp, payload: object) =>
        Effect.provide(run(payload), TestPipeline.layer(files, { guard: {} }, { host }))
      assert.match(told(yield* under(Amplifier, amplifier)), /under TaskCreated may never run: Amplifier/)
      assert.strictEqual(told(yield* under(ClaudeCode, flat("UserPromptSubmit", { prompt: "hi" }))), "")
    })
  )

  it.effect("is no notice of a program, which emits any event", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* answer(bash)).outcome.notices, [])
    }).pipe(Effect.provide(TestPipeline.layer(files, { guard: {} }, { host: Amcp })))
  )
})
