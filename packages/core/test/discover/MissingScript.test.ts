// A script that is missing, however many hooks start it.
import { assert, describe, it } from "@effect/vitest"
import { Pipeline } from "@hookline/core/Pipeline"
import * as HookEvent from "@hookline/schema/HookEvent"
import { TestPipeline } from "@hookline/testing"
import * as Effect from "effect/Effect"

const all = (command: string) =>
  Object.fromEntries(HookEvent.names.slice(0, 22).map((name) => [name, [{ hooks: [{ type: "command", command }] }]]))

const textsOf = (hooks: unknown) =>
  Effect.map(
    Effect.flatMap(Pipeline, (pipeline) => pipeline.catalog()),
    ({ diagnostics }) => diagnostics.map(({ code, text }) => [code, text])
  ).pipe(Effect.provide(TestPipeline.layer({ ".claude/settings.json": { hooks } }, {})))

describe("one missing script", () => {
  it.effect("of 22 events is reported once, not 22 times", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* textsOf(all("./guards/gone.sh")), [
        [
          "script-missing",
          "/project/guards/gone.sh is not there, so that this hook and 21 more hooks of the file can't do their work."
        ]
      ])
    })
  )

  it.effect("of one hook is reported as before, and another one apart", () =>
    Effect.gen(function* () {
      const hooks = {
        Stop: [{ hooks: ["./a.sh", "./b.sh"].map((command) => ({ type: "command", command })) }]
      }
      assert.deepStrictEqual(yield* textsOf(hooks), [
        ["script-missing", "/project/a.sh is not there, so that this hook can't do its work."],
        ["script-missing", "/project/b.sh is not there, so that this hook can't do its work."]
      ])
    })
  )
})
