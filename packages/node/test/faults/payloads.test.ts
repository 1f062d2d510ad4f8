// What can happen to a payload before it reaches us, and to our own parts behind it: the host is always answered.
import { assert, describe, it } from "@effect/vitest"
import type { Dialect } from "@hookline/core/Dialect"
import { Pipeline } from "@hookline/core/Pipeline"
import type { SessionEnv } from "@hookline/core/SessionEnv"
import * as Dialects from "@hookline/dialects/Dialects"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import type { OnFailure } from "@hookline/schema/Hook"
import * as HookEvent from "@hookline/schema/HookEvent"
import { TestPipeline } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Dispatch from "hookline/kit/dispatch/Dispatch"

const policies = ["open", "closed", "ask"] as const satisfies ReadonlyArray<OnFailure>

const dispatch = (
  text: string,
  onFailure: OnFailure,
  host: Dialect = ClaudeCode,
  pipeline: Layer.Layer<Pipeline | SessionEnv> = TestPipeline.layer({}, {})
) => Effect.scoped(Dispatch.dispatch({ host, text, onFailure }, { pipeline }))

const bash = JSON.stringify({
  hook_event_name: "PreToolUse",
  session_id: "s1",
  tool_name: "Bash",
  tool_input: { command: "echo {}" }
})

/** Under open the host goes on, and is told; else the one thing that denies everywhere is an exit code. */
const assertTold = ({ exit, stderr, stdout }: Dispatch.Answer, policy: OnFailure): void => {
  assert.deepStrictEqual([exit, stdout], [policy === "open" ? 1 : 2, ""])
  assert.match(stderr, /^hookline: no hook could be run: .+\n$/)
}

describe.each(policies)("under %s a payload", (policy) => {
  for (const host of Dialects.all) {
    it.effect(`of ${host.name} that is cut anywhere is told, and never taken for a whole one`, () =>
      Effect.gen(function* () {
        for (let length = 0; length < bash.length; length++) {
          assertTold(yield* dispatch(bash.slice(0, length), policy, host), policy)
        }
      })
    )
  }

  for (const text of ["null", "[]", "7", '"PreToolUse"', "{}", '{"hook_event_name": "PreToolUse"}', "\u0000\ufffd"]) {
    it.effect(`that is ${JSON.stringify(text)} is told, and answered as the policy has it`, () =>
      Effect.map(dispatch(text, policy), (answer) => assertTold(answer, policy))
    )
  }

  it.effect("is answered in the host's words where our own parts break", () =>
    Effect.gen(function* () {
      const broken = Layer.merge(
        Layer.effect(Pipeline, Effect.die(new Error("out of order"))),
        TestPipeline.layer({}, {})
      )
      const { exit, stderr, stdout } = yield* dispatch(bash, policy, ClaudeCode, broken)
      assert.strictEqual(exit, 0)
      assert.include(stderr, "no hook could be run: out of order")
      assert.include(stdout, "out of order")
      assert.notMatch(stdout + stderr, /\n\s+at \S/)
      const decisions = { open: undefined, closed: "deny", ask: "ask" }
      const decision = /"permissionDecision":"(\w+)"/.exec(stdout)?.[1]
      assert.strictEqual(decision, decisions[policy])
    })
  )

  it.effect("is answered by the exit code where the host's words themselves break", () =>
    Effect.gen(function* () {
      const host: Dialect = {
        ...ClaudeCode,
        reply: {
          ...ClaudeCode.reply,
          write: () => {
            throw new Error("no words")
          }
        }
      }
      const answer = yield* dispatch(bash, policy, host, TestPipeline.layer({}, {}, { host }))
      assertTold(answer, policy)
      assert.include(answer.stderr, "no words")
    })
  )
})

describe("settings that were read", () => {
  it.effect("say what a payload without an event means, where they are stricter than what the command was told", () =>
    Effect.gen(function* () {
      const answers = (said: string, told: OnFailure) =>
        dispatch(
          '{"hook_event_name": "PreToolUse"}',
          told,
          ClaudeCode,
          TestPipeline.layer({ ".hookline/settings.json": { failure_policy: said } }, {})
        )
      assert.strictEqual((yield* answers("closed", "open")).exit, 2)
      assert.strictEqual((yield* answers("ask", "open")).exit, 2)
      assert.strictEqual((yield* answers("open", "closed")).exit, 2)
      assert.strictEqual((yield* answers("open", "open")).exit, 1)
    })
  )
})

describe("a pattern that never ends", () => {
  const name = `${"a".repeat(40)}!`
  const event = HookEvent.cases.PreToolUse.make({ toolName: name, toolInput: {}, sessionId: "s" })
  const files = {
    ".claude/settings.json": {
      hooks: { PreToolUse: [{ matcher: "^(a+)+$", hooks: [{ type: "command", command: "a" }] }] }
    }
  }

  it.live("lets its guard run, whatever the policy is, and is told", () =>
    Effect.gen(function* () {
      const { answer, run } = yield* Pipeline
      const report = yield* answer(event)
      assert.strictEqual(report.outcome.verdict._tag, "Deny")
      assert.isAbove(report.diagnostics.length, 0)
      assert.isTrue(
        Result.isSuccess(yield* Effect.result(run({ hook_event_name: "PreToolUse", tool_name: name, tool_input: {} })))
      )
    }).pipe(Effect.provide(TestPipeline.layer(files, { a: { exit: 2, stderr: "no" } })))
  )
})
