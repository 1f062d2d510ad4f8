// A handler under a name that no event of its host has would never run: it is registered for the event that is meant, or
// refused.
import { assert, describe, it } from "@effect/vitest"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import * as Dialects from "@hookline/dialects/Dialects"
import { Hookline } from "@hookline/node/Hookline"
import { cases } from "@hookline/schema/HookEvent"
import * as Verdict from "@hookline/schema/Verdict"
import { TestPipeline } from "@hookline/testing"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

const call = cases.PreToolUse.make({ sessionId: "s", toolName: "Bash", toolInput: { command: "ls" } })

const gemini = Dialects.all.find(({ name }) => name === "gemini") ?? ClaudeCode

const files = TestPipeline.memory({})

/** Registers a guard for a name, and returns the verdict on a call. */
const judged = (event: string) =>
  Effect.gen(function* () {
    const { emit, register } = yield* Hookline
    yield* register({ event, handler: () => Effect.succeed({ verdict: Verdict.deny({ by: "", reason: "no" }) }) })
    return (yield* emit(call)).outcome.verdict._tag
  }).pipe(Effect.scoped)

const refused: Readonly<Record<string, string>> = {
  beforeShellExecution: "register PreToolUse",
  AfterTool: "register PostToolUse and PostToolUseFailure",
  "PreToolUse|Stop": "a pattern is no name",
  "Pre*": "a pattern is no name",
  "**": "a pattern is no name",
  Other: "write the event's own name",
  "": "write the name of an event",
  " ": "write the name of an event"
}

describe("a handler under a name that its host does not have", () => {
  for (const [name, hint] of Object.entries(refused)) {
    // proves: docs/native-handlers.md
    it.live(`is refused with a hint: ${JSON.stringify(name)}`, () =>
      Effect.gen(function* () {
        const exit = yield* Effect.exit(judged(name))
        assert.isTrue(Exit.isFailure(exit), "it was registered")
        if (Exit.isFailure(exit)) assert.include(String(Cause.squash(exit.cause)), hint)
      }).pipe(Effect.provide(Hookline.layer({ project: TestPipeline.project, files })))
    )
  }

  for (const name of ["BeforeTool", "tool.execute.before"]) {
    it.live(`runs on the event that it means in another agent: ${name}`, () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* judged(name), "Deny")
      }).pipe(Effect.provide(Hookline.layer({ project: TestPipeline.project, files })))
    )
  }

  it.live("runs on the event of its own host's name", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* judged("BeforeTool"), "Deny")
    }).pipe(Effect.provide(Hookline.layer({ project: TestPipeline.project, files, host: gemini })))
  )

  it.live("is registered under a name of the program", () =>
    Effect.gen(function* () {
      const { emit } = yield* Hookline
      for (const name of ["my-event", "Deployed", "deploy:done", "my event", "pre:tool", "tool:pre", "tool:per"]) {
        assert.strictEqual(yield* judged(name), "Pass")
        const { register } = yield* Hookline
        const verdict = yield* Effect.scoped(
          Effect.gen(function* () {
            yield* register({
              event: name,
              handler: () => Effect.succeed({ verdict: Verdict.deny({ by: "", reason: "no" }) })
            })
            return (yield* emit(cases.Other.make({ name, data: {} }))).runs.length
          })
        )
        assert.strictEqual(verdict, 1, name)
      }
    }).pipe(Effect.provide(Hookline.layer({ project: TestPipeline.project, files })))
  )
})
