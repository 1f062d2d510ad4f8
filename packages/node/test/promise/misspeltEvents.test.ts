// Misspelt names of events: a handler under one would never run, so that it can't be registered, and no guard would run on an
// event that is emitted under one.
import { assert, describe, it } from "@effect/vitest"
import { Hookline, HooklineError, type Hooks } from "@hookline/node"
import * as HookEvent from "@hookline/schema/HookEvent"
import { TestPipeline } from "@hookline/testing"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { opened, rejection } from "./opened.ts"

const ways: Readonly<Record<string, (name: string) => string>> = {
  "a small letter first": (name) => name.charAt(0).toLowerCase() + name.slice(1),
  separators: (name) => name.replaceAll(/(?!^)[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  "a blank": (name) => `${name} `,
  "a hidden character": (name) => `${name}\u200b`,
  "a letter too many": (name) => `${name}x`
}

const denying = () => ({ verdict: "deny" as const, reason: "No." })

describe("a handler", () => {
  for (const [way, misspell] of Object.entries(ways))
    // proves: docs/failure-policy.md
    it.live(`under a name with ${way} is an error, with the event that is meant`, () =>
      opened({}, (hooks) => {
        for (const name of HookEvent.names) {
          const wrong = misspell(name)
          if (HookEvent.isName(wrong)) continue
          try {
            hooks.on(wrong, denying)
            assert.fail(wrong)
          } catch (error) {
            assert.instanceOf(error, HooklineError, wrong)
            assert.strictEqual(error.code, "bad-option")
            assert.include(error.message, `is ${name} meant?`)
          }
        }
        return Promise.resolve()
      })
    )

  it.live("is registered under each name of an event, a name of a program, and all of them", () =>
    opened({}, (hooks) => {
      for (const name of [...HookEvent.names, "*", "decision:tool_resolution", "my-event", "Deployed"])
        hooks.on(name, denying)
      return Promise.resolve()
    })
  )

  it.live("is registered under a name of its host", () =>
    opened(
      {},
      (hooks) => {
        for (const name of ["tool:pre", "session:start", "session:end"]) hooks.on(name, denying)
        return Promise.resolve()
      },
      { host: "amplifier" }
    )
  )

  it.effect("is a defect with Effect", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(
        Effect.scoped(Hookline.use(({ register }) => register({ event: "preToolUse", handler: () => Effect.void })))
      )
      assert.isTrue(Exit.isFailure(exit))
      assert.include(Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "", "is PreToolUse meant?")
    }).pipe(Effect.provide(Hookline.layer({ project: TestPipeline.project, files: TestPipeline.memory({}) })))
  )
})

/** What becomes of an event under a name: the name with which it runs hooks, or the error. */
const emitted = (hooks: Hooks, event: string): Promise<string> =>
  hooks.emit({ event, fields: { tool_name: "Bash", tool_input: {}, prompt: "go" } }).then(
    ({ event, runs }) => (runs.length > 0 ? event : "no hook ran"),
    (error: unknown) => (error instanceof HooklineError ? `${error.code}: ${error.message}` : String(error))
  )

const meant: Readonly<Record<string, string>> = {
  BeforeTool: "is PreToolUse meant?",
  "tool.execute.before": "is PreToolUse meant?",
  beforeShellExecution: "is PreToolUse meant?",
  AfterTool: "agents that have it mean PostToolUse and PostToolUseFailure: write the one that happens",
  Other: "write the name of one event",
  "*": "write the name of one event",
  "PreToolUse|Stop": "write the name of one event",
  " ": "write the name of one event"
}

describe("an event", () => {
  for (const [way, misspell] of Object.entries(ways))
    // proves: docs/failure-policy.md
    it.live(`is known or refused under a name with ${way}, with the event that is meant`, () =>
      opened({}, async (hooks) => {
        hooks.on("*", denying)
        for (const name of HookEvent.names) {
          const answer = await emitted(hooks, misspell(name))
          // An event of more fields is refused, because this one lacks them. A letter too many in a short name may be a program's.
          const isOwn = name.length < 6 && answer === misspell(name)
          assert.isTrue(answer === name || isOwn || answer.startsWith("bad-event: "), `${misspell(name)}: ${answer}`)
        }
        assert.throws(() => hooks.wants({ event: "PreToolUze" }), /is PreToolUse meant\?/)
        assert.match(String(await rejection(hooks.plan({ event: "PreToolUze" }))), /is PreToolUse meant\?/)
      })
    )

  for (const [name, hint] of Object.entries(meant))
    // proves: docs/promises.md
    it.live(`is refused under a name that means others: ${JSON.stringify(name)}`, () =>
      opened({}, async (hooks) => {
        hooks.on("*", denying)
        assert.strictEqual(
          await emitted(hooks, name),
          `bad-event: ${name}: it is no event, so that its hooks would not run; ${hint}`
        )
      })
    )

  it.live("is refused under its host's own name, as its hooks have the known one", () =>
    opened(
      {},
      async (hooks) => {
        assert.include(await emitted(hooks, "tool:pre"), "is PreToolUse meant?")
        assert.strictEqual(await emitted(hooks, "PreToolUse"), "no hook ran")
      },
      { host: "amplifier" }
    )
  )

  it.live("is one of the program under each other name, and its handlers run", () =>
    opened({}, async (hooks) => {
      for (const name of ["my-event", "Deployed", "deploy:done", "my event", "tool:pre", "tool:per", "pretool"]) {
        using _on = hooks.on(name, denying)
        // Known by now at the second time.
        for (let time = 0; time < 2; time++) assert.strictEqual(await emitted(hooks, name), name)
      }
    })
  )

  // proves: docs/promises.md
  it.live("is one of the program under a name that is a letter from a short one, and is reported once", () =>
    opened({}, async (hooks) => {
      hooks.on("*", () => undefined)
      for (const event of ["step", "Stops", "Shop"]) {
        const first = await hooks.emit({ event })
        assert.match(first.notices.map(({ text }) => text).join(), /is Stop meant\?/)
        assert.strictEqual(first.runs.length, 1)
        assert.deepStrictEqual((await hooks.emit({ event })).notices, [])
      }
    })
  )
})
