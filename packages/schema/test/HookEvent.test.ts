import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as HookEvent from "../src/HookEvent.ts"

const decode = Schema.decodeUnknownResult(HookEvent.HookEvent)

const common = {
  sessionId: "s",
  transcriptPath: "/t",
  cwd: "/w",
  timestamp: "2026-01-07T08:00:00Z",
  permissionMode: "plan",
  promptId: "p",
  scratchpadDir: "/s",
  effort: { level: "high" },
  agentId: "a",
  agentType: "explorer",
  host: { any: "thing" }
}

describe("HookEvent", () => {
  it("has Claude Code's 33 events, each once, and Other besides", () => {
    assert.lengthOf(HookEvent.names, 33)
    assert.strictEqual(new Set(HookEvent.names).size, 33)
    assert.deepStrictEqual(Object.keys(HookEvent.cases).toSorted(), [...HookEvent.names, "Other"].toSorted())
  })

  it.prop("decodes what it encodes, in every case", [HookEvent.HookEvent], ([event]) => {
    const encoded = Schema.encodeSync(HookEvent.HookEvent)(event)
    assert.deepStrictEqual(Result.getOrThrow(decode(encoded)), event)
  })

  it.prop("is told by its tag alone which case it is", [HookEvent.HookEvent], ([event]) => {
    const others = Object.values(HookEvent.cases).filter((schema) => Schema.is(schema)(event))
    assert.deepStrictEqual(others, [HookEvent.cases[event._tag]])
  })

  it("may carry in every case what all events may carry", () => {
    for (const tag of [...HookEvent.names, "Other"] as const) {
      for (const [field, value] of Object.entries(common)) {
        const fields: Readonly<Record<string, Schema.Constraint>> = HookEvent.cases[tag].fields
        const schema = fields[field]
        assert.isTrue(schema !== undefined && Schema.is(schema)(value), `${tag}.${field}`)
      }
    }
  })

  it("keeps the host's own object by reference", () => {
    const host = { nested: {} }
    const event = HookEvent.cases.Stop.make({ host })
    assert.strictEqual(event.host, host)
    assert.strictEqual(Result.getOrThrow(decode(event)).host, host)
  })

  it("takes words that nobody knows yet", () => {
    assert.strictEqual(HookEvent.cases.SessionEnd.make({ reason: "struck by lightning" }).reason, "struck by lightning")
    assert.strictEqual(HookEvent.cases.Stop.make({ permissionMode: "reckless" }).permissionMode, "reckless")
  })

  it.each([
    { _tag: "PreToolUse" },
    { _tag: "PreToolUse", toolName: "Bash" },
    { _tag: "PreToolUse", toolName: 5, toolInput: {} },
    { _tag: "PreToolUse", toolName: "Bash", toolInput: [] },
    { _tag: "PreToolUse", toolName: "Bash", toolInput: {}, cwd: null },
    { _tag: "Stop" },
    { _tag: "Other", name: "", data: {} },
    { _tag: "Unheard" },
    {}
  ])("refuses what lacks or breaks a field: %j", (value) => {
    assert.isTrue(Result.isFailure(decode(value)))
  })

  it("gives builders what they may leave out, and asks decoders for it", () => {
    assert.deepStrictEqual(HookEvent.cases.Stop.make({}), { _tag: "Stop", stopHookActive: false })
    assert.deepStrictEqual(HookEvent.cases.SessionStart.make({}), { _tag: "SessionStart", source: "startup" })
    assert.isTrue(Result.isFailure(decode({ _tag: "SessionStart" })))
  })

  it.prop("has the name that hooks are configured under", [HookEvent.HookEvent], ([event]) => {
    const name = HookEvent.nameOf(event)
    assert.strictEqual(name, event._tag === "Other" ? event.name : event._tag)
    if (event._tag !== "Other") assert.isTrue(HookEvent.isName(name))
  })

  it.each(["Other", "pretooluse", "constructor", "__proto__", ""])("has no known event of the name %j", (word) => {
    assert.isFalse(HookEvent.isName(word))
  })
})
