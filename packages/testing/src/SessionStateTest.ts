/**
 * The laws of every layer of `SessionState`: sessions are separate, and a mark is new once.
 *
 * @since 0.1.0
 */
import { assert, describe, it } from "@effect/vitest"
import { type SessionKey, SessionState } from "@hookline/core/SessionState"
import type { ThisProject } from "@hookline/core/ThisProject"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { thisProject } from "./TestPipeline.ts"

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
 * Registers the suite. The layer is built for each test, on empty storage.
 *
 * @category suites
 * @since 0.1.0
 */
export const suite = <E>(name: string, layer: Layer.Layer<SessionState, E, ThisProject>): void => {
  describe(`${name} remembers of sessions`, () => {
    const live = (title: string, test: Effect.Effect<void, never, SessionState>) => {
      it.live(title, () => Effect.provide(test, Layer.provide(layer, thisProject)))
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
      "which skills are open, with all that was told of them, in order, and as often as they were opened",
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
