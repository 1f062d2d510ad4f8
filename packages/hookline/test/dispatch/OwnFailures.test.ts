// Our own failures, before any hook could be run: what they mean to a host is what it has said that they mean.
import { assert, describe, it } from "@effect/vitest"
import { ConfigFiles, Inaccessible } from "@hookline/core/ConfigFiles"
import * as SessionEnv from "@hookline/core/SessionEnv"
import { Pipeline } from "@hookline/core/Pipeline"
import { Amplifier } from "@hookline/dialects/Amplifier"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import type { OnFailure } from "@hookline/schema/Hook"
import * as NodePipeline from "@hookline/node/NodePipeline"
import { TestPipeline, TestRunner } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { dispatch } from "hookline/kit/dispatch/Dispatch"

const hosts = {
  claude: {
    host: ClaudeCode,
    payload: { hook_event_name: "PreToolUse", session_id: "s", tool_name: "Bash", tool_input: { command: "ls" } },
    deny: /"permissionDecision":"deny"/,
    ask: /"permissionDecision":"ask"/
  },
  amplifier: {
    host: Amplifier,
    payload: { event: "tool:pre", data: { session_id: "s", tool_name: "bash", tool_input: { command: "ls" } } },
    deny: /"action":"deny"/,
    ask: /"action":"ask_user"/
  }
} as const

const broken = {
  "breaks while it is made": Layer.effect(Pipeline, Effect.die(new Error("no pipeline"))),
  "breaks while it answers": Layer.mock(Pipeline)({
    run: () => Effect.die(new Error("no pipeline")),
    wants: () => true,
    onFailure: () => "open"
  })
}

const answered = (
  { host, payload }: (typeof hosts)[keyof typeof hosts],
  pipeline: Layer.Layer<Pipeline>,
  onFailure: OnFailure
) =>
  Effect.scoped(
    dispatch(
      { host, text: JSON.stringify(payload), onFailure },
      { pipeline: Layer.merge(pipeline, Layer.provide(SessionEnv.layerNone, TestPipeline.thisProject)) }
    )
  )

for (const [name, host] of Object.entries(hosts)) {
  describe(`dispatch for ${name} whose pipeline`, () => {
    for (const [what, pipeline] of Object.entries(broken)) {
      it.live(`${what} denies under closed, asks under ask, and lets pass under open, and says why`, () =>
        Effect.gen(function* () {
          const [closed, ask, open] = yield* Effect.forEach(["closed", "ask", "open"] as const, (policy) =>
            answered(host, pipeline, policy)
          )
          assert.match(closed?.stdout ?? "", host.deny)
          assert.match(ask?.stdout ?? "", host.ask)
          assert.notMatch(open?.stdout ?? "", host.deny)
          assert.notMatch(open?.stdout ?? "", host.ask)
          for (const each of [closed, ask, open]) {
            assert.strictEqual(each?.exit, 0)
            assert.include(each?.stderr ?? "", "no hook could be run: no pipeline")
          }
        })
      )
    }
  })
}

/** Nothing can be read, so that nobody knows the settings. */
const unreadable = Layer.effect(
  ConfigFiles,
  Effect.map(ConfigFiles, (own) =>
    ConfigFiles.of({ ...own, read: (path) => Effect.fail(new Inaccessible({ path, why: "EMFILE" })) })
  )
).pipe(Layer.provide(ConfigFiles.layerMemory({})))

for (const [name, host] of Object.entries(hosts)) {
  describe(`dispatch for ${name} whose files can't be read for lack of resources`, () => {
    const pipeline = NodePipeline.layer({
      project: TestPipeline.project,
      host: host.host,
      env: {},
      files: unreadable,
      provide: [TestRunner.layer({})]
    })

    it.live("takes the policy of its command line, and says so at each event", () =>
      Effect.gen(function* () {
        for (let event = 0; event < 2; event++) {
          const closed = yield* answered(host, pipeline, "closed")
          assert.match(closed.stdout, host.deny)
          const ask = yield* answered(host, pipeline, "ask")
          assert.match(ask.stdout, host.ask)
          const open = yield* answered(host, pipeline, "open")
          assert.notMatch(open.stdout, host.deny)
          for (const { stderr, stdout } of [closed, ask, open]) assert.include(stdout + stderr, "EMFILE")
        }
      })
    )
  })
}
