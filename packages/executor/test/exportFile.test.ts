// The variables of a session that break while a hook is started are a failure of this hook, long before its own limit.
import { assert, describe, it } from "@effect/vitest"
import { TestPipeline } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { exportFile } from "../src/internal/env/exportFile.ts"

const ways: Readonly<Record<string, () => Effect.Effect<string | undefined>>> = {
  "is late": () => Effect.delay(Effect.succeed("file"), "3 seconds"),
  "never comes": () => Effect.never,
  "never comes, and can't be interrupted": () => Effect.uninterruptible(Effect.never),
  "is interrupted": () => Effect.interrupt,
  "has a defect": () => Effect.die(new Error("no space")),
  throws: () => {
    throw new Error("no space")
  }
}

describe("a hook whose file for exports", () => {
  for (const [what, file] of Object.entries(ways)) {
    it.effect(`${what} has failed`, () =>
      Effect.gen(function* () {
        const work = { hook: TestPipeline.hookOf("a"), session: { project: "/project", session: "s" }, settings: {} }
        const fiber = yield* Effect.forkChild(Effect.flip(exportFile({ file }, work)))
        yield* TestClock.adjust("2 seconds")
        const { reason } = yield* Fiber.join(fiber)
        assert.match(
          reason.message,
          /failed: the session's variables (?:did not answer within 2 s|was interrupted by itself|broke: no space)/
        )
      })
    )
  }
})
