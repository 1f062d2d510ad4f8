// What a handler returned instead of a plain object: a denial in it counts wherever it is, and what can have none is a failure.
import { assert, describe, it } from "@effect/vitest"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import { Hookline } from "@hookline/node"
import { cases } from "@hookline/schema/HookEvent"
import * as Verdict from "@hookline/schema/Verdict"
import { TestHookline } from "@hookline/testing"
import * as Effect from "effect/Effect"

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
