// A change without which the action must not happen, on a host that can't make it.
import { assert, describe, it } from "@effect/vitest"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import * as Dialects from "@hookline/dialects/Dialects"
import { HookEvents, TestPipeline } from "@hookline/testing"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Pipeline } from "@hookline/core/Pipeline"

const call = HookEvents.examples.PreToolUse

/** An input of which a host that lays a change over its own can make nothing, because a key is gone. */
const replaced = { command: "ls" }

const saying = (fields: object) => ({ json: { hookSpecificOutput: { hookEventName: "PreToolUse", ...fields } } })

const verdict = (host: (typeof Dialects.all)[number], said: object) =>
  Effect.gen(function* () {
    const pipeline = yield* Pipeline
    const { reply, reports } = yield* pipeline.run(host.event.write(call))
    const [report] = reports
    return { reply, tag: report?.outcome.verdict._tag, notices: report?.outcome.notices.map(({ text }) => text).join() }
  }).pipe(Effect.provide(TestPipeline.layerOf([TestPipeline.hookOf("a")], { a: said }, { host })))

/** The hosts on which no change of the input, or not this one, can be made. */
const unable = Dialects.all.filter(({ capabilities, reply }) => {
  const changes = [{ by: "a", target: "input", mode: "replace", value: replaced }] as const
  const outcome = {
    verdict: { _tag: "Pass" },
    changes,
    context: [],
    notices: [],
    halts: [],
    quiet: [],
    effects: []
  } as const
  return !(reply.supports?.(call, outcome) ?? capabilities(call)).changes.includes("input")
})

describe("a change without which the action must not happen", () => {
  it("is one that some host can't make", () => {
    assert.isAbove(unable.length, 0)
  })

  for (const host of unable)
    it.effect(`is a denial on ${host.title}, and without that word a notice`, () =>
      Effect.gen(function* () {
        const without = yield* verdict(host, saying({ updatedInput: replaced }))
        assert.notStrictEqual(without.tag, "Deny")
        assert.include(without.notices, "changed the input")
        for (const said of [
          saying({ updatedInput: replaced, mustApply: true }),
          { json: { ...saying({ updatedInput: replaced }).json, mustApply: true } }
        ]) {
          const strict = yield* verdict(host, said)
          assert.strictEqual(strict.tag, "Deny")
        }
      })
    )

  it.effect.prop(
    "is made where it can be, as without that word",
    [Arbitrary.schema(Schema.Struct({ command: Schema.String }))],
    ([input]) =>
      Effect.gen(function* () {
        const plain = yield* verdict(ClaudeCode, saying({ updatedInput: input }))
        const strict = yield* verdict(ClaudeCode, saying({ updatedInput: input, mustApply: true }))
        assert.deepStrictEqual(strict.reply, plain.reply)
        assert.notStrictEqual(strict.tag, "Deny")
      }),
    { arbitrary: { runs: 20 } }
  )
})
