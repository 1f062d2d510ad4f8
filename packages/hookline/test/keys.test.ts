import { assert, describe, it } from "@effect/vitest"
import * as HookEnv from "@hookline/executor/kit/HookEnv"
import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"

const providers = path.join(import.meta.dirname, "../../prompt/src/providers")

describe("keys of providers", () => {
  // proves: docs/security.md
  it("are passed on to no hook: every variable that a provider reads one from is known to the runners", () => {
    const files = readdirSync(providers).filter((name) => name !== "index.ts")
    const variables = files.flatMap((name) =>
      Array.from(
        readFileSync(path.join(providers, name), "utf8").matchAll(/keyVariable: "(\w+)"/g),
        ([, found]) => found
      )
    )
    assert.strictEqual(variables.length, files.length)
    assert.deepStrictEqual(new Set(variables), new Set(HookEnv.providerKeys))
  })
})
