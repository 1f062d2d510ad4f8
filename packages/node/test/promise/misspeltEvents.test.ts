// Handlers under a misspelt name of an event: they would never run, so that they can't be registered.
import { assert, describe, it } from "@effect/vitest"
import { Hookline, HooklineError } from "@hookline/node"
import * as HookEvent from "@hookline/schema/HookEvent"
import { TestPipeline } from "@hookline/testing"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { opened } from "./opened.ts"

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
