// Ports that break: each call of one ends in time, costs its own work alone, and is reported.
import { assert, describe, it } from "@effect/vitest"
import * as Approval from "@hookline/coordinator/Approval"
import * as Audit from "@hookline/coordinator/Audit"
import * as ContextBudget from "@hookline/coordinator/ContextBudget"
import * as ContextSink from "@hookline/coordinator/ContextSink"
import * as Display from "@hookline/coordinator/Display"
import type { HandlerResult } from "@hookline/coordinator/HandlerResult"
import { SessionState } from "@hookline/core/SessionState"
import { Hookline, type Provided } from "@hookline/node/Hookline"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { asks, bash, injects, native, notices, sessionEnd } from "./fixtures.ts"

type Way = <A>(real: () => Effect.Effect<A>) => Effect.Effect<A>

/** Ways in which a call can break. */
const ways: Readonly<Record<string, Way>> = {
  "is late": (real) => Effect.delay(Effect.suspend(real), "3 seconds"),
  "never answers": () => Effect.never,
  "never answers, and can't be interrupted": () => Effect.uninterruptible(Effect.never),
  "interrupts itself": () => Effect.interrupt,
  "has a defect": () => Effect.die(new Error("no space")),
  throws: () => {
    throw new Error("no space")
  },
  // A program that is not compiled returns anything, and `never` fits everywhere.
  "returns no Effect": () => undefined as never
}

type State = typeof SessionState.Service

const state = (change: (inner: State) => Partial<State>): Provided =>
  Layer.effect(
    SessionState,
    Effect.map(SessionState, (inner) => SessionState.of({ ...inner, ...change(inner) }))
  )

const yes: Effect.Effect<Approval.Answer> = Effect.succeed({ answer: "Allow always", found: "asked" })

interface Scene {
  readonly broken: (way: Way) => Provided
  readonly result: Effect.Effect<HandlerResult>
  readonly event?: HookEvent
  readonly verdict: "Pass" | "Deny"
  /** The texts that the model still gets. */
  readonly texts?: number
}

/** Each method of each port that is called to settle an outcome. */
const scenes: Readonly<Record<string, Scene>> = {
  "SessionState.has": {
    result: asks("?", { options: ["Allow always", "Deny"] }),
    verdict: "Pass",
    broken: (way) => state((inner) => ({ has: (...all) => way(() => inner.has(...all)) }))
  },
  "SessionState.mark": {
    result: asks("?", { options: ["Allow always", "Deny"] }),
    verdict: "Pass",
    broken: (way) => state((inner) => ({ mark: (...all) => way(() => inner.mark(...all)) }))
  },
  "SessionState.end": {
    result: Effect.succeed({}),
    event: sessionEnd,
    verdict: "Pass",
    broken: (way) => state((inner) => ({ end: (key) => way(() => inner.end(key)) }))
  },
  "ContextBudget.admit": {
    result: injects("text"),
    verdict: "Pass",
    texts: 0,
    broken: (way) =>
      ContextBudget.layerEffect(
        Effect.succeed({ admit: () => way(() => Effect.succeed(ContextBudget.Admission.Given({}))) })
      )
  },
  "ContextSink.deliver": {
    result: injects("text"),
    verdict: "Pass",
    texts: 1,
    broken: (way) => ContextSink.layerEffect(Effect.succeed({ deliver: () => way(() => Effect.void) }))
  },
  "Display.show": {
    result: notices("text"),
    verdict: "Pass",
    broken: (way) => Display.layer(() => way(() => Effect.void))
  },
  "Audit.record": {
    result: Effect.succeed({}),
    verdict: "Pass",
    broken: (way) => Audit.layer(() => way(() => Effect.void))
  },
  "Audit.notices": {
    result: Effect.succeed({}),
    verdict: "Pass",
    broken: (way) =>
      Audit.layerEffect(
        Effect.succeed({ record: () => Effect.void, notices: Effect.suspend(() => way(() => Effect.succeed([]))) })
      )
  }
}

/** The outcome of an event with these ports, which has to end within this time. */
const outcomeOf = (
  { event = bash, result }: Pick<Scene, "event" | "result">,
  provide: ReadonlyArray<Provided>,
  seconds = 10
) =>
  Effect.gen(function* () {
    const { emit, register } = yield* Hookline
    yield* register({ event: "*", name: "a", handler: () => result })
    const fiber = yield* Effect.forkChild(emit(event))
    yield* TestClock.adjust(seconds * 1000)
    assert.isDefined(fiber.pollUnsafe())
    return (yield* Fiber.join(fiber)).outcome
  }).pipe(Effect.provide(native(provide)))

