// A function that edits its event in place: the event is its own copy, so that nothing runs that no guard was given, and what
// it returns counts like a new object.
import { assert, describe, it } from "@effect/vitest"
import * as Approval from "@hookline/coordinator/Approval"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import * as AiSdk from "@hookline/node/adapters/AiSdk"
import { Hookline } from "@hookline/node"
import { cases } from "@hookline/schema/HookEvent"
import type { Json } from "@hookline/schema/Json"
import * as Verdict from "@hookline/schema/Verdict"
import { TestHookline } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { inspect } from "node:util"
import { opened } from "../promise/opened.ts"

/** Edits an object that its type calls read-only, as programs without types do. */
const edit = (value: unknown, fields: object): Json => Object.assign(value as Json, fields)

const Input = Schema.Struct({ command: Schema.String, options: Schema.Array(Schema.Struct({ name: Schema.String })) })

/** What a handler does with an input, and the same with a new object. */
const ways: Readonly<Record<string, (input: Json) => Json>> = {
  "in place": (input) => edit(input, { command: "rm -rf /" }),
  "deep in place": (input) => {
    edit(input["options"], { 0: "rm -rf /" })
    return input
  },
  copy: (input) => ({ ...input, command: "rm -rf /" })
}

const change = (value: Json) => ({ changes: [{ by: "", target: "input" as const, mode: "replace" as const, value }] })

const emit = (
  handler: (input: Json) => object | undefined,
  input: Json,
  provide: TestHookline.Options["provide"] = [FailurePolicy.layerOpen]
) =>
  Effect.gen(function* () {
    const hooks = yield* Hookline
    const seen: Array<Json> = []
    yield* hooks.register({
      event: "PreToolUse",
      name: "editor",
      handler: ({ toolInput }) => Effect.sync(() => handler(toolInput))
    })
    yield* hooks.register({
      event: "PreToolUse",
      name: "guard",
      priority: 5,
      handler: ({ toolInput }) =>
        Effect.sync(() => {
          seen.push(structuredClone(toolInput))
          const isBad = inspect(toolInput).includes("rm -rf")
          return isBad ? { verdict: Verdict.deny({ by: "", reason: "nope" }) } : undefined
        })
    })
    const event = cases.PreToolUse.make({ sessionId: "s", toolName: "Bash", toolInput: input })
    const before = structuredClone(event)
    const { outcome } = yield* hooks.emit(event)
    assert.deepStrictEqual(event, before, "the event of the program is as it was")
    return { outcome, seen }
  }).pipe(Effect.scoped, Effect.provide(TestHookline.layer({}, {}, { provide })))

const few = { arbitrary: { runs: 20 } }

