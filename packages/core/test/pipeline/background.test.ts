// Results of hooks in the background: they were dropped by default, so that no one learned of a failure or a denial.
import { assert, describe, it } from "@effect/vitest"
import * as Background from "@hookline/core/Background"
import { Pipeline } from "@hookline/core/Pipeline"
import { cases, type HookEvent } from "@hookline/schema/HookEvent"
import { TestPipeline, TestRunner } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { answer, bash, claude, context, hook, name, stop } from "./fixtures.ts"

const note = cases.Notification.make({ message: "m", notificationType: "idle_prompt", sessionId: "s" })
const done = cases.PostToolUse.make({ toolName: "Read", toolInput: {}, toolResponse: null, sessionId: "s" })
const agent = cases.SubagentStop.make({ sessionId: "s" })
const end = cases.SessionEnd.make({ reason: "other", sessionId: "s" })

const texts = (all: ReadonlyArray<{ readonly text: string }>) => all.map(({ text }) => text.replaceAll(/\S*\//g, ""))

/** Runs a hook in the background on a call, and then other events. */
const after = (
  more: Readonly<Record<string, unknown>>,
  act: TestRunner.Act,
  events: ReadonlyArray<HookEvent>,
  provide: ReadonlyArray<TestPipeline.Provided> = []
) =>
  Effect.gen(function* () {
    const first = yield* answer(bash)
    assert.strictEqual(first.outcome.verdict._tag, "Pass")
    yield* TestClock.adjust(1000)
    const { wants } = yield* Pipeline
    return yield* Effect.forEach(events, (event) =>
      Effect.suspend(() => {
        const wanted = wants(event)
        return Effect.map(answer(event), (report) => {
          const { background = [], outcome } = report
          assert.strictEqual(outcome.verdict._tag, "Pass")
          if (background.length > 0) assert.isTrue(wanted)
          return {
            background: background.map((one) => [one.event, name(one.run.id), one.run.status]),
            context: texts(outcome.context),
            notices: texts(outcome.notices)
          }
        })
      })
    )
  }).pipe(
    Effect.provide(
      TestPipeline.layer(claude([hook("a", { async: true, ...more })]), { a: { after: 500, ...act } }, { provide })
    )
  )

const nothing = { background: [], context: [], notices: [] }

describe("a hook in the background", () => {
  it.effect("that failed under closed is reported by the next event that can show it, and once", () =>
    Effect.gen(function* () {
      const reports = yield* after({ onFailure: "closed" }, { exit: 1, stderr: "no jq" }, [
        note,
        agent,
        stop,
        done,
        done
      ])
      assert.deepStrictEqual(reports, [
        nothing,
        nothing,
        nothing,
        {
          background: [["PreToolUse", "a", "failed"]],
          context: [],
          notices: ["a failed: it ended with exit code 1: no jq"]
        },
        nothing
      ])
    })
  )

  it.effect("that denied too late is reported to the user and to the model", () =>
    Effect.gen(function* () {
      const [report] = yield* after({}, { exit: 2, stderr: "no secrets" }, [done])
      assert.deepStrictEqual(report, {
        background: [["PreToolUse", "a", "ran"]],
        context: ["no secrets"],
        notices: ["a ended with Deny on PreToolUse, too late: it runs in the background: no secrets"]
      })
    })
  )

  it.effect("hides nothing in what it is reported by", () =>
    Effect.gen(function* () {
      const hidden = "no \u001b[2Jsecrets\u202e"
      const reports = [
        ...(yield* after({}, { exit: 2, stderr: hidden }, [done])),
        ...(yield* after({ onFailure: "closed" }, { exit: 1, stderr: hidden }, [done]))
      ]
      assert.lengthOf(reports, 2)
      for (const { context, notices } of reports) {
        assert.isAbove(notices.length, 0)
        for (const text of [...context, ...notices]) for (const one of "\u001b\u202e") assert.notInclude(text, one)
      }
    })
  )

  it.effect("that is to wake the agent prolongs its work, and no other does", () =>
    Effect.gen(function* () {
      const [woken] = yield* after({ asyncRewake: true }, { exit: 2, stderr: "tests fail" }, [stop])
      assert.deepStrictEqual(woken, {
        background: [["PreToolUse", "a", "ran"]],
        context: ["tests fail"],
        notices: []
      })
      assert.deepStrictEqual(yield* after({}, context("more"), [stop]), [nothing])
    })
  )

  it.effect("is reported at the end of its session at the latest, and its context is a message there", () =>
    Effect.gen(function* () {
      const [report] = yield* after({}, context("more"), [end])
      assert.deepStrictEqual(report?.background, [["PreToolUse", "a", "ran"]])
      assert.match(report?.notices[0] ?? "", /has a text for the model.*: more$/)
    })
  )

  it.effect("is of its session alone", () =>
    Effect.gen(function* () {
      const [other, own] = yield* after({}, context("more"), [{ ...done, sessionId: "t" }, done])
      assert.deepStrictEqual(other, nothing)
      assert.deepStrictEqual(own?.context, ["more"])
    })
  )

  it.effect("is the program's alone where that receives it", () =>
    Effect.gen(function* () {
      const got: Array<string> = []
      const receiver = Background.layer(({ run }) => Effect.sync(() => void got.push(run.status)))
      assert.deepStrictEqual(yield* after({}, context("more"), [done], [receiver]), [nothing])
      assert.deepStrictEqual(got, ["ran"])
    })
  )

  it.effect("whose store breaks is a notice", () =>
    Effect.gen(function* () {
      const broken = Background.layerWith({
        onDone: () => Effect.void,
        waiting: () => {
          throw new Error("no disk")
        }
      })
      const report = yield* Effect.provide(answer(stop), TestPipeline.layer({}, {}, { provide: [broken] }))
      assert.match(report.outcome.notices[0]?.text ?? "", /background hooks broke: no disk/)
    })
  )
})
