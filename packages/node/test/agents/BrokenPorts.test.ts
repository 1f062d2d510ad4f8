// Ports that break while an agent uses them: the call of a tool is refused, or goes on without a message, and the agent lives.
import * as Approval from "@hookline/coordinator/Approval"
import * as Display from "@hookline/coordinator/Display"
import { assert, describe, it } from "@effect/vitest"
import * as HookedAgent from "@hookline/node/HookedAgent"
import { TestProvider } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { ways } from "../ports/ports.ts"
import { asked } from "../../src/agents/toolkit/approved.ts"
import { hooks, scene, specific, told, Tools } from "./fixtures.ts"

const calling = (name: string, input: unknown): TestProvider.Script =>
  TestProvider.inOrder({ calls: [{ name, input }] }, { text: "done" })

const grants = Effect.succeed({ answer: "Allow once", found: "asked" as const })

const slow = (what: string): boolean => what.startsWith("never")

describe("an agent", () => {
  for (const [what, { way }] of Object.entries(ways)) {
    // Its deadline is 300 seconds: the law below has a clock of its own.
    if (slow(what) || what === "late") continue
    it.live(`whose approver breaks ${what} does not make the call, and goes on`, () =>
      scene(
        { script: calling("deploy", { to: "staging" }), provide: [Approval.layer(() => way(() => grants))] },
        Effect.fnUntraced(function* ({ model, ran }) {
          const { ended } = yield* HookedAgent.run("go", { toolkit: Tools })
          assert.deepStrictEqual([ran, ended], [[], "done"])
          assert.match(
            told(model, 2).at(-1)?.[1] ?? "",
            /needs approval, and the (?:approver broke|dialog was interrupted)/
          )
        })
      )
    )
  }

  for (const [what, { way }] of Object.entries(ways)) {
    if (what === "late") continue
    it.live(`whose display breaks ${what} goes on with the result`, () =>
      scene(
        {
          files: hooks({ PostToolUse: specific("PostToolUse", { updatedToolOutput: { bad: 1 } }) }),
          script: calling("shell", { command: "ls" }),
          provide: [Display.layer(() => way(() => Effect.void))]
        },
        Effect.fnUntraced(function* ({ model, ran }) {
          const { ended } = yield* HookedAgent.run("go", { toolkit: Tools })
          assert.deepStrictEqual([ran, ended], [["ls"], "done"])
          assert.include(told(model, 2).at(-1)?.[1], "ran ls")
        })
      )
    )
  }
})

describe("the approver of a call", () => {
  for (const [what, { way }] of Object.entries(ways)) {
    it.effect(`that answers ${what} has ${what === "late" ? "granted" : "refused"} it by its deadline`, () =>
      Effect.gen(function* () {
        const proposed = { name: "deploy", params: {}, event: { toolName: "deploy", toolInput: {} } }
        const fiber = yield* Effect.forkChild(asked({ ask: () => way(() => grants) }, proposed), {
          startImmediately: true
        })
        yield* TestClock.adjust(Approval.defaultTimeoutMillis)
        const why = yield* Fiber.join(fiber)
        if (what === "late") assert.isUndefined(why)
        else
          assert.match(
            why ?? "",
            /no approver answered within 300 s|the dialog was interrupted|the approver broke: no space/
          )
      })
    )
  }

  it.effect("that answers what is no text has refused it", () =>
    Effect.gen(function* () {
      // What a program without types may give.
      const nothing = {} as unknown as Approval.Answer
      const proposed = { name: "deploy", params: {}, event: { toolName: "deploy", toolInput: {} } }
      assert.include(yield* asked({ ask: () => Effect.succeed(nothing) }, proposed), "the answer was none")
    })
  )
})
