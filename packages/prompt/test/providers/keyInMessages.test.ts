// A provider that repeats the key in what it says of an error: nobody is told the key.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { sentence } from "../asking.ts"
import { json, make } from "../LoopbackServer.ts"
import { secret, wires } from "../wires.ts"

describe("a key that a provider repeats", () => {
  for (const wire of wires) {
    for (const status of [200, 400, 401, 403, 404, 418]) {
      it.live(`with status ${status} is not told by ${wire.name}`, () =>
        Effect.gen(function* () {
          const server = yield* make
          server.act(json(status, wire.error(`bad key ${secret}, I said ${secret}.`)))
          const told = yield* sentence(wire.model(server))
          assert.notInclude(told, secret)
          if (told.includes("bad key")) assert.include(told, "bad key <redacted>, I said <redacted>.")
        })
      )
    }

    it.live(`is told as left out where ${wire.name} says what is wrong`, () =>
      Effect.gen(function* () {
        const server = yield* make
        server.act(json(400, wire.error(`bad key ${secret}`)))
        assert.include(yield* sentence(wire.model(server)), "bad key <redacted>")
      })
    )
  }
})
