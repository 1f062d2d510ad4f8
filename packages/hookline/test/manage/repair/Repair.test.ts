// Every way to break a file that we know of, mended: never at the cost of a hook, and never but in JSON.
import { assert, describe, it } from "@effect/vitest"
import { TestDialects } from "@hookline/testing"
import { textOf } from "@hookline/schema/Handler"
import type { Hook } from "@hookline/schema/Hook"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Repair from "hookline/kit/manage/repair/Repair"
import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"

const folder = path.join(import.meta.dirname, "../../../../dialects/test/fixtures/breaks")

const fixtures = readdirSync(folder).flatMap((dialect) =>
  readdirSync(path.join(folder, dialect))
    .filter((name) => !name.endsWith(".expected"))
    .map((name) => ({ dialect, name, text: readFileSync(path.join(folder, dialect, name), "utf8") }))
)

const dialectOf = (name: string) => {
  const dialect = TestDialects.all.find((each) => each.name === name)
  if (dialect === undefined) throw new Error(`there is no dialect ${name}`)
  return dialect
}

const read = Effect.fnUntraced(function* (dialectName: string, name: string, text: string) {
  const dialect = dialectOf(dialectName)
  const file = { dialect: dialectName, scope: "project", folder: "hooks", file: name } as const
  const before = yield* dialect.config.read(file, text)
  const repaired = yield* Repair.repair(dialect, file, text)
  const after = yield* dialect.config.read(file, repaired.text)
  const again = yield* Repair.repair(dialect, file, repaired.text)
  return { before, after, again, ...repaired }
})

/** What a hook runs. Under which event it does may become another: an event gets its name. */
const runs = (hooks: ReadonlyArray<Hook>): ReadonlyArray<string> =>
  hooks.map(({ handler }) => textOf(handler)).toSorted()

const isWithin = (some: ReadonlyArray<string>, all: ReadonlyArray<string>): boolean => {
  const rest = [...all]
  return some.every((each) => {
    const at = rest.indexOf(each)
    if (at >= 0) rest.splice(at, 1)
    return at >= 0
  })
}

/** What is mended, by the fixtures' names. All others leave open what was meant. */
const mended: Readonly<Record<string, ReadonlyArray<string>>> = {
  "amplifier/event-in-other-case.json": ["event-unknown"],
  "amplifier/event-is-group.json": ["event-not-list"],
  "amplifier/event-is-object.json": ["event-not-list"],
  "amplifier/event-is-text.json": ["event-not-list"],
  "amplifier/flat-handler.json": ["handler-without-group"],
  "amplifier/group-is-text.json": ["group-not-object"],
  "amplifier/group-with-one-handler.json": ["group-without-hooks"],
  "amplifier/handler-is-text.json": ["handler-not-object"],
  "amplifier/matcher-is-list.json": ["matcher-not-text"],
  "amplifier/no-wrapper.json": ["wrapper-missing"],
  "amplifier/timeout-is-text.json": ["timeout-invalid"],
  "amplifier/type-missing.json": ["type-missing"],
  "claude/hooks-in-the-singular.json": ["hooks-missing"],
  "claude/settings-with-events-on-top.json": ["wrapper-missing"],
  "copilot/entries-that-copilot-drops.json": [
    "event-unknown",
    "handler-not-object",
    "timeout-invalid",
    "matcher-not-text"
  ],
  "gemini/handler-without-group.json": ["handler-without-group", "event-not-list"]
}

describe("mending", () => {
  it.effect("mends what can be meant in one way only, and nothing else", () =>
    Effect.gen(function* () {
      const all = yield* Effect.forEach(fixtures, ({ dialect, name, text }) =>
        Effect.map(
          read(dialect, name, text),
          ({ steps }) => [`${dialect}/${name}`, steps.map(({ found }): string => found.code)] as const
        )
      )
      assert.deepStrictEqual<typeof mended>(Object.fromEntries(all.filter(([, codes]) => codes.length > 0)), mended)
    })
  )

  for (const { dialect, name, text } of fixtures) {
    it.effect(`costs no hook in ${dialect}: ${name.replaceAll("-", " ")}`, () =>
      Effect.gen(function* () {
        const { after, again, before, steps, text: now } = yield* read(dialect, name, text)
        assert.isTrue(isWithin(runs(before.hooks), runs(after.hooks)))
        assert.strictEqual(again.text, now)
        if (steps.length === 0) assert.strictEqual(now, text)
        // What runs by it was told.
        const alive = steps.flatMap((step) => step.alive)
        assert.isAtLeast(alive.length, after.hooks.length - before.hooks.length)
      })
    )
  }

  it.effect.prop("never costs a hook, whatever stands under an event", [Schema.Unknown], ([value]) =>
    Effect.gen(function* () {
      const text = JSON.stringify({
        hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "kept" }] }, value], Stop: value }
      })
      const { after, again, before, text: now } = yield* read("claude", "settings.json", text)
      assert.isTrue(isWithin(runs(before.hooks), runs(after.hooks)))
      assert.strictEqual(again.text, now)
    })
  )

  it.effect("keeps comments, indentation and line ends", () =>
    Effect.gen(function* () {
      const text = `{\r\n\t// mine\r\n\t"hooks": {\r\n\t\t"stop": [{"hooks": [{\r\n\t\t\t"command": "a" // b\r\n\t\t}]}],\r\n\t}\r\n}`
      const { text: now } = yield* read("claude", "settings.json", text)
      assert.strictEqual(
        now,
        text.replace('"stop"', '"Stop"').replace('"command": "a"', '"type": "command",\r\n\t\t\t"command": "a"')
      )
    })
  )
})

describe("a file with thousands of problems", () => {
  const file = { dialect: "claude", scope: "user", folder: "hooks", file: "settings.json" } as const

  it.live("is parsed once if none of them has a repair", () =>
    Effect.gen(function* () {
      const hooks: Record<string, unknown> = {}
      for (let at = 0; at < 2000; at++) hooks[`K${at}`] = [{ hooks: [{ type: "command", command: "x" }] }]
      const text = JSON.stringify({ hooks })
      const { steps } = yield* Repair.repair(dialectOf("claude"), file, text)
      assert.deepStrictEqual(steps, [])
    })
  )

  it.effect("is read as often as the caller allows", () =>
    Effect.gen(function* () {
      const claude = dialectOf("claude")
      let reads = 0
      const counted = {
        ...claude,
        config: {
          ...claude.config,
          read: (...args: Parameters<typeof claude.config.read>) => {
            reads++
            return claude.config.read(...args)
          }
        }
      }
      const text = JSON.stringify({
        hooks: { Stop: Array.from({ length: 40 }, () => ({ hooks: [{ command: "x" }] })) }
      })
      const limited = yield* Repair.repair(counted, file, text, { repairs: 1, readings: 20 })
      assert.deepStrictEqual([limited.steps.length, reads], [1, 2])
      const all = yield* Repair.repair(counted, file, text)
      assert.strictEqual(all.steps.length, 40)
      const none = yield* Repair.repair(counted, file, text, { repairs: 1, readings: 0 })
      assert.strictEqual(none.steps.length, 0)
    })
  )
})
