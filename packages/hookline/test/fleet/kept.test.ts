// The look at the fleet before a session's first event: what is kept stays in force, whatever the look does.
import { assert, describe, it } from "@effect/vitest"
import { PolicyMissing } from "@hookline/core/ManagedPolicy"
import { makeKeys } from "@hookline/fleet/PolicySignature"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { type Ask, kept } from "../../src/dispatch/fleetKept.ts"

const { publicKey } = makeKeys()
const fleet = { url: "http://127.0.0.1:9", tokenFile: "/absent" }

const managing = (ask: Ask, now: boolean) =>
  Effect.gen(function* () {
    const folder = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(path.join(tmpdir(), "hookline-kept-"))),
      (made) => Effect.sync(() => rmSync(made, { recursive: true, force: true }))
    )
    return yield* kept(fleet, { organisation: "acme", publicKeys: [publicKey], folder }, { now, ifMissing: true }, ask)
  })

describe("the kept policy", () => {
  it.effect("is read after a look that never ends, within the time for looks", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const made = yield* Effect.forkChild(
          managing(() => Effect.never, true),
          { startImmediately: true }
        )
        yield* TestClock.adjust("1499 millis")
        assert.isUndefined(made.pollUnsafe())
        yield* TestClock.adjust("1 millis")
        const { current } = yield* Fiber.join(made)
        const missing = yield* Effect.flip(current)
        assert.instanceOf(missing, PolicyMissing)
        assert.match(missing.message, /not asked within 1500 ms/)
      })
    )
  )

  it.effect("is replaced for this event by a version that can't be kept, which is reported", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const unkept = { organisation: "acme", version: "9", hooks: [] }
        for (const now of [true, false]) {
          let times = 0
          const { current, problems } = yield* managing(() => {
            times += 1
            return Effect.succeed({ isRefused: false, problem: "the disk is full", unkept })
          }, now)
          assert.deepStrictEqual(yield* current, [unkept])
          assert.deepStrictEqual(yield* current, [unkept])
          assert.deepStrictEqual(problems?.(), ["the disk is full"])
          assert.strictEqual(times, 1)
        }
      })
    )
  )
})
