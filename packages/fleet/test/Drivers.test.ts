// Both drivers keep the same contract, on real databases.
import { assert, it } from "@effect/vitest"
import * as Migrations from "@hookline/fleet/Migrations"
import * as Effect from "effect/Effect"
import { SafeIntegers, SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { StoreAway } from "@hookline/fleet/Protocol"
import { onDatabases } from "./databases.ts"

const big = 9_007_199_254_740_993n

onDatabases("Driver", ({ client }) => {
  const live = (title: string, test: Effect.Effect<void, SqlError | StoreAway, SqlClient>) =>
    it.live(title, () => Effect.provide(test, client))

  live(
    "reads integers whole, and fails where one does not fit into a number",
    Effect.gen(function* () {
      const sql = yield* SqlClient
      yield* sql`CREATE TABLE numbers (id TEXT PRIMARY KEY, n BIGINT)`
      yield* sql`INSERT INTO numbers (id, n) VALUES ('big', ${big}), ('small', ${7})`
      const read = (id: string) => sql<{ n: number | bigint }>`SELECT n FROM numbers WHERE id = ${id}`
      assert.deepStrictEqual(yield* read("small"), [{ n: 7 }])
      assert.deepStrictEqual(yield* Effect.provideService(read("big"), SafeIntegers, true), [{ n: big }])
      assert.isTrue((yield* Effect.exit(read("big")))._tag === "Failure")
      // Effect's reader of SQLite's numbers calls a second primary key a constraint, and Postgres names the kind.
      const twice = yield* Effect.exit(sql`INSERT INTO numbers (id, n) VALUES ('big', 1)`)
      assert.match(JSON.stringify(twice), /UniqueViolation|ConstraintError/)
    })
  )

  live(
    "rolls back a transaction that fails, and no statement beside it",
    Effect.gen(function* () {
      const sql = yield* SqlClient
      yield* sql`CREATE TABLE rolled (id TEXT PRIMARY KEY)`
      const failing = sql.withTransaction(
        sql`INSERT INTO rolled (id) VALUES ('inside')`.pipe(
          Effect.andThen(Effect.sleep("50 millis")),
          Effect.andThen(Effect.die("broken"))
        )
      )
      const beside = Effect.andThen(Effect.sleep("20 millis"), sql`INSERT INTO rolled (id) VALUES ('beside')`)
      yield* Effect.all([Effect.exit(failing), beside], { concurrency: "unbounded" })
      assert.deepStrictEqual(yield* sql`SELECT id FROM rolled`, [{ id: "beside" }])
    })
  )

  live(
    "creates the tables once, for several processes at the same time",
    Effect.gen(function* () {
      const runs = yield* Effect.all(
        Array.from({ length: 4 }, () => Effect.provide(Migrations.run, client)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(runs.flat(), ["1_fleet"])
    })
  )
})
