// A program in whose project hooks are not trusted, and which shows no messages: it is told once in a session.
import { assert, describe, it } from "@effect/vitest"
import * as Display from "@hookline/coordinator/Display"
import * as SystemSandbox from "@hookline/executor/SystemSandbox"
import { Sandbox } from "@hookline/core/Sandbox"
import * as Trust from "@hookline/core/Trust"
import { Hookline, type Provided } from "@hookline/node/Hookline"
import { Requirement } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import { bash, piped } from "./fixtures.ts"

const status = await Effect.runPromise(
  Effect.provide(
    Effect.flatMap(Sandbox, (sandbox) => sandbox.status),
    SystemSandbox.layer
  )
)
const confines = Requirement.live(() => (status._tag === "Missing" ? status.why : undefined))

const denial = { exit: 2, stderr: "no" }

/** Answers events, and returns the notices with the line for programs, and what was logged. */
const tellings = (provide: ReadonlyArray<Provided>, sessions: ReadonlyArray<string>) =>
  Effect.suspend(() => {
    const logged: Array<string> = []
    const logger = Logger.make(({ logLevel, message }) => void logged.push(`${logLevel} ${String(message)}`))
    return Effect.gen(function* () {
      const { emit } = yield* Hookline
      const told = []
      for (const sessionId of sessions) {
        const { outcome } = yield* emit({ ...bash, sessionId })
        told.push(outcome.notices.filter(({ text }) => text.includes("Hookline.layer(")).length)
      }
      return { told, logged }
    }).pipe(Effect.provide([piped(["guard", "other"], { guard: denial, other: {} }, provide), Logger.layer([logger])]))
  })

describe("a program that shows no messages", () => {
  confines(
    "is told of clamped hooks once in a session, in the report and in its log, with the line that changes it",
    () =>
      Effect.gen(function* () {
        const { logged, told } = yield* tellings([Trust.layerNone, SystemSandbox.layer], ["a", "a", "b"])
        assert.deepStrictEqual(told, [1, 0, 1])
        assert.lengthOf(logged, 2)
        for (const line of logged) {
          assert.match(line, /^Warn.* 2 hooks of this project are not trusted/)
          assert.include(line, "`Hookline.layer({ project, trust: Trust.layerAll })`")
          assert.include(line, "hookline trust")
        }
      })
  )

  it.live("is told nothing of trusted hooks", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* tellings([], ["a"]), { told: [0], logged: [] })
    })
  )

  confines("is told nothing more where it shows messages, or has said that it shows none", () =>
    Effect.gen(function* () {
      for (const display of [Display.layer(() => Effect.void), Display.layerNone]) {
        const found = yield* tellings([Trust.layerNone, SystemSandbox.layer, display], ["a"])
        assert.deepStrictEqual(found, { told: [0], logged: [] })
      }
    })
  )
})
