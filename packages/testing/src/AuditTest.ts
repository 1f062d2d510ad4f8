/**
 * The laws of every layer of `Audit`: it writes all entries, in order, and no secret.
 *
 * @since 0.1.0
 */
import { assert, describe, it } from "@effect/vitest"
import { Audit, Entry } from "@hookline/coordinator/Audit"
import { redactEntry } from "@hookline/coordinator/kit/audit/AuditRedaction"
import type { ThisProject } from "@hookline/core/ThisProject"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as TestPipeline from "./TestPipeline.ts"

/**
 * An empty audit, and a reader of its entries after its layer is closed.
 *
 * @category models
 * @since 0.1.0
 */
export interface Fresh {
  readonly layer: Layer.Layer<Audit, never, ThisProject>
  readonly read: Effect.Effect<ReadonlyArray<Entry>>
}

/**
 * Options for the suite.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  /** True if the layer redacts secrets, as it must before writing to disk. */
  readonly redacts?: boolean
}

/** Returns the value as JSON represents it, because only JSON is written. */
const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const recorded = (fresh: Fresh, entries: ReadonlyArray<Entry>, concurrency: number) =>
  Effect.gen(function* () {
    const notices = yield* Effect.provide(
      Effect.gen(function* () {
        const { notices: told, record } = yield* Audit
        yield* Effect.forEach(entries, record, { concurrency, discard: true })
        return yield* told
      }),
      Layer.provide(fresh.layer, TestPipeline.thisProject)
    )
    return { notices, all: yield* fresh.read }
  })

const injection = (by: string, text = "a text"): Entry => ({
  _tag: "Injection",
  by,
  role: "system",
  bytes: text.length,
  fate: "given",
  text
})

const byOf = (entry: Entry): string => (entry._tag === "Injection" ? entry.by : entry._tag)

/**
 * Registers the suite. Each test gets its own audit.
 *
 * @category suites
 * @since 0.1.0
 */
export const suite = (
  name: string,
  make: Effect.Effect<Fresh, never, Scope.Scope>,
  { redacts = true }: Options = {}
): void => {
  const kept = redacts ? redactEntry : (entry: Entry): Entry => entry

  describe(`${name} keeps the laws of audits: it`, () => {
    it.live.prop(
      "gives back all that was recorded, in order",
      [Arbitrary.array(Arbitrary.schema(Entry), { maxLength: 8 })],
      ([entries]) =>
        Effect.scoped(
          Effect.gen(function* () {
            const { all, notices } = yield* recorded(yield* make, entries, 1)
            assert.deepStrictEqual(json(all), json(entries.map(kept)))
            assert.deepStrictEqual(notices, [])
          })
        ),
      { arbitrary: { runs: 30 } }
    )

    it.live("has each record once, where many are made at once", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const names = Array.from({ length: 200 }, (_, index) => `hook ${index}`)
          const { all } = yield* recorded(
            yield* make,
            names.map((by) => injection(by)),
            50
          )
          assert.sameMembers(all.map(byOf), names)
          assert.strictEqual(all.length, names.length)
        })
      )
    )

    it.live("is not stopped by what can't be written", () =>
      Effect.scoped(
        Effect.gen(function* () {
          // Only an untyped program creates such an entry.
          const broken = { ...injection("broken"), bytes: 1n } as unknown as Entry
          const { all } = yield* recorded(yield* make, [injection("one"), broken, injection("two")], 1)
          const names = all.map(byOf)
          assert.isTrue(names.indexOf("one") === 0 && names.includes("two"), names.join())
        })
      )
    )

    if (redacts) {
      it.live("holds no secret, wherever one was", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const secret = "abcdef0123456789abcdef"
            const text = `curl -H 'Authorization: Bearer ${secret}' && export API_TOKEN=${secret}`
            const entries: ReadonlyArray<Entry> = [
              injection("a", text),
              { _tag: "Approval", by: "a", prompt: text, answer: "Deny", granted: false, found: "asked" },
              {
                _tag: "Event",
                event: "PreToolUse",
                start: 0,
                end: 1,
                verdict: "Deny",
                reasons: [{ by: "a", text }],
                hooks: [{ id: "a", kind: "Command", status: "ran", output: text }]
              }
            ]
            const { all } = yield* recorded(yield* make, entries, 1)
            assert.strictEqual(all.length, entries.length)
            assert.notInclude(JSON.stringify(all), secret)
          })
        )
      )
    }
  })
}
