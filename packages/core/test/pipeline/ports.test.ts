// Ports that break: each call of one ends in time, breaks nothing else, and is decided by the policy for failures.
import { assert, describe, it } from "@effect/vitest"
import * as Background from "@hookline/core/Background"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import { seal } from "@hookline/core/kit/policy/sealed"
import { Pipeline } from "@hookline/core/Pipeline"
import { executing, OutputHeld } from "@hookline/core/PipelineError"
import { type Exporting, SessionEnv } from "@hookline/core/SessionEnv"
import { type Claim, SessionState } from "@hookline/core/SessionState"
import { Amplifier } from "@hookline/dialects/Amplifier"
import * as HookEvent from "@hookline/schema/HookEvent"
import { TestPipeline, type TestRunner } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { answer, bash, deny, statuses } from "./fixtures.ts"

const unreadable = (): never => {
  throw new Error("no space")
}

/** Ways in which a call can break. `real` is the call as it should be. */
const ways: Readonly<Record<string, <A>(real: () => Effect.Effect<A>) => Effect.Effect<A>>> = {
  "is late": (real) => Effect.delay(Effect.suspend(real), "3 seconds"),
  "never answers": () => Effect.never,
  "never answers, and can't be interrupted": () => Effect.uninterruptible(Effect.never),
  "interrupts itself": () => Effect.interrupt,
  "interrupts itself after a second": () => Effect.delay(Effect.interrupt, "1 second"),
  "has a defect after a second": () => Effect.delay(Effect.die(new Error("no space")), "1 second"),
  "has a defect": () => Effect.die(new Error("no space")),
  throws: () => {
    throw new Error("no space")
  }
}

type Way = <A>(real: () => Effect.Effect<A>) => Effect.Effect<A>
type State = typeof SessionState.Service

const state = (change: (inner: State) => Partial<State>): TestPipeline.Provided =>
  Layer.effect(
    SessionState,
    Effect.map(SessionState, (inner) => SessionState.of({ ...inner, ...change(inner) }))
  )

const skills = (change: (inner: State["skills"]) => Partial<State["skills"]>): TestPipeline.Provided =>
  state((inner) => ({ skills: { ...inner.skills, ...change(inner.skills) } }))

const variables = (change: Partial<Exporting>): TestPipeline.Provided =>
  Layer.effect(
    SessionEnv,
    Effect.map(SessionEnv, (inner) => seal({ ...inner, isKept: true, ...change }))
  )

const granted = (change: (claim: Extract<Claim, { readonly _tag: "Granted" }>) => Claim): TestPipeline.Provided =>
  state(({ claim }) => ({
    claim: (key, mark, lease) =>
      Effect.map(claim(key, mark, lease), (found) => (found._tag === "Granted" ? change(found) : found))
  }))

interface Scene {
  /** The layer with the broken method. */
  readonly broken: (way: Way) => TestPipeline.Provided
  readonly event?: HookEvent.HookEvent
  /** A payload instead of an event. */
  readonly payload?: unknown
  readonly once?: true
  readonly act?: TestRunner.Act
  /** The verdict under `closed`. */
  readonly closed: "Deny" | "Pass"
  /** The time within which the event ends, where it is longer than the limit of a port. */
  readonly within?: number
}

const skillPayload = (event: string) => ({
  event,
  data: { session_id: "s", skill_name: "deploy" }
})

const sessionEnd = HookEvent.cases.SessionEnd.make({ sessionId: "s" })
const held = { fails: executing(new OutputHeld({ hook: "a" })) }

