// Options in a variable may have further fields, which compile and counted for nothing.
import { assert, describe, it } from "@effect/vitest"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import { Hookline } from "@hookline/node"
import { TestHookline } from "@hookline/testing"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

const told = <A, E>(exit: Exit.Exit<A, E>): string => (Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "it was built")

describe("an option that is unknown", () => {
  const misspelt = { failurePolicy: "closed", failure_policy: "closed" } as const
  const provided = { project: "/p", provde: [FailurePolicy.layerClosed] } as const
  const inOptions = { project: "/p", failurePolicy: "closed" } as const

  const options = [
    [
      "of settings",
      { project: "/p", settings: misspelt },
      /settings: "failure_policy" is not known; is failurePolicy meant\?/
    ],
    ["of the layer", provided, /"provde" is not known; is provide meant\?/],
    ["in another place", inOptions, /"failurePolicy" is not known/]
  ] as const

  for (const [where, given, why] of options)
    it.effect(`ends the building (${where})`, () =>
      Effect.gen(function* () {
        const exit = yield* Effect.exit(Effect.provide(Effect.asVoid(Hookline), Hookline.layer(given)))
        assert.match(told(exit), why)
      })
    )

  it.effect("of a registration is a defect, because a policy may be lost in it", () =>
    Effect.gen(function* () {
      const hooks = yield* Hookline
      const registration = {
        event: "PreToolUse",
        name: "guard",
        handler: () => Effect.void,
        onFailre: "closed"
      } as const
      const exit = yield* Effect.exit(hooks.register(registration))
      assert.match(told(exit), /register: "onFailre" is not known; is onFailure meant\?/)
    }).pipe(Effect.scoped, Effect.provide(TestHookline.layer()))
  )
})
