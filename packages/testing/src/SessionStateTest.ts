/**
 * The laws of every layer of `SessionState`: sessions are separate, and a mark is new once.
 *
 * @since 0.1.0
 */
import { assert, describe, it } from "@effect/vitest"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import { Pipeline } from "@hookline/core/Pipeline"
import { type Claim, type SessionKey, SessionState, type Storing } from "@hookline/core/SessionState"
import type { ThisProject } from "@hookline/core/ThisProject"
import { cases } from "@hookline/schema/HookEvent"
import * as SessionMark from "@hookline/schema/kit/SessionMark"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as TestPipeline from "./TestPipeline.ts"

const key: SessionKey = { project: "/project", session: "s" }

/** Keys of different sessions, some of which are equal when concatenated. */
const others: ReadonlyArray<SessionKey> = [
  { project: "/project", session: "t" },
  { project: "/project", session: "S" },
  { project: "/project/s", session: "s" },
  { project: "/project", session: undefined },
  { project: '/project","s', session: "" },
  { project: "/", session: "../project/s" },
  { project: "/project", session: "s\0" },
  { project: "/project", session: "\uD800" },
  { project: "/project", session: `${"long ".repeat(1000)}s` }
]

/**
 * States on the same storage.
 *
 * @category models
 * @since 0.1.0
 */
export type Several = readonly [one: Storing, other: Storing, ...more: ReadonlyArray<Storing>]

/**
 * A state that is not ready at first, and the effect after which it can become ready.
 *
 * @category models
 * @since 0.1.0
 */
export interface Unready {
  readonly layer: Layer.Layer<SessionState, never, ThisProject>
  readonly mend: Effect.Effect<void>
}

/**
 * Options for the suite: the states of further laws. Each is made for each test, on empty storage.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  /** States of several processes or machines. */
  readonly several?: Effect.Effect<Several, never, Scope.Scope>
  /** States of different machines, which share no marks of a machine. They are held to the laws of `several`, too. */
  readonly machines?: Effect.Effect<Several, never, Scope.Scope>
  readonly unready?: Effect.Effect<Unready, never, Scope.Scope>
}

/** A law: an effect that fails or dies where it does not hold. */
type LawOf<Part> = (part: Part) => Effect.Effect<void>

const isGranted = (claim: Claim): claim is Extract<Claim, { readonly _tag: "Granted" }> => claim._tag === "Granted"

/** Claims, and expects the claim to be granted. */
const grantedBy = Effect.fnUntraced(function* (state: Storing, mark: string, leaseMillis: number = 600_000) {
  const claim = yield* state.claim(key, mark, leaseMillis)
  assert.strictEqual(claim._tag, "Granted")
  return isGranted(claim) ? claim.settle : () => Effect.void
})

/**
 * The laws of several states on the same storage, by their titles.
 *
 * @category laws
 * @since 0.1.0
 */
export const severalLaws: Readonly<Record<string, LawOf<Several>>> = {
  "grants a claim that many make at once to one of them, until one has done it": Effect.fnUntraced(function* (all) {
    for (const isDone of [false, false, true]) {
      const claims = yield* Effect.all(
        Array.from({ length: 12 }, (_, index) => (all[index % all.length] ?? all[0]).claim(key, "a", 600_000)),
        { concurrency: "unbounded" }
      )
      const [granted, ...others] = claims.filter(isGranted)
      assert.deepStrictEqual([granted !== undefined, others], [true, []])
      assert.strictEqual(claims.filter(({ _tag }) => _tag === "Taken").length, 11)
      yield* granted?.settle(isDone) ?? Effect.void
    }
    for (const state of all) {
      assert.isTrue(yield* state.has(key, "a"))
      assert.strictEqual((yield* state.claim(key, "a", 600_000))._tag, "Done")
    }
  }),
  "lets another one claim after a failure": Effect.fnUntraced(function* ([one, other]) {
    const settle = yield* grantedBy(one, "a")
    assert.strictEqual((yield* other.claim(key, "a", 600_000))._tag, "Taken")
    yield* settle(false)
    yield* grantedBy(other, "a")
  }),
  "lets another one claim after the lease, whose claim the first does not release": Effect.fnUntraced(function* ([
    one,
    other
  ]) {
    const settle = yield* grantedBy(one, "a", 50)
    yield* Effect.sleep(200)
    yield* grantedBy(other, "a")
    yield* settle(false)
    assert.strictEqual((yield* one.claim(key, "a", 600_000))._tag, "Taken")
  }),
  "settles a claim once, whatever its holder settles afterwards": Effect.fnUntraced(function* ([one, other]) {
    const settle = yield* grantedBy(one, "a")
    yield* settle(true)
    yield* settle(false)
    assert.strictEqual((yield* other.claim(key, "a", 600_000))._tag, "Done")
    const failed = yield* grantedBy(one, "b")
    yield* failed(false)
    yield* grantedBy(other, "b")
    yield* failed(false)
    assert.strictEqual((yield* one.claim(key, "b", 600_000))._tag, "Taken")
  }),
  "forgets a session for all when it ends for one": Effect.fnUntraced(function* ([one, other]) {
    yield* one.mark(key, "a")
    yield* one.skills.open(key, { name: "a" })
    assert.isTrue(yield* other.has(key, "a"))
    yield* other.end(key)
    for (const state of [one, other]) assert.isFalse(yield* state.has(key, "a"))
    assert.isTrue(yield* one.mark(key, "a"))
  })
}