/** Each method of each port that events call, where it is called. */
const scenes: Readonly<Record<string, Scene>> = {
  "SessionState.claim": {
    once: true,
    closed: "Deny",
    broken: (way) => state((inner) => ({ claim: (...all) => way(() => inner.claim(...all)) }))
  },
  "the claim's settle": {
    once: true,
    closed: "Deny",
    broken: (way) => granted((claim) => ({ ...claim, settle: (isDone) => way(() => claim.settle(isDone)) }))
  },
  "the claim's settle after a failure": {
    once: true,
    act: { exit: 1 },
    closed: "Deny",
    broken: (way) => granted((claim) => ({ ...claim, settle: (isDone) => way(() => claim.settle(isDone)) }))
  },
  "SessionState.mark": {
    act: held,
    closed: "Deny",
    broken: (way) => state((inner) => ({ mark: (...all) => way(() => inner.mark(...all)) }))
  },
  "SessionState.end": {
    event: sessionEnd,
    closed: "Pass",
    broken: (way) => state((inner) => ({ end: (key) => way(() => inner.end(key)) }))
  },
  "SessionEnv.refresh": {
    closed: "Deny",
    broken: (way) => variables({ refresh: () => way(() => Effect.succeed([])) })
  },
  "SessionEnv.end": {
    event: sessionEnd,
    closed: "Pass",
    broken: (way) => variables({ end: () => way(() => Effect.void) })
  },
  "skills.open": {
    payload: skillPayload("skill:loaded"),
    closed: "Pass",
    broken: (way) => skills((inner) => ({ open: (...all) => way(() => inner.open(...all)) }))
  },
  "skills.close": {
    payload: skillPayload("skill:unloaded"),
    closed: "Pass",
    broken: (way) => skills((inner) => ({ close: (...all) => way(() => inner.close(...all)) }))
  }
}

const policies = { open: FailurePolicy.layerOpen, closed: FailurePolicy.layerClosed }

const outcomeOf = ({ event = bash, payload }: Scene) =>
  Effect.gen(function* () {
    const { run } = yield* Pipeline
    return payload === undefined ? (yield* answer(event)).outcome : (yield* run(payload)).outcome
  })

/** The outcome of an event with this port, which has to end within ten seconds. */
const outcome = (scene: Scene, way: Way, policy: keyof typeof policies, act: TestRunner.Act = scene.act ?? {}) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(outcomeOf(scene))
    yield* TestClock.adjust("10 seconds")
    assert.isDefined(fiber.pollUnsafe())
    return yield* Fiber.join(fiber)
  }).pipe(
    Effect.provide(
      TestPipeline.layerOf(
        [
          {
            ...TestPipeline.hookOf("a"),
            event: (scene.event ?? bash)._tag,
            timeoutMillis: 600_000,
            ...(scene.once === true && { once: true })
          }
        ],
        { a: act },
        { ...(scene.payload !== undefined && { host: Amplifier }), provide: [scene.broken(way), policies[policy]] }
      )
    )
  )

for (const [method, scene] of Object.entries(scenes)) {
  describe(`an event whose ${method}`, () => {
    for (const [what, way] of Object.entries(ways)) {
      it.effect(`${what} reports it, and is decided by the policy`, () =>
        Effect.gen(function* () {
          const { notices, verdict } = yield* outcome(scene, way, "open")
          assert.strictEqual(verdict._tag, "Pass")
          assert.match(
            notices.map(({ text }) => text).join(),
            /the session's (?:state|variables) (?:did not answer within 2 s|was interrupted by itself|broke: no space)/
          )
          const closed = yield* outcome(scene, way, "closed")
          assert.strictEqual(closed.verdict._tag, scene.closed)
          assert.isNotEmpty(closed.notices)
        })
      )

      if (
        scene.payload === undefined &&
        scene.event === undefined &&
        method !== "SessionState.mark" &&
        method !== "SessionState.claim"
      ) {
        it.effect(`${what} is denied by its hook`, () =>
          Effect.gen(function* () {
            const { verdict } = yield* outcome(scene, way, "open", deny("no"))
            assert.deepInclude(verdict, { _tag: "Deny" })
          })
        )
      }
    }
  })
}

