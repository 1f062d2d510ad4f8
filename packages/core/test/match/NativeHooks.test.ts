// Native hooks with a condition, and those that settings disable.
import { assert, describe, it } from "@effect/vitest"
import * as Matcher from "@hookline/core/Matcher"
import { type NativeHook, Table, withNatives } from "@hookline/core/kit/match/NativeHooks"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import * as Catalog from "@hookline/schema/Catalog"
import type { Hook } from "@hookline/schema/Hook"
import { cases } from "@hookline/schema/HookEvent"

const hookOf = (id: string): Hook => ({
  id,
  event: "PreToolUse",
  if: "on tools that write",
  handler: { _tag: "Native", name: id },
  once: false,
  enabled: true,
  group: { index: 0, parallel: false },
  source: { dialect: "native", scope: "user", file: "", folder: "", at: [] }
})

const when: NativeHook["when"] = (event) => event._tag === "PreToolUse" && event.toolName === "Write"
const natives: ReadonlyArray<NativeHook> = [
  { hook: hookOf("always"), priority: 0 },
  { hook: hookOf("sometimes"), priority: 100, when }
]

const call = (toolName: string) => cases.PreToolUse.make({ toolName, toolInput: {} })

const compiled = (catalog: Catalog.Catalog, hooks = natives) => {
  const table = new Table()
  for (const native of hooks) table.add(native)
  return withNatives(Matcher.compile([ClaudeCode], ClaudeCode)(catalog), table)
}

const idsOf = (from: Matcher.Compiled, toolName: string) =>
  from.groups(call(toolName)).flatMap(({ hooks }) => hooks.map(({ id }) => id))

describe("a native hook", () => {
  it("runs on the events that meet its condition, and keeps its group for later stages", () => {
    const all = compiled(Catalog.empty)
    assert.deepStrictEqual(idsOf(all, "Write"), ["always", "sometimes"])
    assert.deepStrictEqual(idsOf(all, "Read"), ["always"])
    assert.strictEqual(all.groups(call("Read"))[0], all.groups(call("Read"))[0])
  })

  it("costs an event nothing that does not meet its condition", () => {
    const some = compiled(Catalog.empty, natives.slice(1))
    assert.isFalse(some.wants(call("Read")))
    assert.strictEqual(some.groups(call("Read")), Matcher.none)
    assert.isTrue(some.wants(call("Write")))
  })

  it("is in a plan with the reason for which it does not run", () => {
    const { others } = compiled(Catalog.empty).explain(call("Read"))
    assert.deepStrictEqual(others, [{ hook: "sometimes", why: { _tag: "If", rule: "on tools that write" } }])
  })

  it("does not run where settings disable it, and the plan says by which line", () => {
    const off = { _tag: "Disabled" as const, file: "/settings.json", line: 3 }
    const some = compiled({ ...Catalog.empty, hooks: [{ ...hookOf("sometimes"), off }, hookOf("always")] })
    assert.deepStrictEqual(idsOf(some, "Write"), ["always"])
    assert.deepStrictEqual(some.explain(call("Write")).others, [{ hook: "sometimes", why: off }])
    assert.deepStrictEqual(some.diagnostics(), [])
  })
})
