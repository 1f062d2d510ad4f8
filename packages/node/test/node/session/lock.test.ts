// A lock that other processes take in turns is waited for; one that an owner keeps is not.
import { assert, describe, it } from "@effect/vitest"
import { TestProject } from "@hookline/testing"
import * as Effect from "effect/Effect"
import path from "node:path"
import { take, whileLocked } from "../../../src/node/session/lock.ts"

const lockIn = Effect.map(TestProject.make({}), ({ project }) => path.join(project, "session.lock"))

/** Holds a lock, and takes it anew every 50 ms at once, if owners take turns. */
const holding = (lock: string, turns: boolean) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      let release = take(lock)
      const timer = setInterval(() => {
        if (!turns) return
        release?.()
        release = take(lock)
      }, 50)
      return () => {
        clearInterval(timer)
        release?.()
      }
    }),
    (stop) => Effect.sync(stop)
  )

describe("a lock", () => {
  it.live("is waited for while its owners take turns, although that takes longer than a second", () =>
    Effect.gen(function* () {
      const lock = yield* lockIn
      const stop = yield* holding(lock, true)
      yield* Effect.forkChild(Effect.andThen(Effect.sleep("1500 millis"), Effect.sync(stop)))
      assert.strictEqual(
        yield* whileLocked(
          lock,
          () => {},
          () => "done"
        ),
        "done"
      )
    }).pipe(Effect.scoped)
  )

  it.live("is not waited for where one owner keeps it", () =>
    Effect.gen(function* () {
      const lock = yield* lockIn
      yield* holding(lock, false)
      const { why } = yield* Effect.flip(
        whileLocked(
          lock,
          () => {},
          () => "done"
        )
      )
      assert.match(why, /has held .* for longer than a second/)
    }).pipe(Effect.scoped)
  )
})