describe("an event that a handler edits in place", () => {
  it.effect.prop(
    "is judged by the others as if it had returned a new object",
    [Input],
    ([input]) =>
      Effect.gen(function* () {
        for (const [way, deed] of Object.entries(ways)) {
          const { outcome } = yield* emit((own) => change(deed(own)), input)
          assert.strictEqual(outcome.verdict._tag, "Deny", way)
          assert.isEmpty(outcome.notices, way)
        }
      }),
    few
  )

  it.effect.prop(
    "is a failure without a returned change, and what the handler decided counts",
    [Input],
    ([input]) =>
      Effect.gen(function* () {
        for (const way of ["in place", "deep in place"]) {
          const silent = (own: Json) => void ways[way]?.(own)
          const open = yield* emit(silent, input)
          assert.strictEqual(open.outcome.verdict._tag, "Pass")
          assert.match(open.outcome.notices[0]?.text ?? "", /editor.*edited its event in place/)
          assert.deepStrictEqual(open.seen, [input])
          const closed = yield* emit(silent, input, [FailurePolicy.layerClosed])
          assert.strictEqual(closed.outcome.verdict._tag, "Deny")
          const denies = (own: Json) => {
            silent(own)
            return { verdict: Verdict.deny({ by: "", reason: "mine" }) }
          }
          const denied = yield* emit(denies, input)
          assert.deepStrictEqual(denied.outcome.verdict, Verdict.deny({ by: "editor", reason: "mine" }))
        }
      }),
    few
  )

  it.effect("is no failure where the handler only reads it, whatever is in it", () =>
    Effect.gen(function* () {
      const cyclic: Record<string, unknown> = { command: "ls" }
      cyclic["self"] = cyclic
      const odd = { command: "ls", when: new Date(0), map: new Map([[1, 2]]), no: undefined, big: 1n, nan: NaN, list: [1, undefined, 3] } // prettier-ignore
      for (const input of [{}, odd, cyclic, JSON.parse('{"__proto__": {"a": [1]}, "constructor": {}}') as Json]) {
        const { outcome } = yield* emit((own) => void Object.keys(own), input)
        assert.strictEqual(outcome.verdict._tag, "Pass")
        assert.isEmpty(outcome.notices)
      }
    })
  )

  it.effect("is judged as it was where it is a cycle or nested too deeply, or holds a map", () =>
    Effect.gen(function* () {
      const cyclic: Record<string, unknown> = { command: "ls", inner: { list: ["ls"] } }
      cyclic["self"] = { cyclic }
      let deep: Json = { command: "ls" }
      for (let level = 0; level < 20_000; level++) deep = { deep }
      const map = { map: new Map([["command", { text: "ls" }]]) }
      const edits: ReadonlyArray<readonly [Json, (own: Json) => unknown]> = [
        [cyclic, (own) => edit(own, { command: "rm -rf /" })],
        [cyclic, ({ inner }) => edit(inner, { list: [] })],
        [{ deep, command: "ls" }, (own) => edit(own, { command: "rm -rf /" })],
        [map, ({ map: own }) => edit((own as (typeof map)["map"]).get("command"), { text: "rm -rf /" })]
      ]
      for (const [input, deed] of edits) {
        const before = inspect(input, { depth: 5 })
        const { outcome } = yield* Effect.gen(function* () {
          const hooks = yield* Hookline
          yield* hooks.register({
            event: "PreToolUse",
            name: "editor",
            handler: ({ toolInput }) => Effect.sync(() => void deed(toolInput))
          })
          return yield* hooks.emit(cases.PreToolUse.make({ sessionId: "s", toolName: "Bash", toolInput: input }))
        }).pipe(Effect.scoped, Effect.provide(TestHookline.layer({}, {}, { provide: [FailurePolicy.layerOpen] })))
        assert.strictEqual(inspect(input, { depth: 5 }), before)
        assert.match(outcome.notices[0]?.text ?? "", /edited its event in place/)
      }
    })
  )

  it.effect("keeps the value that it returned, whatever the handler does with it later", () =>
    Effect.gen(function* () {
      let kept: Json = {}
      const { outcome } = yield* emit(() => change((kept = { command: "echo" })), { command: "ls" })
      edit(kept, { command: "rm -rf /" })
      assert.deepStrictEqual(outcome.changes[0]?.value, { command: "echo" })
    })
  )

  it.effect("is not that of the approver either", () =>
    Effect.gen(function* () {
      const approver = Approval.layer(({ event, input }) =>
        Effect.sync(() => {
          edit(input, { command: "rm -rf /" })
          edit(event, { toolInput: { command: "rm -rf /" } })
          return { answer: "Allow", found: "asked" as const }
        })
      )
      const asks = () => ({ verdict: Verdict.ask({ by: "", prompt: "Run it?" }, "why") })
      const { outcome } = yield* emit(asks, { command: "ls" }, [approver])
      assert.deepStrictEqual([outcome.verdict._tag, outcome.changes], ["Pass", []])
    })
  )
})

describe("an approver that returns nothing", () => {
  it.effect("has not answered, which denies: it ended the event with a defect", () =>
    Effect.gen(function* () {
      // Programs without types return anything.
      const approver = Approval.layer(() => Effect.succeed(undefined as unknown as Approval.Answer))
      const asks = () => ({ verdict: Verdict.ask({ by: "", prompt: "Run it?" }, "why") })
      const { outcome } = yield* emit(asks, { command: "ls" }, [approver])
      assert.strictEqual(outcome.verdict._tag, "Deny")
    })
  )
})

describe("promises", () => {
  const removing = { ".claude/settings.json": { json: { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "grep -q 'rm -rf' && { echo nope >&2; exit 2; }; exit 0" }] }] } } } } // prettier-ignore

  it.live("give a handler its own copy, at each door", () =>
    opened(
      removing,
      async ({ answer, emit, on }) => {
        on("PreToolUse", ({ input }) => ({ input: edit(input, { command: "rm -rf /" }) }), { priority: 30 })
        const input = { command: "ls" }
        const { goesOn, reasons } = await emit({ event: "PreToolUse", tool: "Bash", input, session: "s" })
        assert.deepStrictEqual([goesOn, reasons.map(({ text }) => text), input], [false, ["nope"], { command: "ls" }])
        const payload = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: input, session_id: "s" }
        assert.include(JSON.stringify(await answer(payload)), '"deny"')
      },
      { trust: "all", host: "claude" }
    )
  )

  it.live("apply what a handler of the AI SDK's calls edits and returns", () =>
    opened(
      {},
      async (hooks) => {
        hooks.on("PreToolUse", ({ input }) => ({ input: edit(input, { command: "echo sanitized" }) }))
        hooks.on("PostToolUse", ({ result }) => ({ result: edit(result, { out: "REDACTED" }) }))
        const ran: Array<unknown> = []
        const Bash = {
          execute: (
            input: unknown,
            _call: { readonly toolCallId: string; readonly messages: ReadonlyArray<never> }
          ): unknown => {
            ran.push(input)
            return { out: "SECRET" }
          }
        }
        const { Bash: guarded } = AiSdk.guard(hooks).tools({ Bash })
        const result: unknown = await guarded.execute({ command: "rm -rf /" }, { toolCallId: "1", messages: [] })
        assert.deepStrictEqual(ran, [{ command: "echo sanitized" }])
        assert.include(JSON.stringify(result), "REDACTED")
      },
      { trust: "all" }
    )
  )
})