for (const [method, scene] of Object.entries(scenes)) {
  describe(`an outcome whose ${method}`, () => {
    for (const [what, way] of Object.entries(ways)) {
      it.effect(`${what} is settled, and reports it`, () =>
        Effect.gen(function* () {
          const outcome = yield* outcomeOf(scene, [Approval.layer(() => yes), scene.broken(way)])
          assert.strictEqual(outcome.verdict._tag, scene.verdict)
          assert.strictEqual(outcome.context.length, scene.texts ?? 0)
          assert.match(
            outcome.notices.map(({ text }) => text).join(),
            /did not answer within 2 s|was interrupted by itself|broke: no space|returned no Effect|Not a valid effect/
          )
        })
      )

      it.effect(`${what} keeps no question from being denied`, () =>
        Effect.gen(function* () {
          const { verdict } = yield* outcomeOf({ result: asks("?") }, [Approval.layerDeny, scene.broken(way)])
          assert.strictEqual(verdict._tag, "Deny")
        })
      )
    }
  })
}

describe("a question whose approver", () => {
  for (const [what, way] of Object.entries(ways)) {
    const isLate = what === "is late"
    it.effect(`${what} is ${isLate ? "granted within its deadline" : "denied"}`, () =>
      Effect.gen(function* () {
        const approval = Approval.layer(() => way(() => yes))
        const { verdict } = yield* outcomeOf({ result: asks("?", { timeoutMillis: 5000 }) }, [approval])
        assert.strictEqual(verdict._tag, isLate ? "Pass" : "Deny")
      })
    )
  }

  const broken: Readonly<Record<string, readonly [answer: unknown, why: RegExp]>> = {
    "an answer that throws when it is read": [
      {
        get answer() {
          throw new Error("no space")
        }
      },
      /the approver broke: no space/
    ],
    "an answer that throws in its source": [
      {
        answer: "allow",
        get found() {
          throw new Error("no space")
        }
      },
      /the approver broke: no space/
    ],
    "a proxy that throws": [
      new Proxy(
        {},
        {
          get: () => {
            throw new Error("no space")
          }
        }
      ),
      /the approver broke: no space/
    ],
    "a text": ["allow", /the answer was none/],
    "a number as the answer": [{ answer: 1 }, /the answer was none/],
    null: [null, /the answer was none/]
  }
  for (const [what, [answer, why]] of Object.entries(broken)) {
    it.effect(`answers ${what} is denied`, () =>
      Effect.gen(function* () {
        // A program that is not compiled answers anything, and `never` fits everywhere.
        const approval = Approval.layer(() => Effect.succeed(answer as never))
        const { verdict } = yield* outcomeOf({ result: asks("?") }, [approval])
        assert.strictEqual(verdict._tag, "Deny")
        assert.match(JSON.stringify(verdict), why)
      })
    )
  }

  it.effect("returns no Effect is reported by a sentence", () =>
    Effect.gen(function* () {
      const approval = Approval.layer(() => undefined as never)
      const { verdict } = yield* outcomeOf({ result: asks("?") }, [approval])
      assert.match(JSON.stringify(verdict), /the approver broke: it returned no Effect/)
    })
  )

  it.effect("has answered for always is asked again where the state can't remember it", () => {
    let asked = 0
    const approval = Approval.layer(() => {
      asked += 1
      return yes
    })
    const broken = state(() => ({ mark: () => Effect.never }))
    return Effect.gen(function* () {
      const { emit, register } = yield* Hookline
      yield* register({ event: "*", name: "a", handler: () => asks("?") })
      const fiber = yield* Effect.forkChild(Effect.andThen(emit(bash), emit(bash)))
      yield* TestClock.adjust("10 seconds")
      yield* Fiber.join(fiber)
      assert.strictEqual(asked, 2)
    }).pipe(Effect.provide(native([approval, broken])))
  })

  it.effect("is asked after a state that was slow has what is left of the time", () => {
    let left: number | undefined
    const approval = Approval.layer(({ deadline }) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        left = deadline - now
        return Effect.never
      })
    )
    const slow = state((inner) => ({ has: (...all) => Effect.delay(inner.has(...all), "1500 millis") }))
    const result = asks("?", { options: ["Allow always", "Deny"], timeoutMillis: 2000 })
    return Effect.gen(function* () {
      const { verdict } = yield* outcomeOf({ result }, [approval, slow], 2)
      assert.strictEqual(verdict._tag, "Deny")
      assert.strictEqual(left, 500)
    })
  })

  it.effect("lets a question wait for its turn is asked for all of its time, and waits no longer than 300 s", () =>
    Effect.gen(function* () {
      const asked = (waitMillis: number) =>
        Approval.layer(({ turn }) =>
          Effect.gen(function* () {
            yield* turn?.wait ?? Effect.void
            yield* Effect.sleep(waitMillis)
            yield* turn?.begin ?? Effect.void
            return yield* Effect.delay(yes, 4000)
          })
        )
      const result = asks("?", { timeoutMillis: 5000 })
      assert.strictEqual((yield* outcomeOf({ result }, [asked(200_000)], 205)).verdict._tag, "Pass")
      const { notices, verdict } = yield* outcomeOf({ result }, [asked(400_000)], 301)
      assert.strictEqual(verdict._tag, "Deny")
      assert.include(JSON.stringify([notices, verdict]), "other questions kept the approver for 300 s")
    })
  )
})
