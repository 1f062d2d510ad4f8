/**
 * The laws of every layer of `Mapper`: it returns each event of a payload, whatever came before, and fails where there is
 * none.
 *
 * @since 0.1.0
 */
import { assert } from "@effect/vitest"
import type { DecodedPayload, Dialect } from "@hookline/core/Dialect"
import { HostDialect } from "@hookline/core/HostDialect"
import { Mapper } from "@hookline/core/Mapper"
import { type PipelineError, Unreadable } from "@hookline/core/PipelineError"
import { isJson } from "@hookline/schema/Json"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as HookEvents from "./HookEvents.ts"
import { dialectName, dialectNamed } from "./internal/dialectNames.ts"
import * as Law from "./Law.ts"
import * as TestDialect from "./TestDialect.ts"

/**
 * A layer of `Mapper` that reads payloads of the host's dialect.
 *
 * @category models
 * @since 0.1.0
 */
export type Part = Layer.Layer<Mapper, never, HostDialect>

const withMapper = <A, E>(
  part: Part,
  host: Dialect,
  use: (mapper: (typeof Mapper)["Service"]) => Effect.Effect<A, E>
): Effect.Effect<A, E> =>
  Effect.flatMap(Mapper, use).pipe(
    // `fresh`, because a layer is otherwise shared between hosts.
    Effect.provide(Layer.provide(Layer.fresh(part), HostDialect.layer(host)))
  )

const mapped = (part: Part, host: Dialect, payload: unknown): Effect.Effect<DecodedPayload, PipelineError> =>
  withMapper(part, host, ({ map }) => map(payload))

/** A host whose payload is a list of events, and of the skill that was opened or closed. */
const batches = TestDialect.make({
  event: {
    ...TestDialect.make().event,
    read: (payload) =>
      isJson(payload) && Array.isArray(payload["events"])
        ? // Only the laws make such payloads.
          Result.succeed(payload as DecodedPayload & Readonly<Record<string, unknown>>)
        : Result.fail(new Unreadable({ dialect: "test", issue: "it has no events" }))
  }
})

const Skill = Schema.Union([
  Schema.Struct({ _tag: Schema.tag("Loaded"), name: Schema.String, sessionId: Schema.optionalKey(Schema.String) }),
  Schema.Struct({ _tag: Schema.tag("Unloaded"), name: Schema.String, sessionId: Schema.optionalKey(Schema.String) })
])

/** Values that are no payloads, or nearly one. */
const payload = Arbitrary.schema(
  Schema.Union([
    Schema.Unknown,
    Schema.Struct({ hook_event_name: Schema.Union([Schema.Literals(HookEvent.names), Schema.Json]) }),
    Schema.Struct({ event: Schema.Json, data: Schema.optionalKey(Schema.Json) })
  ])
)

/** Chooses one of several keys of a payload. */
const oneOf = (...keys: ReadonlyArray<string>): Schema.Literals<ReadonlyArray<string>> => Schema.Literals(keys)

const Spelling = Schema.Struct({
  nameKey: oneOf("hook_event_name", "hookEventName"),
  name: oneOf("PreToolUse", "pre_tool_use", "preToolUse", "PostToolUse", "SessionStop", "session-stop", "Stop"),
  toolKey: oneOf("tool_name", "name", "toolName"),
  tool: oneOf("Bash", "run_shell_command", "mcp__db__query"),
  inputKey: oneOf("tool_input", "input", "toolInput"),
  command: Schema.String,
  /** A second name of the tool, which may contradict the first. */
  also: Schema.optionalKey(Schema.Struct({ key: oneOf("tool_name", "toolName"), tool: oneOf("Bash", "Write") })),
  sessionKey: oneOf("session_id", "sessionId"),
  session: Schema.String
})

/** Creates a payload of an event, in one of the spellings that hosts have. */
const spelled: Arbitrary.Arbitrary<unknown> = Arbitrary.map(
  Arbitrary.schema(Spelling),
  ({ also, command, inputKey, name, nameKey, session, sessionKey, tool, toolKey }) => ({
    [nameKey]: name,
    [sessionKey]: session,
    ...(/tool/i.test(name) && {
      ...(also && { [also.key]: also.tool }),
      [toolKey]: tool,
      [inputKey]: { command }
    })
  })
)

