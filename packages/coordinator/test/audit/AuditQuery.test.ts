// Which records are wanted, and how hooks did.
import { assert, describe, it } from "@effect/vitest"
import { type AuditedHook, type Entry, ofRun } from "@hookline/coordinator/Audit"
import { filter, statistics } from "@hookline/coordinator/AuditQuery"
import type { AuditRecord } from "@hookline/coordinator/AuditRecords"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"

const hook = (id: string, said: Partial<AuditedHook> = {}): AuditedHook => ({
  id,
  kind: "Command",
  status: "ran",
  ...said
})

const event = (name: string, hooks: ReadonlyArray<AuditedHook>, verdict: "Pass" | "Deny" = "Pass"): Entry => ({
  _tag: "Event",
  event: name,
  session: "s1",
  start: 1,
  end: 2,
  verdict,
  reasons: [],
  hooks
})

const records: ReadonlyArray<AuditRecord> = (
  [
    event("PreToolUse", [hook("a", { verdict: "Deny", millis: 1 }), hook("b", { millis: 7 })], "Deny"),
    event("Stop", [hook("a", { millis: 3 })]),
    { _tag: "Injection", by: "b", event: "Stop", role: "user", bytes: 1, fate: "given", text: "x" },
    { _tag: "Approval", by: "a", session: "s2", prompt: "?", answer: "Deny", granted: false, found: "timeout" },
    { _tag: "Lost", count: 1, since: 0, why: "full" },
    event("Stop", [
      hook("a", { status: "failed", millis: 100 }),
      hook("b", { status: "skipped" }),
      hook("c", { status: "interrupted" })
    ])
  ] satisfies ReadonlyArray<Entry>
).map((entry, index) => ({ at: index * 10, file: "f", n: index + 1, entry }))

describe("records", () => {
  it("are found by kind, event, hook, verdict, session and time, and by all of them together", () => {
    const found = (wanted: Parameters<typeof filter>[1]) => filter(records, wanted).map(({ n }) => n)
    assert.deepStrictEqual(found({}), [1, 2, 3, 4, 5, 6])
    assert.deepStrictEqual(found({ kind: "Approval" }), [4])
    assert.deepStrictEqual(found({ event: "Stop" }), [2, 3, 6])
    assert.deepStrictEqual(found({ hook: "b" }), [1, 3, 6])
    assert.deepStrictEqual(found({ verdict: "Deny" }), [1])
    assert.deepStrictEqual(found({ verdict: "Deny", hook: "b" }), [])
    assert.deepStrictEqual(found({ session: "s2" }), [4])
    assert.deepStrictEqual(found({ from: 10, until: 30 }), [2, 3])
    assert.deepStrictEqual(found({ event: "Stop", hook: "a", from: 20 }), [6])
  })

  it("tell what judges cost", () => {
    const judged = [{ model: "small", inputTokens: 100, outputTokens: 7 }, { model: "large", inputTokens: 20 }, {}].map(
      (cost) => hook("judge", { judged: cost })
    )
    const [one] = statistics([{ at: 0, file: "f", n: 1, entry: event("Stop", [...judged, hook("judge")]) }])
    assert.deepInclude(one, { runs: 4, models: ["small", "large"], inputTokens: 120, outputTokens: 7 })
  })

  it("tell how hooks did", () => {
    assert.deepStrictEqual(statistics(records), [
      { hook: "a", runs: 3, denials: 1, failures: 1, interrupted: 0, skipped: 0, p50: 3, p95: 100, max: 100 },
      { hook: "b", runs: 1, denials: 0, failures: 0, interrupted: 0, skipped: 1, p50: 7, p95: 7, max: 7 },
      { hook: "c", runs: 1, denials: 0, failures: 0, interrupted: 1, skipped: 0 }
    ])
  })

  it("hold of a run what it printed, also where that is hidden, and its own verdict", () => {
    const run = {
      id: "a",
      kind: "Command",
      source: { dialect: "d", scope: "user", file: "/f", folder: "/", at: [] },
      status: "ran",
      millis: 3,
      reply: { _tag: "Exit", code: 2, stdout: "out", stderr: "err" },
      outcome: Outcome.make({ verdict: Verdict.deny({ by: "a", reason: "no" }) })
    } as const
    const audited = {
      id: "a",
      kind: "Command",
      file: "/f",
      status: "ran",
      millis: 3,
      verdict: "Deny",
      output: "outerr"
    } as const
    assert.deepStrictEqual(ofRun(run), audited)
    assert.deepStrictEqual(ofRun(run, ["a"]), { ...audited, hidden: true })
    const reply = { _tag: "Judgement", ok: true, model: "small", inputTokens: 1 } as const
    assert.deepStrictEqual(ofRun({ ...run, reply }).judged, { model: "small", inputTokens: 1 })
    const circle: Array<unknown> = []
    circle.push(circle)
    assert.include(ofRun({ ...run, reply: { _tag: "Value", value: circle } }).output ?? "", "can't be written as JSON")
  })
})
