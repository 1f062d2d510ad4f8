/**
 * The laws of every dialect as a suite: `DialectTest.suite(dialect)` is the whole test of a new one.
 *
 * @since 0.1.0
 */
import { assert, describe, it } from "@effect/vitest"
import type { Dialect, Reading } from "@hookline/core/Dialect"
import * as ToolTable from "@hookline/core/ToolTable"
import * as Diagnostic from "@hookline/schema/Diagnostic"
import type { Hook } from "@hookline/schema/Hook"
import type { File } from "@hookline/schema/Source"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Arbitraries from "./Arbitraries.ts"
import * as HookEvents from "./HookEvents.ts"
import { answeringLaws, type Heard, readingLaws } from "./internal/replyLaws.ts"

const fileOf = (dialect: Dialect): File => ({
  dialect: dialect.name,
  scope: "project",
  folder: "/project/hooks",
  file: "/project/hooks/hooks.json"
})

const readJson = (dialect: Dialect, root: unknown): Effect.Effect<Reading> =>
  dialect.config.read(fileOf(dialect), JSON.stringify(root))

/** Removes the fields of a hook that the file's layout decides. */
const essence = ({ group: { parallel }, source: { at: _at, ...source }, written: _written, ...hook }: Hook) => ({
  ...hook,
  source,
  parallel
})

const lost = ({ diagnostics }: Reading): number =>
  diagnostics.reduce((sum, found) => sum + (found.lost?.entries ?? 0), 0)

const { files } = Arbitraries

const configLaws = (dialect: Dialect): void => {
  const valid = Arbitraries.config(dialect)

  it.effect.prop(
    "loads every entry of a valid file",
    [valid],
    ([root]) =>
      Effect.gen(function* () {
        const reading = yield* readJson(dialect, root)
        const errors = reading.diagnostics.filter(({ level }) => level === "error")
        assert.deepStrictEqual(errors.map(Diagnostic.format), [])
        assert.strictEqual(reading.hooks.length, reading.entries)
      }),
    files
  )

  it.effect.prop(
    "keeps every hook of a file that it writes again",
    [valid],
    ([root]) =>
      Effect.gen(function* () {
        const first = yield* readJson(dialect, root)
        const again = yield* readJson(dialect, dialect.config.write(first.hooks))
        assert.deepStrictEqual(again.hooks.map(essence), first.hooks.map(essence))
      }),
    files
  )

  it.effect.prop(
    "loses nothing in silence where one thing in a file is something else",
    [Arbitraries.brokenConfig(dialect)],
    ([root]) =>
      Effect.gen(function* () {
        const reading = yield* readJson(dialect, root)
        assert.strictEqual(reading.hooks.length + lost(reading), reading.entries)
      }),
    files
  )

  const anything = Arbitrary.schema(Schema.Unknown)

  it.effect.prop("loses nothing in silence, whatever stands under an event", [anything], ([value]) =>
    Effect.gen(function* () {
      const reading = yield* readJson(dialect, { hooks: { PreToolUse: value } })
      assert.strictEqual(reading.hooks.length + lost(reading), reading.entries)
      const isEmpty = ["null", "[]", "{}", '""'].includes(JSON.stringify(value))
      if (!isEmpty) assert.isAbove(reading.hooks.length + reading.diagnostics.length, 0)
    })
  )

  it.effect.prop("tells where, whatever a file holds", [anything], ([root]) =>
    Effect.gen(function* () {
      const text = JSON.stringify(root, undefined, 2)
      const reading = yield* dialect.config.read(fileOf(dialect), text)
      assert.strictEqual(reading.hooks.length + lost(reading), reading.entries)
      for (const { column, line } of reading.diagnostics) {
        assert.isAtMost(line, text.split("\n").length)
        assert.isAtLeast(Math.min(line, column), 1)
      }
    })
  )

  it.effect.prop("has something to say about every text that is no JSON", [Schema.String], ([text]) =>
    Effect.gen(function* () {
      const broken = `{ "hooks": ${text} #`
      const { diagnostics } = yield* dialect.config.read(fileOf(dialect), broken)
      assert.deepStrictEqual(
        diagnostics.map(({ code, lost: cost }) => [code, cost?.events]),
        [["json-invalid", "all"]]
      )
    })
  )
}

const eventLaws = (dialect: Dialect): void => {
  it.effect.prop("an event survives the wire, and keeps the payload by reference", [HookEvents.arbitrary], ([event]) =>
    Effect.gen(function* () {
      const payload = dialect.event.write(event)
      const { events } = yield* Effect.fromResult(dialect.event.read(payload))
      const [first] = events
      assert.isDefined(first)
      assert.strictEqual(first.host, payload)
      assert.deepStrictEqual(HookEvents.withoutHost(first), HookEvents.withoutHost(event))
    })
  )

  it.effect.prop("a payload is written as it was read", [HookEvents.arbitrary], ([event]) =>
    Effect.gen(function* () {
      const payload = dialect.event.write(event)
      const { events } = yield* Effect.fromResult(dialect.event.read(payload))
      const [first] = events
      assert.isDefined(first)
      assert.deepStrictEqual(dialect.event.write(first), payload)
    })
  )
}

const toolLaws = (dialect: Dialect): void => {
  const names = dialect.tools.tools.map(({ host }) => host)
  const keys = dialect.tools.tools.flatMap((tool) => Object.entries(tool.keys ?? {}).flat())
  const name = Schema.Union([Schema.String, ...(names.length > 0 ? [Schema.Literals(names)] : [])])
  const key = Schema.Union([Schema.String, ...(keys.length > 0 ? [Schema.Literals(keys)] : [])])
  const input = Schema.Array(Schema.Tuple([key, Schema.Unknown]))

  it.prop("a tool's input is itself again, there and back", [name, input], ([tool, pairs]) => {
    const written = Object.fromEntries(pairs)
    const seen = ToolTable.toCanonical(dialect.tools, tool, written)
    assert.deepStrictEqual(ToolTable.toHost(seen, seen.input), written)
    assert.strictEqual(seen.hostName, tool)
  })

  it.prop("a guard never looks at a decoy", [name, input], ([tool, pairs]) => {
    const written = Object.fromEntries(pairs)
    const { input: seen } = ToolTable.toCanonical(dialect.tools, tool, written)
    const exchanged = dialect.tools.tools.find(({ host }) => host === tool)?.keys ?? {}
    for (const [theirs, ours] of Object.entries(exchanged)) {
      if (Object.hasOwn(written, theirs)) assert.deepStrictEqual(seen[ours], written[theirs])
    }
  })
}

/**
 * Options for the suite.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  /** The host's interpretation of an answer, if it differs from that of a hook's reply. */
  readonly heard?: Heard
}

/**
 * Registers the tests of a dialect: its files, events, tools, replies and answers.
 *
 * @category suites
 * @since 0.1.0
 */
export const suite = (dialect: Dialect, { heard }: Options = {}): void => {
  describe(`${dialect.title} keeps the laws of dialects`, () => {
    describe("files", () => {
      configLaws(dialect)
    })
    describe("events", () => {
      eventLaws(dialect)
    })
    describe("tools", () => {
      toolLaws(dialect)
    })
    describe("replies", () => {
      readingLaws(dialect)
    })
    describe("answers", () => {
      answeringLaws(dialect, heard)
    })
  })
}
