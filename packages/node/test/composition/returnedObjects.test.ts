// What a handler returned instead of a plain object: a denial in it counts wherever it is, and what can have none is a failure.
/** @effect-diagnostics unsafeEffectTypeAssertion:off */
import { assert, describe, it } from "@effect/vitest"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import {
  AgentRunner,
  CommandRunner,
  HttpRunner,
  McpToolRunner,
  PromptRunner,
  PythonRunner
} from "@hookline/core/Runners"
import { Hookline } from "@hookline/node"
import { cases } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import { TestHookline } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const verdict = Verdict.deny({ by: "", reason: "mine" })

class Denial {
  get verdict() {
    return verdict
  }
}

/** Objects with the verdict elsewhere than in an own enumerable field. */
const denials: Readonly<Record<string, () => object>> = {
  "a getter of a class": () => new Denial(),
  "an object by prototype": () => Object.create({ verdict }) as object,
  "a hidden field": () => Object.defineProperty({}, "verdict", { value: verdict, enumerable: false }),
  "a proxy without keys": () =>
    new Proxy({ verdict }, { ownKeys: () => [], getOwnPropertyDescriptor: () => undefined }),
  "no prototype": () => Object.assign(Object.create(null) as object, { verdict }),
  "a plain object": () => ({ verdict })
}

/** Objects that can have no verdict, although the program may have meant one. */
const foreign: Readonly<Record<string, () => object>> = {
  "a promise": () => Promise.resolve({ verdict }),
  "a map": () => new Map([["verdict", verdict]]),
  "an error": () => new Error("deny"),
  "a response": () => new Response(JSON.stringify({ verdict })),
  "a list": () => [{ verdict }],
  "an iterator": () => [verdict].values()
}

const answered = (returned: object, policy: "open" | "closed") =>
  Effect.gen(function* () {
    const hooks = yield* Hookline
    // Programs without types return anything.
    const handler = () => Effect.succeed(returned)
    yield* hooks.register({ event: "PreToolUse", name: "guard", handler })
    const { outcome } = yield* hooks.emit(cases.PreToolUse.make({ toolName: "Bash", toolInput: { command: "ls" } }))
    return outcome
  }).pipe(
    Effect.scoped,
    Effect.provide(
      TestHookline.layer({}, {}, { provide: [policy === "open" ? FailurePolicy.layerOpen : FailurePolicy.layerClosed] })
    )
  )

describe("what a handler returned", () => {
  for (const [name, make] of Object.entries(denials)) {
    it.effect(`denies by ${name}`, () =>
      Effect.gen(function* () {
        const outcome = yield* answered(make(), "open")
        assert.deepStrictEqual(outcome.verdict, Verdict.deny({ by: "guard", reason: "mine" }))
      })
    )
  }

  for (const [name, make] of Object.entries(foreign)) {
    it.effect(`is a failure as ${name}`, () =>
      Effect.gen(function* () {
        const open = yield* answered(make(), "open")
        assert.strictEqual(open.verdict._tag, "Pass")
        assert.match(open.notices[0]?.text ?? "", /guard.*it returned/)
        assert.strictEqual((yield* answered(make(), "closed")).verdict._tag, "Deny")
      })
    )
  }
})

/** Entries of files, by the runner of a program that answers them. */
const runners = [
  [CommandRunner, { type: "command", command: "guard" }],
  [PythonRunner, { type: "python", script: "guard.py" }],
  [HttpRunner, { type: "http", url: "http://127.0.0.1:1/" }],
  [PromptRunner, { type: "prompt", prompt: "guard" }],
  [AgentRunner, { type: "agent", prompt: "guard" }],
  [McpToolRunner, { type: "mcp_tool", server: "s", tool: "guard" }]
] as const

describe("what a runner of the program returned", () => {
  const answeredBy = (at: number, value: unknown) => {
    const [Service, entry] = runners[at] ?? assert.fail()
    const run = () => Effect.succeed({ _tag: "Value", value } as const)
    // Each service is that of a runner of its own kind, of which this one reads no work.
    const runner = Layer.succeed(Service as typeof CommandRunner)({ run })
    const files = { ".claude/settings.json": { hooks: { PreToolUse: [{ hooks: [entry] }] } } }
    const event = cases.PreToolUse.make({ sessionId: "s", toolName: "Bash", toolInput: { command: "ls" } })
    return Hookline.use((hooks) => hooks.emit(event)).pipe(
      Effect.map(({ outcome }) => outcome),
      Effect.provide(TestHookline.layer(files, {}, { provide: [FailurePolicy.layerClosed, runner] }))
    )
  }

  for (const [at, [, { type }]] of runners.entries()) {
    it.effect(`denies by an outcome, of a hook of the type ${type}`, () =>
      Effect.gen(function* () {
        for (const value of [Outcome.make({ verdict }), new Denial()]) {
          const outcome = yield* answeredBy(at, value)
          assert.strictEqual(outcome.verdict._tag, "Deny")
          assert.match(JSON.stringify(outcome.verdict), /mine/)
        }
        // What is nearly an outcome may have been meant to deny.
        assert.strictEqual((yield* answeredBy(at, { verdict: { _tag: "deny" } })).verdict._tag, "Deny")
      })
    )
  }

  it.effect("is a tool's own word where the tool has a verdict that is none of ours", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* answeredBy(5, { verdict: "clean" })).verdict._tag, "Pass")
    })
  )
})