/** A mark of each kind. */
const marks: ReadonlyArray<SessionMark.SessionMark> = [
  { _tag: "Once", hook: "a" },
  { _tag: "Approved", hash: "0a" },
  { _tag: "TurnEnded", name: "a" },
  { _tag: "SentOn", agent: "a", times: 1 },
  { _tag: "LossesReported", losses: ["a"] },
  { _tag: "StartReported" },
  { _tag: "LeftOut", hook: "a", why: "b" },
  { _tag: "UnconfinedAsked", hook: "a", why: "b" }
]

/**
 * The laws of the states of several machines, by their titles.
 *
 * @category laws
 * @since 0.1.0
 */
export const machineLaws: Readonly<Record<string, LawOf<Several>>> = {
  "share the marks that others have to know, and no mark of a machine": Effect.fnUntraced(function* ([one, other]) {
    for (const mark of marks) {
      const text = SessionMark.encode(mark)
      yield* one.mark(key, text)
      assert.isTrue(yield* one.has(key, text), text)
      assert.strictEqual(yield* other.has(key, text), SessionMark.scopes[mark._tag] === "shared", text)
    }
    yield* one.mark(key, "a program's own")
    assert.isTrue(yield* other.has(key, "a program's own"))
  }),
  "forget their own marks when a session ends": Effect.fnUntraced(function* ([one]) {
    const text = SessionMark.encode({ _tag: "StartReported" })
    yield* one.mark(key, text)
    yield* one.end(key)
    assert.isFalse(yield* one.has(key, text))
  })
}

/**
 * The laws of a state that is not ready, by their titles.
 *
 * @category laws
 * @since 0.1.0
 */
export const unreadyLaws: Readonly<Record<string, LawOf<Unready>>> = {
  "denies each event under `closed` until it is ready, and then none": ({ layer, mend }) =>
    Effect.gen(function* () {
      const { answer } = yield* Pipeline
      const event = cases.PreToolUse.make({ sessionId: "s", toolName: "Bash", toolInput: { command: "ls" } })
      const verdict = Effect.map(answer(event), ({ outcome }) => outcome.verdict._tag)
      assert.deepStrictEqual([yield* verdict, yield* verdict, yield* verdict], ["Deny", "Deny", "Deny"])
      yield* mend
      // What retries in the background may take its time.
      let last = yield* verdict
      for (let tries = 0; last !== "Pass" && tries < 50; tries++) {
        yield* Effect.sleep("100 millis")
        last = yield* verdict
      }
      assert.deepStrictEqual([last, yield* verdict], ["Pass", "Pass"])
    }).pipe(Effect.provide(TestPipeline.layer({}, {}, { provide: [FailurePolicy.layerClosed, layer] })))
}

/** Registers laws of a part that is made for each. */
const register = <Part>(
  name: string,
  laws: Readonly<Record<string, LawOf<Part>>>,
  make: Effect.Effect<Part, never, Scope.Scope> | undefined
): void => {
  if (make === undefined) return
  describe(`${name}: laws`, () => {
    for (const [title, law] of Object.entries(laws)) {
      it.live(title, () => Effect.scoped(Effect.flatMap(make, law)))
    }
  })
}

