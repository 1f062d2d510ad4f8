// Sessions whose state is not on this machine yet: by every way into the pipeline, and with the skills that it brings.
import { assert, describe, it } from "@effect/vitest"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import { Pipeline } from "@hookline/core/Pipeline"
import { StateNotReady } from "@hookline/core/PipelineError"
import { type SessionKey, SessionState } from "@hookline/core/SessionState"
import * as HookedToolkit from "@hookline/node/HookedToolkit"
import { Hookline } from "@hookline/node"
import { cases } from "@hookline/schema/HookEvent"
import { type TestPipeline, TestProject, TestProvider } from "@hookline/testing"
import * as LanguageModel from "effect/ai/LanguageModel"
import type * as Tool from "effect/ai/Tool"
import type * as Toolkit from "effect/ai/Toolkit"
import * as Effect from "effect/Effect"
import { plainPlan } from "../../src/promise/reports.ts"
import { scene, type Seen, Tools } from "./fixtures.ts"

const bash = cases.PreToolUse.make({ sessionId: "s", toolName: "Bash", toolInput: { command: "ls" } })
const payload = { hook_event_name: "PreToolUse", session_id: "s", tool_name: "Bash", tool_input: { command: "ls" } }
const toolkit = HookedToolkit.make(Tools)

const away = (isAway: () => boolean): TestPipeline.Provided =>
  SessionState.layerEffect(
    Effect.map(SessionState, (state) => ({
      ...state,
      ready: () => Effect.suspend(() => (isAway() ? new StateNotReady({ issue: "the fleet is away" }) : Effect.void))
    }))
  )

type Services = Hookline | LanguageModel.LanguageModel | Tool.HandlersFor<Toolkit.Tools<typeof Tools>>

/** Ways into the pipeline: each returns true if the action went on. */
const doors: Readonly<Record<string, (seen: Seen) => Effect.Effect<boolean, never, Services>>> = {
  "Hookline.emit": () =>
    Hookline.use(({ emit }) => Effect.map(emit(bash), ({ outcome }) => outcome.verdict._tag === "Pass")),
  "Hookline.run": () =>
    Hookline.use(({ run }) =>
      Effect.orDie(Effect.map(run(payload), ({ reply }) => !JSON.stringify(reply).includes("deny")))
    ),
  "a toolkit": ({ ran }) =>
    Effect.orDie(Effect.map(LanguageModel.generateText({ prompt: "go", toolkit }), () => ran.splice(0).length > 0))
}

describe("a session that is not ready", () => {
  for (const [door, enter] of Object.entries(doors)) {
    it.live(`is denied by ${door} until it is`, () => {
      let isAway = true
      const call = { calls: [{ name: "shell", input: { command: "ls" } }] }
      return scene(
        { script: TestProvider.inOrder(call, call, call), provide: [away(() => isAway), FailurePolicy.layerClosed] },
        Effect.fnUntraced(function* (seen) {
          assert.deepStrictEqual([yield* enter(seen), yield* enter(seen)], [false, false])
          isAway = false
          assert.isTrue(yield* enter(seen))
        })
      )
    })
  }

  it.live("has its skills in the first event after, and until then is in plans for programs without Effect", () => {
    let isAway = true
    const skill = [
      "---",
      "hooks:",
      "  PreToolUse:",
      "    - hooks:",
      "        - type: command",
      "          command: echo no >&2; exit 2",
      "---",
      ""
    ]
    const opening = SessionState.layerEffect(
      Effect.map(SessionState, (state) => ({
        ...state,
        ready: (key: SessionKey) =>
          Effect.suspend(() =>
            isAway ? new StateNotReady({ issue: "the fleet is away" }) : state.skills.open(key, { name: "deploy" })
          )
      }))
    )
    return Effect.gen(function* () {
      const project = yield* TestProject.make({ ".claude/skills/deploy/SKILL.md": skill.join("\n") })
      yield* Effect.gen(function* () {
        const pipeline = yield* Pipeline
        assert.strictEqual((yield* pipeline.answer(bash)).outcome.verdict._tag, "Pass")
        const { failures = [] } = yield* plainPlan(pipeline, bash)
        assert.deepStrictEqual(
          failures.map(({ reason, stage }) => [stage, reason]),
          [["discover", "StateNotReady"]]
        )
        isAway = false
        const { outcome, runs } = yield* pipeline.answer(bash)
        assert.deepStrictEqual([outcome.verdict._tag, runs.length], ["Deny", 1])
        assert.isUndefined((yield* plainPlan(pipeline, bash)).failures)
      }).pipe(Effect.provide(Hookline.layer({ project, provide: [opening] })))
    }).pipe(Effect.scoped)
  })
})
