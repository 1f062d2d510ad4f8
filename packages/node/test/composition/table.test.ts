// Whatever a user provides is used: each composition, as a user would write it, changes what happens, for configured hooks
// and for native handlers.
import { assert, describe, it } from "@effect/vitest"
import { emitted, inMemory, type Row, rows, sandbox, settings, command, call, reply, denied, ways } from "./rows.ts"
import { Mapper } from "@hookline/core/Mapper"
import { HttpRunner, PromptRunner } from "@hookline/core/Runners"
import { Hookline, type Provided } from "@hookline/node/Hookline"
import { TestModel } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const answered = (row: Row, way: keyof typeof ways, provide: ReadonlyArray<Provided>) => {
  const { files, provide: given, register } = ways[way](row)
  return Effect.provide(
    emitted(row, register),
    Hookline.layer({
      ...inMemory(files),
      provide: [sandbox, ...given, ...(row.needs ?? []), ...provide]
    })
  )
}

for (const way of ["configured hooks", "native handlers"] as const) {
  describe(`with ${way}, hooks use`, () => {
    for (const [what, row] of Object.entries(rows)) {
      if (row.isFor !== undefined && row.isFor !== way) continue
      it.live(what, () =>
        Effect.gen(function* () {
          const record: Array<string> = []
          const report = yield* answered(row, way, row.provide(record))
          assert.isTrue(row.changes(report, record), JSON.stringify(report))
          assert.isFalse(row.changes(yield* answered(row, way, []), []), "the default differs")
        })
      )
    }
  })
}

describe("hooks use", () => {
  it.effect("a mapper of one's own for every payload, which is decoded once", () => {
    let mapped = 0
    const counting = Layer.effect(
      Mapper,
      Effect.map(Mapper, ({ map }) => ({
        map: (payload) =>
          Effect.map(map(payload), (decoded) => {
            mapped += 1
            return { ...decoded, events: [...decoded.events, ...decoded.events] }
          })
      }))
    )
    const payload = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: {}, session_id: "s" }
    return Effect.gen(function* () {
      const { run } = yield* Hookline
      const { events, reports } = yield* run(payload)
      assert.deepStrictEqual([mapped, events.length, reports.length], [1, 2, 2])
    }).pipe(
      Effect.provide(
        Hookline.layer({
          ...inMemory(settings(command("tells"))),
          provide: [sandbox, counting]
        })
      )
    )
  })

  it.live("runners of one's own, of every kind", () =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      const http = Layer.succeed(HttpRunner)({
        run: ({ handler }) => Effect.sync(() => (seen.push(handler.url), reply(0)))
      })
      const prompts = Layer.succeed(PromptRunner)({
        run: ({ handler }) => Effect.sync(() => (seen.push(handler.prompt), reply(0)))
      })
      const files = settings(
        { type: "http", url: "http://127.0.0.1:1/never" },
        { type: "prompt", prompt: "May it?" },
        command("tells")
      )
      yield* Effect.provide(
        Effect.flatMap(Hookline, ({ emit }) => emit(call)),
        Hookline.layer({
          ...inMemory(files),
          provide: [sandbox, http, prompts]
        })
      )
      assert.deepStrictEqual(seen.toSorted(), ["May it?", "http://127.0.0.1:1/never"])
    })
  )

  it.live("the model in `provide` before the one around", () =>
    Effect.gen(function* () {
      const layer = Hookline.layer({
        ...inMemory(settings({ type: "prompt", prompt: "May it?" })),
        provide: [TestModel.layer({ ok: false, reason: "no" })]
      }).pipe(Layer.provide(TestModel.layer({ ok: true })))
      const report = yield* Effect.provide(
        Effect.flatMap(Hookline, ({ emit }) => emit(call)),
        layer
      )
      assert.isTrue(denied(report))
    })
  )
})
