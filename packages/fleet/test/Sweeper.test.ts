// The sweeper of a runner: defaults take effect with nobody waiting for them, and what is over is deleted.
import { assert, it } from "@effect/vitest"
import * as Alone from "@hookline/fleet/Alone"
import { Store } from "@hookline/fleet/Store"
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"

const question = (id: string, leftMillis: number) => ({
  id,
  session: "s",
  by: "guard",
  prompt: "Push?",
  options: ["Allow", "Deny"],
  leftMillis,
  default: "deny" as const
})

const untilEqual = <A, E, R>(expected: A, read: Effect.Effect<A, E, R>) =>
  Effect.repeat(Effect.delay(read, "20 millis"), {
    until: (found) => JSON.stringify(found) === JSON.stringify(expected)
  })

it.live("lets defaults of overdue questions take effect, and deletes what is over", () =>
  Effect.gen(function* () {
    const store = yield* Store
    const sql = yield* SqlClient
    yield* store.ask("acme", "m1", question("overdue", 0), "t1")
    yield* store.ask("acme", "m1", question("open", 600_000), "t2")
    yield* store.mark({ organisation: "acme", session: "old" }, "setup", "t3")
    const answers = Effect.map(
      sql<{ id: string; answer: string | null }>`SELECT id, answer FROM fleet_questions ORDER BY id`,
      (rows) => rows.map(({ answer, id }) => [id, answer])
    )
    yield* untilEqual(
      [
        ["open", null],
        ["overdue", "deny"]
      ],
      answers
    )
    yield* untilEqual(
      [],
      Effect.map(store.attach({ organisation: "acme", session: "old" }), ({ marks }) => marks)
    )
    assert.deepStrictEqual(
      (yield* store.questions("acme")).map(({ id }) => id),
      ["open"]
    )
  }).pipe(
    Effect.provide(
      Alone.layer({ file: ":memory:", sweeper: { everyMillis: 50, sessionMillis: 300, questionMillis: 600_000 } })
    ),
    Effect.timeout("30 seconds")
  )
)
