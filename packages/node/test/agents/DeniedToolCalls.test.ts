// A tool that needs permission, which a hook denies: no person is asked, and it does not run.
import { assert, describe, it } from "@effect/vitest"
import * as Approval from "@hookline/coordinator/Approval"
import { TestProvider } from "@hookline/testing"
import * as Effect from "effect/Effect"
import * as HookedAgent from "@hookline/node/HookedAgent"
import { hooks, scene, specific, Tools } from "./fixtures.ts"

const words: Readonly<Record<string, string>> = {
  "in its own words": specific("PermissionRequest", { decision: { behavior: "deny", message: "not there" } }),
  "by its exit code": "echo not there >&2; exit 2"
}

describe("a hook that denies a permission", () => {
  for (const [how, command] of Object.entries(words)) {
    it.live(`${how} has nobody asked, and the model told why`, () => {
      const asked: Array<string> = []
      return scene(
        {
          files: hooks({ "PermissionRequest:deploy": command }),
          script: TestProvider.inOrder({ calls: [{ name: "deploy", input: { to: "production" } }] }, { text: "done" }),
          provide: [
            Approval.layer(({ prompt }) =>
              Effect.sync(() => {
                asked.push(prompt)
                return { answer: "Allow once", found: "asked" }
              })
            )
          ]
        },
        Effect.fnUntraced(function* ({ model, ran }) {
          yield* HookedAgent.run("go", { toolkit: Tools })
          assert.deepStrictEqual([ran, asked], [[], []])
          assert.include(JSON.stringify(model.requests[1]?.messages), "not there")
        })
      )
    })
  }
})
