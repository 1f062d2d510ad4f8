// The list of what a dispatch loads has every module that Node would load, and no other.
import { assert, describe, it } from "@effect/vitest"
import { loadsOf, modulesFrom } from "../generators/internal/loads.ts"
import { read } from "../internal/workspace.ts"

const files: Readonly<Record<string, string>> = {
  "packages/hookline/src/main.ts": [
    `import { first } from "./first.ts"`,
    `import type { Type } from "./types.ts"`,
    `import { readFileSync } from "node:fs"`,
    `export const run = async () => (await import("./later.ts")).run`
  ].join("\n"),
  "packages/hookline/src/first.ts": [
    `export * as Effect from "effect/Effect"`,
    `export { main } from "./main.ts"`,
    `export { compose } from "@hookline/core/kit/stack"`
  ].join("\n"),
  "packages/core/src/stack.ts": `import "./internal/effects.ts"`,
  "packages/core/src/internal/effects.ts": ""
}

const readFile = (path: string): string => {
  const text = files[path]
  if (text === undefined) throw new Error(`${path} was read`)
  return text
}

describe("loads", () => {
  it("follow static imports of values through packages, once each, and neither types nor what is loaded later", () => {
    assert.deepStrictEqual(
      modulesFrom("packages/hookline/src/main.ts", readFile).map((one) => `${one.package} ${one.module}`),
      ["hookline main", "hookline first", "core stack", "core internal/effects", "Node fs", "effect Effect"]
    )
  })

  it("are counted by package, and named by folder", () => {
    const text = loadsOf("packages/hookline/src/main.ts", readFile)
    assert.include(text, "| `core` | 2 |")
    assert.include(text, "- `core/internal`: effects\n")
    assert.include(text, "- `hookline`: first, main\n")
  })

  it("of the policy that is kept on a machine have no client of the fleet", () => {
    const modules = modulesFrom("packages/hookline/src/dispatch/fleetKept.ts", read).map(({ module }) => module)
    assert.include(modules, "client/policyInForce")
    assert.notInclude(modules, "client/FleetClient")
    assert.notInclude(modules, "rpcs")
  })

  // proves: docs/fleet.md
  it("of a dispatch without hooks are no runner, no model, nothing that settles, and nothing of a fleet", () => {
    const packages = modulesFrom("packages/hookline/src/dispatch/command.ts", read)
    assert.deepStrictEqual(
      packages.filter((one) => ["coordinator", "fleet", "prompt", "testing"].includes(one.package)),
      []
    )
    assert.notInclude(
      packages.map(({ module }) => module),
      "ProcessCommandRunner"
    )
  })
})
