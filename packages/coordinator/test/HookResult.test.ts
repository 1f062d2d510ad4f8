// A handler of Amplifier's, and an outcome as Amplifier sees it: through the dialect's own codec, with all fields.
import { assert, describe, it } from "@effect/vitest"
import { documentedEventNames, eventNames, fromOutcome, HookResult, toOutcome } from "@hookline/testing/TestDialects"
import { cases, type HookEvent } from "@hookline/schema/HookEvent"
import { Hookline } from "@hookline/node/Hookline"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { bash, native, ports, prompt, record, sessionEnd, unsettled } from "./fixtures.ts"

const decode = Schema.decodeUnknownSync(HookResult)
const encode = Schema.encodeSync(HookResult)

/** What a handler of Amplifier's that returned this becomes, as its host would be answered. */
const through = (results: ReadonlyArray<unknown>) =>
  Effect.gen(function* () {
    const { emit, register } = yield* unsettled
    for (const [index, result] of results.entries()) {
      const name = `hook ${index}`
      yield* register({
        event: "PreToolUse",
        name,
        handler: (event) => Effect.sync(() => toOutcome(decode(result), name, event))
      })
    }
    return encode(fromOutcome((yield* emit(bash)).outcome, bash))
  }).pipe(Effect.provide(native()))

const asking = {
  action: "ask_user",
  approval_prompt: "sure?",
  approval_options: ["Allow", "Deny"],
  approval_timeout: 12.5,
  approval_default: "allow"
} as const

describe("a HookResult", () => {
  it.effect("that says nothing has all fields, with their defaults", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* through([{}]), encode(HookResult.make({})))
    })
  )

  it.effect("keeps every field of a question, and shows the tool and its input behind it", () =>
    Effect.gen(function* () {
      const { approval_prompt, ...rest } = asking
      const result = yield* through([asking])
      assert.deepInclude(result, rest)
      assert.isTrue(String(result.approval_prompt).startsWith(`${approval_prompt}\n\nBash `))
    })
  )

  it.effect("keeps every field of a text, and of a message", () =>
    Effect.gen(function* () {
      const text = {
        action: "inject_context",
        context_injection: "look",
        context_injection_role: "user",
        ephemeral: true,
        user_message: "hm",
        user_message_level: "error",
        user_message_source: "linter",
        suppress_output: true
      } as const
      assert.deepInclude(yield* through([text]), text)
    })
  )

  it.effect("keeps changed data, texts and messages beside another's question", () =>
    Effect.gen(function* () {
      const { context_injection, data, user_message } = yield* through([
        { action: "modify", data: { tool_name: "Bash", tool_input: { command: "ls -l" } } },
        { action: "inject_context", context_injection: "look" },
        { user_message: "fyi" },
        asking
      ])
      assert.deepStrictEqual(data?.["tool_input"], { command: "ls -l" })
      assert.strictEqual(context_injection, "look")
      assert.match(user_message ?? "", /fyi/)
    })
  )

  it.effect("denies before all others, whatever the order", () =>
    Effect.gen(function* () {
      const deny = { action: "deny", reason: "no" } as const
      for (const all of [
        [asking, deny],
        [deny, asking]
      ]) {
        assert.deepInclude(yield* through(all), deny)
      }
    })
  )

  for (const action of ["continue", "deny", "ask_user", "modify", "inject_context"] as const) {
    for (const event of [bash, prompt, sessionEnd]) {
      it.effect(`hides its own output where it leaves its name empty: ${action} on ${event._tag}`, () => {
        const seen = record()
        return Effect.gen(function* () {
          const hooks = yield* Hookline
          const result = decode({ action, suppress_output: true, context_injection: "look" })
          for (const name of ["before", "hook"]) {
            const handler = (heard: HookEvent) =>
              Effect.sync(() => toOutcome(name === "hook" ? result : decode({}), "", heard))
            yield* hooks.register({ event: event._tag, name, handler })
          }
          const { outcome } = yield* hooks.emit(event)
          assert.deepStrictEqual(outcome.quiet, ["hook"])
          assert.isTrue(encode(fromOutcome(outcome, event)).suppress_output)
          const recorded = seen.records.flatMap((one) => (one._tag === "Event" ? one.hooks : []))
          assert.deepStrictEqual(
            recorded.map(({ hidden, id }) => [id, hidden]),
            [
              ["before", undefined],
              ["hook", true]
            ]
          )
        }).pipe(Effect.provide(native(ports(seen))))
      })
    }
  }

  it.effect("asks a person by the coordinator, and shows its message as well", () => {
    const seen = record()
    return Effect.gen(function* () {
      const hooks = yield* Hookline
      yield* hooks.register({
        event: "PreToolUse",
        name: "hook",
        handler: (event) =>
          Effect.sync(() => toOutcome(decode({ ...asking, user_message: "read this" }), "hook", event))
      })
      const { outcome } = yield* hooks.emit(bash)
      assert.strictEqual(outcome.verdict._tag, "Pass")
      assert.deepInclude(seen.questions[0], { options: ["Allow", "Deny"], timeoutMillis: 12_500, default: "allow" })
      assert.deepStrictEqual(
        seen.shown.map(({ text }) => text),
        ["read this"]
      )
    }).pipe(Effect.provide(native(ports(seen, ["allow"]))))
  })
})

describe("Amplifier's names", () => {
  it("are 42, and six that only its document has", () => {
    assert.deepStrictEqual([eventNames.length, documentedEventNames.length], [42, 6])
    assert.strictEqual(new Set([...eventNames, ...documentedEventNames]).size, 48)
  })

  it.effect("can all be registered", () =>
    Effect.gen(function* () {
      const { emit, register } = yield* unsettled
      let asked = 0
      for (const event of [...eventNames, ...documentedEventNames]) {
        yield* register({ event, name: event, handler: () => Effect.sync(() => void (asked += 1)) })
        yield* emit(cases.Other.make({ name: event, data: {} }))
      }
      assert.strictEqual(asked, 48)
    }).pipe(Effect.provide(native()))
  )
})
