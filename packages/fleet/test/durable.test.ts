// The file of SQLite without its log is what a loss of power may leave: tokens and policies are in it.
import { assert, it } from "@effect/vitest"
import * as Migrations from "@hookline/fleet/Migrations"
import * as Sqlite from "@hookline/fleet/Sqlite"
import { Store } from "@hookline/fleet/Store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { copyFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const storeIn = (file: string) =>
  Layer.unwrap(Effect.as(Migrations.run, Store.layer)).pipe(Layer.provide(Sqlite.layer({ file })))

it.live("a loss of power takes no revoked token and no policy back", () =>
  Effect.gen(function* () {
    const folder = mkdtempSync(join(tmpdir(), "hookline-durable-"))
    const [file, left] = [join(folder, "fleet.sqlite"), join(folder, "left.sqlite")]
    yield* Effect.gen(function* () {
      const store = yield* Store
      const signed = { version: 1, body: "{}", signature: "s" }
      const later = Effect.sync(() => copyFileSync(file, left))
      const inLeft = <A, E>(read: Effect.Effect<A, E, Store>) => Effect.provide(read, Layer.fresh(storeIn(left)))

      const token = yield* store.addToken("acme", "machine", "m1")
      yield* later
      assert.isDefined(yield* inLeft(Store.use(({ holder }) => holder(token))))
      yield* store.revokeToken("acme", "m1")
      yield* later
      assert.isUndefined(yield* inLeft(Store.use(({ holder }) => holder(token))))
      yield* store.publish("acme", signed, "ci")
      yield* later
      assert.deepStrictEqual(yield* inLeft(Store.use(({ policy }) => policy("acme"))), signed)
    }).pipe(
      Effect.provide(storeIn(file)),
      Effect.ensuring(Effect.sync(() => rmSync(folder, { recursive: true, force: true })))
    )
  })
)
