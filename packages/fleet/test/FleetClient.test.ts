// Calls over a socket that breaks: they are sent again over the next one, and fail at once where none comes.
import { assert, it } from "@effect/vitest"
import type { Failure } from "@hookline/fleet/Protocol"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { onDatabases } from "./databases.ts"
import * as Wire from "./faults/Wire.ts"
import { clientOf, newOrganisation, startGate } from "./gates.ts"

const tagOf = <A>(call: Effect.Effect<A, Failure>) =>
  Effect.match(call, { onFailure: ({ _tag }) => _tag, onSuccess: () => "no failure" })

onDatabases("A client", ({ store }) => {
  it.live("sends calls again whose socket broke, and claims by the same token", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const gate = yield* startGate({ store })
        const wire = yield* Effect.acquireRelease(
          Effect.promise(() => Wire.open([Number(new URL(gate.url).port)])),
          ({ close }) => Effect.promise(close)
        )
        const client = yield* clientOf(gate, newOrganisation(), { url: `http://127.0.0.1:${wire.port}` })
        assert.strictEqual(yield* client.claim("s", "first", "t1", 60_000), "Granted")
        // The gate grants this one, and its reply is lost with the socket.
        wire.is("keeps the replies")
        const claiming = yield* Effect.forkChild(client.claim("s", "once", "t2", 60_000), { startImmediately: true })
        yield* Effect.sleep("200 millis")
        wire.is("refuses")
        wire.is("carries")
        assert.strictEqual(yield* Fiber.join(claiming), "Granted")
        assert.strictEqual(yield* client.claim("s", "once", "t3", 60_000), "Taken")

        wire.is("refuses")
        assert.strictEqual(yield* tagOf(client.has("s", "once")), "Unreached")
        // No call waits for a gate that has been away for longer.
        const began = performance.now()
        for (let count = 0; count < 20; count++) {
          assert.strictEqual(yield* tagOf(client.has("s", "once")), "Unreached")
        }
        assert.isBelow(performance.now() - began, 10_000)
      })
    )
  )
})