/** Creates a payload that a host sent, or one in another spelling. */
const sent = (host: Dialect): Arbitrary.Arbitrary<unknown> =>
  Arbitrary.map(
    Arbitrary.all([spelled, HookEvents.example, Arbitrary.schema(Schema.Boolean)]),
    ([other, event, isOwn]) => (isOwn ? host.event.write(event) : other)
  )

/** Asserts that a mapper reads a payload as its host does, or fails at its stage where the host can't read it. */
const readsLike = (host: Dialect, payload: unknown, got: Result.Result<DecodedPayload, PipelineError>): void => {
  const read = host.event.read(payload)
  assert.strictEqual(Result.isFailure(got), Result.isFailure(read))
  if (Result.isSuccess(got)) assert.deepStrictEqual(got.success, Result.getOrThrow(read))
  else assert.deepStrictEqual([got.failure.stage, got.failure.reason._tag], ["map", "Unreadable"])
}

const short = { size: 12 }

/**
 * The laws of mappers.
 *
 * @category laws
 * @since 0.1.0
 */
export const laws: ReadonlyArray<Law.Law<Part>> = [
  Law.make(
    "returns every event of a payload, in order, with all that it has",
    Arbitrary.array(HookEvents.arbitrary, { minLength: 1, maxLength: 4 }),
    (part, events) =>
      Effect.map(mapped(part, batches, { events }), (decoded) => assert.deepStrictEqual(decoded.events, events)),
    short
  ),
  Law.make(
    "returns the skill that was opened or closed",
    Arbitrary.schema(Skill),
    (part, skill) =>
      Effect.map(mapped(part, batches, { events: [], skill }), (decoded) =>
        assert.deepStrictEqual(decoded, { events: [], skill })
      ),
    short
  ),
  Law.make(
    "returns the event that a host sent, whichever host it is",
    Arbitrary.all([dialectName, HookEvents.arbitrary]),
    (part, [name, event]) => {
      const dialect = dialectNamed(name)
      return Effect.map(mapped(part, dialect, dialect.event.write(event)), ({ events }) => {
        assert.isAbove(events.length, 0)
        assert.deepStrictEqual(events.slice(0, 1).map(HookEvents.withoutHost), [HookEvents.withoutHost(event)])
      })
    },
    short
  ),
  Law.make(
    "fails at its stage where the host can't read a payload, and only there",
    Arbitrary.all([dialectName, payload]),
    (part, [name, value]) =>
      Effect.map(Effect.result(mapped(part, dialectNamed(name), value)), (got) =>
        readsLike(dialectNamed(name), value, got)
      ),
    { size: 20 }
  ),
  Law.make(
    "reads the names of events and fields in each spelling that the host reads, and returns contradictions",
    Arbitrary.all([dialectName, spelled]),
    (part, [name, value]) =>
      Effect.map(Effect.result(mapped(part, dialectNamed(name), value)), (got) =>
        readsLike(dialectNamed(name), value, got)
      ),
    short
  ),
  Law.make(
    "reads each of several payloads, whatever came before",
    Arbitrary.flatMap(dialectName, (name) =>
      Arbitrary.all([
        Arbitrary.schema(Schema.Literals([name])),
        Arbitrary.array(sent(dialectNamed(name)), { minLength: 2, maxLength: 4 })
      ])
    ),
    (part, [name, payloads]) => {
      const host = dialectNamed(name)
      return withMapper(part, host, ({ map }) =>
        Effect.forEach(
          payloads,
          (payload) => Effect.map(Effect.result(map(payload)), (got) => readsLike(host, payload, got)),
          { discard: true }
        )
      )
    },
    short
  )
]

/**
 * Registers the suite.
 *
 * @example
 * ```ts
 * import { Mapper } from "@hookline/core/Mapper"
 * import * as MapperTest from "@hookline/testing/MapperTest"
 *
 * const test = () => MapperTest.suite("My mapper", Mapper.layerNoDeps)
 * ```
 *
 * @category suites
 * @since 0.1.0
 */
export const suite = (title: string, part: Part): void => Law.suite(title, laws, part)