describe("a port", () => {
  it.effect("that grants a claim too late leaves it to the next event", () => {
    let isLate = true
    const late = state(({ claim }) => ({
      claim: (...all) => (isLate ? Effect.uninterruptible(Effect.delay(claim(...all), "3 seconds")) : claim(...all))
    }))
    return Effect.gen(function* () {
      const first = yield* Effect.forkChild(answer())
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(statuses(yield* Fiber.join(first)), ["a failed"])
      isLate = false
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(statuses(yield* answer()), ["a ran"])
    }).pipe(
      Effect.provide(
        TestPipeline.layerOf([{ ...TestPipeline.hookOf("a"), once: true }], { a: {} }, { provide: [late] })
      )
    )
  })

  it.effect("that breaks does not turn the event's own interrupt into a report", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(answer(), { startImmediately: true })
      yield* Fiber.interrupt(fiber)
      assert.strictEqual(fiber.pollUnsafe()?._tag, "Failure")
    }).pipe(
      Effect.provide(
        TestPipeline.layerOf(
          [{ ...TestPipeline.hookOf("a"), once: true }],
          { a: {} },
          { provide: [state(() => ({ claim: () => Effect.never }))] }
        )
      )
    )
  )

  for (const [what, broken] of [
    ["exported variables", variables({ exports: unreadable })],
    ["problems", state(() => ({ problems: unreadable }))]
  ] as const) {
    it.effect(`that throws at once where it is asked for ${what} is reported, and the hook's denial counts`, () =>
      Effect.gen(function* () {
        const { outcome, runs } = yield* answer()
        assert.deepInclude(outcome.verdict, { _tag: "Deny" })
        assert.strictEqual(runs[0]?.status, "ran")
        assert.match(outcome.notices.map(({ text }) => text).join(), /the session's (?:state|variables) broke: /)
      }).pipe(
        Effect.provide(TestPipeline.layerOf([TestPipeline.hookOf("a")], { a: deny("no") }, { provide: [broken] }))
      )
    )
  }

  for (const [what, way] of Object.entries(ways)) {
    it.effect(`whose marks ${what} does not hold up a plan, which has the hook`, () =>
      Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(Effect.flatMap(Pipeline, ({ plan }) => plan(bash)))
        yield* TestClock.adjust("10 seconds")
        const { groups } = yield* Fiber.join(fiber)
        assert.lengthOf(groups, 1)
      }).pipe(
        Effect.provide(
          TestPipeline.layerOf(
            [{ ...TestPipeline.hookOf("a"), once: true }],
            { a: {} },
            { provide: [state((inner) => ({ has: (...all) => way(() => inner.has(...all)) }))] }
          )
        )
      )
    )
  }

  for (const [what, way] of Object.entries(ways)) {
    it.effect(`for results of background hooks that ${what} harms no event`, () =>
      Effect.gen(function* () {
        const handler = { _tag: "Command", command: "a", async: true, asyncRewake: true } as const
        const layer = TestPipeline.layerOf(
          [{ ...TestPipeline.hookOf("a"), handler }],
          { a: {} },
          { provide: [Background.layer(() => way(() => Effect.void))] }
        )
        const fiber = yield* Effect.forkChild(Effect.provide(answer(), layer))
        yield* TestClock.adjust("10 seconds")
        assert.deepStrictEqual(statuses(yield* Fiber.join(fiber)), ["a ran"])
      })
    )

    it.effect(`whose marks of ends of turns ${what} runs hooks rather twice than not`, () =>
      Effect.gen(function* () {
        const stop = { event: "orchestrator:complete", data: { session_id: "s" } }
        const fiber = yield* Effect.forkChild(Effect.flatMap(Pipeline, ({ run }) => run(stop)))
        yield* TestClock.adjust("10 seconds")
        const { outcome, reports } = yield* Fiber.join(fiber)
        assert.deepStrictEqual(reports.flatMap(statuses), ["a ran"])
        assert.include(outcome.notices.map(({ text }) => text).join(), "the session's state")
      }).pipe(
        Effect.provide(
          TestPipeline.layerOf(
            [{ ...TestPipeline.hookOf("a"), event: "Stop" }],
            { a: {} },
            {
              host: Amplifier,
              provide: [state((inner) => ({ has: (...all) => way(() => inner.has(...all)) }))]
            }
          )
        )
      )
    )
  }
})
