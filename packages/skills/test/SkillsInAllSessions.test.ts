// Skills that are open everywhere, beside those of one session.
import { assert, describe, it } from "@effect/vitest"
import { Skills } from "@hookline/skills/Skills"
import * as Effect from "effect/Effect"
import { amplifierSkill, inProject, ran } from "./fixtures.ts"

const commands = (ids: ReadonlyArray<string>): ReadonlyArray<string> =>
  ids.map((id) => id.slice(id.lastIndexOf("/") + 1))

const ranIn = (session?: string) => Effect.map(ran(session), (ids) => commands(ids).length)

describe("a skill that is open everywhere", () => {
  it.live("is so beside a session's own, and no session has another's", () =>
    inProject(
      { ...amplifierSkill("all", "guard-all"), ...amplifierSkill("one", "guard-one", "guard-two") },
      () =>
        Effect.scoped(
          Effect.gen(function* () {
            const { activate } = yield* Skills
            yield* activate("all")
            assert.deepStrictEqual([yield* ranIn("s"), yield* ranIn("t"), yield* ranIn()], [1, 1, 1])
            yield* Effect.scoped(
              Effect.gen(function* () {
                yield* activate("one", { session: "s" })
                assert.deepStrictEqual([yield* ranIn("s"), yield* ranIn("t"), yield* ranIn()], [3, 1, 1])
              })
            )
            assert.deepStrictEqual([yield* ranIn("s"), yield* ranIn("t"), yield* ranIn()], [1, 1, 1])
          })
        ),
      { script: { "guard-all": {}, "guard-one": {}, "guard-two": {} } }
    )
  )
})
