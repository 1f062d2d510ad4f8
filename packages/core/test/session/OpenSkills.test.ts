import { assert, describe, it } from "@effect/vitest"
import * as OpenSkills from "@hookline/core/kit/session/OpenSkills"
import { SessionState } from "@hookline/core/SessionState"
import { TestPipeline } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const key = { project: "/project", session: "s" }
const other = { project: "/project", session: "other" }

describe("open skills", () => {
  it.effect("are those of their session, in the order in which they were opened", () =>
    Effect.gen(function* () {
      const skills = OpenSkills.memory()
      assert.deepStrictEqual([skills.of(key), skills.any(), skills.changes()], [[], false, 0])
      yield* skills.open(key, { name: "a" })
      yield* skills.open(key, { name: "b", hooks: {} })
      yield* skills.open(other, { name: "c" })
      assert.deepStrictEqual(skills.of(key), [{ name: "a" }, { name: "b", hooks: {} }])
      assert.deepStrictEqual(skills.of(other), [{ name: "c" }])
      assert.strictEqual(skills.of(key), skills.of(key))
      assert.isTrue(skills.any())
      assert.strictEqual(skills.changes(), 3)
    })
  )

  it.effect("are closed as often as they were opened, by whoever opened them", () =>
    Effect.gen(function* () {
      const skills = OpenSkills.memory()
      yield* skills.open(key, { name: "a" })
      yield* skills.open(key, { name: "a", by: "us" })
      yield* skills.open(key, { name: "a", carrier: "agent" })
      yield* skills.close(key, { name: "a", by: "them" })
      yield* skills.close(other, { name: "a" })
      assert.strictEqual(skills.of(key).length, 3)
      yield* skills.close(key, { name: "a" })
      yield* skills.close(key, { name: "a" })
      assert.deepStrictEqual(skills.of(key), [
        { name: "a", by: "us" },
        { name: "a", carrier: "agent" }
      ])
    })
  )

  it.effect("are over with their session", () =>
    Effect.gen(function* () {
      const { end, skills } = yield* SessionState
      yield* skills.open(key, { name: "a" })
      yield* skills.open(other, { name: "b" })
      yield* end(key)
      assert.deepStrictEqual([skills.of(key), skills.of(other)], [[], [{ name: "b" }]])
      yield* end(other)
      assert.isFalse(skills.any())
    }).pipe(Effect.provide(Layer.provide(SessionState.layerMemory, TestPipeline.thisProject)))
  )
})
