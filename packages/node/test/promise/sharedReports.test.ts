// The reports of events without hooks are shared: what one receiver does to its report is in no other.
import { assert, describe, it } from "@effect/vitest"
import { Hookline } from "@hookline/node"
import { cases } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import { TestPipeline } from "@hookline/testing"
import * as Effect from "effect/Effect"
import { opened } from "./opened.ts"

const call = (toolName: string) => cases.PreToolUse.make({ sessionId: "s", toolName, toolInput: {} })

/** Adds to a list, as a program in JavaScript may. */
const addTo = (list: unknown) => (list as Array<unknown>).push({ by: "me", level: "info", text: "mine" })

describe("the report of an event without hooks", () => {
  it.live("can't be changed by a receiver, and is empty for the next", () =>
    Effect.gen(function* () {
      const { emit } = yield* Hookline
      const { diagnostics, outcome, runs } = yield* emit(call("Zed"))
      for (const list of [outcome.notices, outcome.context, outcome.changes, outcome.quiet, runs, diagnostics])
        assert.throws(() => addTo(list), TypeError)
      assert.throws(() => Object.assign(outcome, { verdict: { _tag: "Allow", reasons: [] } }), TypeError)
      const next = yield* emit(call("Other"))
      assert.deepStrictEqual(next.outcome, Outcome.make({}))
      assert.deepStrictEqual(next.runs, [])
    }).pipe(Effect.provide(Hookline.layer({ project: TestPipeline.project, files: TestPipeline.memory({}) })))
  )

  it.live("can't be changed through the promise door either", () =>
    opened({}, async (hooks) => {
      const report = await hooks.emit({ event: "PreToolUse", tool: "X", input: {} })
      assert.throws(() => addTo(report.notices), TypeError)
      const next = await hooks.emit({ event: "PreToolUse", tool: "Y", input: {} })
      assert.deepStrictEqual(next.notices, [])
      assert.deepStrictEqual(next.runs, [])
    })
  )
})

describe("the report of an event with hooks", () => {
  it.live("is its receiver's own through the promise door", () =>
    opened({}, async (hooks) => {
      hooks.on("PreToolUse", () => ({ notices: [{ level: "info", text: "seen" }] }))
      const report = await hooks.emit({ event: "PreToolUse", tool: "X", input: {} })
      const runs = report.runs.length
      addTo(report.runs)
      const next = await hooks.emit({ event: "PreToolUse", tool: "X", input: {} })
      assert.strictEqual(next.runs.length, runs)
    })
  )
})