/**
 * Registers the suite. The layer is built for each test, on empty storage.
 *
 * @category suites
 * @since 0.1.0
 */
export const suite = <E>(
  name: string,
  layer: Layer.Layer<SessionState, E, ThisProject>,
  { machines, several, unready }: Options = {}
): void => {
  register(`${name}, several on the same storage`, severalLaws, several)
  register(`${name}, on several machines,`, { ...severalLaws, ...machineLaws }, machines)
  register(`${name}, which is not ready,`, unreadyLaws, unready)
  describe(`${name} remembers of sessions`, () => {
    const live = (title: string, test: Effect.Effect<void, never, SessionState>) => {
      it.live(title, () => Effect.provide(test, Layer.provide(layer, TestPipeline.thisProject)))
    }

    live(
      "what was marked, which is new the first time",
      Effect.gen(function* () {
        const { has, mark } = yield* SessionState
        assert.isFalse(yield* has(key, "a"))
        assert.isTrue(yield* mark(key, "a"))
        assert.isFalse(yield* mark(key, "a"))
        assert.isTrue(yield* has(key, "a"))
        for (const text of ["", "A", "a ", "a\nb", "\uD800", "constructor", "__proto__", "x".repeat(100_000)]) {
          assert.deepStrictEqual(
            [yield* has(key, text), yield* mark(key, text), yield* has(key, text)],
            [false, true, true]
          )
        }
      })
    )

    live(
      "nothing of a mark that was taken away, and all others",
      Effect.gen(function* () {
        const { has, mark, unmark } = yield* SessionState
        assert.isFalse(yield* unmark(key, "away"))
        yield* mark(key, "away")
        yield* mark(key, "stays")
        assert.isTrue(yield* unmark(key, "away"))
        assert.deepStrictEqual([yield* has(key, "away"), yield* has(key, "stays")], [false, true])
        assert.isTrue(yield* mark(key, "away"))
      })
    )

    live(
      "each for itself, also where their names are alike",
      Effect.gen(function* () {
        const { end, has, mark, skills } = yield* SessionState
        yield* mark(key, "a")
        yield* skills.open(key, { name: "a" })
        for (const other of others) {
          assert.isFalse(yield* has(other, "a"), JSON.stringify(other))
          assert.deepStrictEqual(skills.of(other), [])
          yield* mark(other, "a")
          yield* end(other)
        }
        assert.isTrue(yield* has(key, "a"))
        assert.deepStrictEqual(skills.of(key), [{ name: "a" }])
      })
    )

    live(
      "nothing once they are over, also where they begin again",
      Effect.gen(function* () {
        const { end, has, mark, skills } = yield* SessionState
        for (const session of [key, ...others]) {
          yield* end(session)
          yield* mark(session, "a")
          yield* skills.open(session, { name: "a" })
          yield* end(session)
          assert.isFalse(yield* has(session, "a"))
          assert.deepStrictEqual(skills.of(session), [])
          assert.isTrue(yield* mark(session, "a"))
          yield* end(session)
        }
        assert.isFalse(skills.any())
      })
    )

    live(
      "a mark that many make at once as new to one of them",
      Effect.gen(function* () {
        const { mark } = yield* SessionState
        const news = yield* Effect.all(
          Array.from({ length: 20 }, () => mark(key, "a")),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(news.filter(Boolean).length, 1)
      })
    )

    live(
      "a claim of one that many make at once, until it is settled",
      Effect.gen(function* () {
        const { claim, has } = yield* SessionState
        for (const isDone of [false, false, true]) {
          const claims = yield* Effect.all(
            Array.from({ length: 20 }, () => claim(key, "a", Infinity)),
            { concurrency: "unbounded" }
          )
          const taken = claims.filter((one) => one._tag === "Taken")
          const granted = claims.filter((one) => one._tag === "Granted")
          assert.deepStrictEqual([taken.length, granted.length], [19, 1])
          assert.isFalse(yield* has(key, "a"))
          for (const { settle } of granted) yield* settle(isDone)
          // Those who wait learn that it is settled.
          yield* Effect.forEach(taken, ({ settled }) => settled, { concurrency: "unbounded" })
        }
        assert.isTrue(yield* has(key, "a"))
        assert.strictEqual((yield* claim(key, "a", Infinity))._tag, "Done")
      })
    )

    live(
      "a claim of what is marked as done, until the mark is taken away",
      Effect.gen(function* () {
        const { claim, end, mark, unmark } = yield* SessionState
        for (const free of [unmark(key, "a"), end(key)]) {
          yield* mark(key, "a")
          assert.strictEqual((yield* claim(key, "a", Infinity))._tag, "Done")
          yield* free
          const again = yield* claim(key, "a", Infinity)
          assert.strictEqual(again._tag, "Granted")
          if (again._tag === "Granted") yield* again.settle(true)
        }
      })
    )

    live(
      "claims, each for itself, also where their names are alike",
      Effect.gen(function* () {
        const { claim, has } = yield* SessionState
        const all = [
          [key, "a"],
          [key, "A"],
          [key, ""],
          [key, "../a"],
          [key, "x".repeat(100_000)],
          ...others.map((other) => [other, "a"] as const)
        ] as const
        for (const [session, mark] of all) {
          const first = yield* claim(session, mark, Infinity)
          assert.strictEqual(first._tag, "Granted", JSON.stringify(session))
          assert.strictEqual((yield* claim(session, mark, Infinity))._tag, "Taken")
        }
        assert.isFalse(yield* has(key, "a"))
      })
    )

    live(
      "no claim that is not settled within its lease, and its holder releases no other claim",
      Effect.gen(function* () {
        const { claim, has } = yield* SessionState
        const first = yield* claim(key, "a", 50)
        yield* Effect.sleep(100)
        const second = yield* claim(key, "a", Infinity)
        assert.deepStrictEqual([first._tag, second._tag], ["Granted", "Granted"])
        if (first._tag !== "Granted" || second._tag !== "Granted") return
        yield* first.settle(false)
        assert.strictEqual((yield* claim(key, "a", Infinity))._tag, "Taken")
        // It has been done after all.
        yield* first.settle(true)
        assert.isTrue(yield* has(key, "a"))
        assert.strictEqual((yield* claim(key, "a", Infinity))._tag, "Done")
        yield* second.settle(false)
        assert.strictEqual((yield* claim(key, "a", Infinity))._tag, "Done")
      })
    )

    live(
      "which skills are open, with all that was reported of them, in order, and as often as they were opened",
      Effect.gen(function* () {
        const { mark, skills } = yield* SessionState
        const all = [
          { name: "a" },
          { name: "b", hooks: { PreToolUse: [{ hooks: [{ command: "it's" }] }] }, dialect: "claude", folder: "/x y" },
          { name: "a", by: "us" },
          { name: "a", carrier: "agent" as const },
          { name: "a" }
        ]
        for (const skill of all) {
          const before = skills.changes()
          yield* skills.open(key, skill)
          assert.notStrictEqual(skills.changes(), before)
        }
        assert.deepStrictEqual(skills.of(key), all)
        assert.isTrue(skills.any(key.project, key.session))
        const [list, changes] = [skills.of(key), skills.changes()]
        yield* mark(key, "no skill")
        yield* skills.close(key, { name: "a", by: "them" })
        yield* skills.close(others[0] ?? key, { name: "a" })
        assert.strictEqual(skills.of(key), list)
        assert.strictEqual(skills.changes(), changes)
        yield* skills.close(key, { name: "a" })
        assert.deepStrictEqual(skills.of(key), all.slice(0, 4))
        yield* skills.close(key, { name: "a" })
        assert.deepStrictEqual(skills.of(key), all.slice(1, 4))
        yield* skills.end(key)
        assert.deepStrictEqual(skills.of(key), [])
        assert.isFalse(yield* mark(key, "no skill"))
      })
    )

    live(
      "all of it without a problem",
      Effect.gen(function* () {
        const { end, has, mark, problems } = yield* SessionState
        yield* mark(key, "a")
        yield* has(key, "a")
        yield* end(key)
        assert.deepStrictEqual(problems?.() ?? [], [])
      })
    )
  })
}
