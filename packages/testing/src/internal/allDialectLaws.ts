/** The laws of a dialect's files, events and tools, and the list of all its laws. */
import { assert } from "@effect/vitest"
import type { Dialect, Reading } from "@hookline/core/Dialect"
import * as ToolTable from "@hookline/core/ToolTable"
import * as Diagnostic from "@hookline/schema/Diagnostic"
import type { Hook } from "@hookline/schema/Hook"
import { isJson } from "@hookline/schema/Json"
import type { File } from "@hookline/schema/Source"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Arbitraries from "../Arbitraries.ts"
import * as HookEvents from "../HookEvents.ts"
import { capabilityLaws, givenLaws, limitLaws, matcherLaws, nameLaws, placeLaws, variableLaws } from "./dialectLaws.ts"
import type { HookWords } from "./HookWords.ts"
import type { Laws } from "./Laws.ts"
import { answeringLaws, type Heard, readingLaws } from "./replyLaws.ts"

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
  diagnostics.reduce((sum, { lost }) => sum + (lost === undefined || lost.inCatalog === true ? 0 : lost.entries), 0)

const { files } = Arbitraries

const configLaws = (dialect: Dialect, laws: Laws): void => {
  const valid = Arbitraries.config(dialect)

  laws.effectProp(
    "loads every entry of a valid file",
    [valid],
    ([root]) =>
      Effect.gen(function* () {
        const reading = yield* readJson(dialect, root)
        const errors = reading.diagnostics.filter(({ level, lost }) => level === "error" && lost?.inCatalog !== true)
        assert.deepStrictEqual(errors.map(Diagnostic.format), [])
        assert.strictEqual(reading.hooks.length, reading.entries)
      }),
    files
  )

  laws.effectProp(
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

  laws.effectProp(
    "drops nothing in silence where one thing in a file is something else",
    [Arbitraries.brokenConfig(dialect)],
    ([root]) =>
      Effect.gen(function* () {
        const reading = yield* readJson(dialect, root)
        assert.strictEqual(reading.hooks.length + lost(reading), reading.entries)
      }),
    files
  )

  const anything = Arbitrary.schema(Schema.Unknown)

  /** The name of the event in the dialect's own files, and the canonical one. */
  const { hooks } = dialect.config.write([guardOf(dialect, { event: "PreToolUse", command: "x" })])
  const names = new Set(["PreToolUse", ...(isJson(hooks) ? Object.keys(hooks) : [])])

  laws.effectProp("drops nothing in silence, whatever is under an event", [anything], ([value]) =>
    Effect.gen(function* () {
      for (const name of names) {
        const reading = yield* readJson(dialect, { hooks: { [name]: value } })
        assert.strictEqual(reading.hooks.length + lost(reading), reading.entries)
        const isEmpty = ["null", "[]", "{}", '""'].includes(JSON.stringify(value))
        if (!isEmpty) assert.isAbove(reading.hooks.length + reading.diagnostics.length, 0)
      }
    })
  )

  laws.effectProp("reports where, whatever a file holds", [anything], ([root]) =>
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

  laws.effectProp("has something to report about every text that is no JSON", [Schema.String], ([text]) =>
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

const Guard = Schema.Struct({
  event: Schema.Literals(["PreToolUse", "PostToolUse", "UserPromptSubmit", "Stop", "PermissionRequest"]),
  matcher: Schema.optionalKey(Schema.Literals(["Bash", "Write|Edit", "mcp__.*", "*"])),
  // A blank command is a loss.
  command: Schema.String.check(Schema.isPattern(/\S/)),
  seconds: Schema.optionalKey(Schema.Literals([1, 5, 30, 60])),
  onFailure: Schema.optionalKey(Schema.Literals(["open", "closed"])),
  isEnabled: Schema.Boolean
})

/** Creates a hook as one of a dialect's files has it. */
const guardOf = (
  dialect: Dialect,
  { command, event, index = 0 }: { readonly event: string; readonly command: string; readonly index?: number }
): Hook => ({
  id: `guard-${index}`,
  event,
  handler: { _tag: "Command", command },
  once: false,
  enabled: true,
  group: { index, parallel: false },
  source: { ...fileOf(dialect), at: [] }
})

/** The laws of single hooks: a file has each of them as its author meant it. */
const hookLaws = (dialect: Dialect, laws: Laws): void => {
  laws.effectProp(
    "a hook that is written is read with its event, matcher, handler, limit and policy",
    [Arbitrary.array(Arbitrary.schema(Guard), { minLength: 1, maxLength: 4 })],
    ([guards]) =>
      Effect.gen(function* () {
        const drawn = guards.map(({ command, event, isEnabled, matcher, onFailure, seconds }, index): Hook => ({
          ...guardOf(dialect, { command, event, index }),
          ...(matcher !== undefined && { matcher }),
          ...(seconds !== undefined && { timeoutMillis: seconds * 1000 }),
          ...(onFailure !== undefined && { onFailure }),
          enabled: isEnabled
        }))
        const { events } = dialect.config
        const hooks = drawn.filter(({ event }) => events === undefined || events.includes(event))
        const reading = yield* readJson(dialect, dialect.config.write(drawn))
        // A hook that the files can't have is no hook of another event, and no silence.
        assert.strictEqual(lost(reading), drawn.length - hooks.length)
        const told = ({ enabled, event, handler, matcher, onFailure, timeoutMillis }: Hook) =>
          JSON.stringify([event, matcher ?? null, handler, timeoutMillis ?? null, onFailure ?? null, enabled])
        assert.deepStrictEqual(reading.hooks.map(told).toSorted(), hooks.map(told).toSorted())
        const ids = reading.hooks.map(({ id }) => id)
        for (const { id, source } of reading.hooks) {
          assert.notStrictEqual(id, "")
          assert.strictEqual(source.dialect, dialect.name)
          assert.strictEqual(source.file, fileOf(dialect).file)
        }
        assert.strictEqual(ids.length, hooks.length)
      }),
    files
  )
}

const eventLaws = (dialect: Dialect, laws: Laws): void => {
  laws.effectProp("an event survives the wire, and keeps the payload by reference", [HookEvents.arbitrary], ([event]) =>
    Effect.gen(function* () {
      const payload = dialect.event.write(event)
      const { events } = yield* Effect.fromResult(dialect.event.read(payload))
      const [first] = events
      assert.isDefined(first)
      assert.strictEqual(first.host, payload)
      assert.deepStrictEqual(HookEvents.withoutHost(first), HookEvents.withoutHost(event))
    })
  )

  laws.effectProp("a payload is written as it was read", [HookEvents.arbitrary], ([event]) =>
    Effect.gen(function* () {
      const payload = dialect.event.write(event)
      const { events } = yield* Effect.fromResult(dialect.event.read(payload))
      const [first] = events
      assert.isDefined(first)
      assert.deepStrictEqual(dialect.event.write(first), payload)
    })
  )
}

const toolLaws = (dialect: Dialect, laws: Laws): void => {
  const names = dialect.tools.tools.map(({ host }) => host)
  const keys = dialect.tools.tools.flatMap((tool) => Object.entries(tool.keys ?? {}).flat())
  const name = Schema.Union([Schema.String, ...(names.length > 0 ? [Schema.Literals(names)] : [])])
  const key = Schema.Union([Schema.String, ...(keys.length > 0 ? [Schema.Literals(keys)] : [])])
  const input = Schema.Array(Schema.Tuple([key, Schema.Unknown]))

  laws.prop("a tool's input is itself again, there and back", [name, input], ([tool, pairs]) => {
    const written = Object.fromEntries(pairs)
    const seen = ToolTable.toCanonical(dialect.tools, tool, written)
    assert.deepStrictEqual(ToolTable.toHost(seen, seen.input), written)
    assert.strictEqual(seen.hostName, tool)
  })

  laws.prop("a guard never looks at a decoy", [name, input], ([tool, pairs]) => {
    const written = Object.fromEntries(pairs)
    const { input: seen } = ToolTable.toCanonical(dialect.tools, tool, written)
    const exchanged = dialect.tools.tools.find(({ host }) => host === tool)?.keys ?? {}
    for (const [theirs, ours] of Object.entries(exchanged)) {
      if (Object.hasOwn(written, theirs)) assert.deepStrictEqual(seen[ours], written[theirs])
    }
  })
}

/** The laws of a dialect by their subjects. */
export const groups: Readonly<
  Record<string, (dialect: Dialect, laws: Laws, heard?: Heard, words?: HookWords) => void>
> = {
  files: (dialect, laws) => {
    configLaws(dialect, laws)
    hookLaws(dialect, laws)
    placeLaws(dialect, laws)
  },
  events: eventLaws,
  "what hooks are given": (dialect, laws, _, words) => givenLaws(dialect, laws, words),
  matchers: (dialect, laws, _, words) => matcherLaws(dialect, laws, words),
  limits: limitLaws,
  variables: variableLaws,
  tools: (dialect, laws) => {
    toolLaws(dialect, laws)
    nameLaws(dialect, laws)
  },
  replies: (dialect, laws, _, words) => readingLaws(dialect, laws, words),
  answers: (dialect, laws, heard) => {
    capabilityLaws(dialect, laws)
    answeringLaws(dialect, laws, heard)
  }
}
