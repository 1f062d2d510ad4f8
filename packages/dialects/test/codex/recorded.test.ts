// What Codex was seen to do, against the model of it by which our answers are judged.
import { assert, describe, it } from "@effect/vitest"
import type { HostReading } from "@hookline/testing/kit/hosts/HostReading"
import recorded from "./recorded.json" with { type: "json" }
import { runOf } from "@hookline/testing/kit/hosts/codex"

const ran = ({ input, verdict }: HostReading): string => {
  if (verdict === "Deny") return "no"
  return input === undefined ? "as sent" : "changed"
}

/** Returns how often the model is asked in a turn without a tool call. */
const requests = (event: string, { stops, verdict }: HostReading): number => {
  if (event === "Stop") return verdict === "Deny" ? 2 : 1
  return stops !== undefined || verdict === "Deny" ? 0 : 1
}

/** Returns what the model is told. */
const told = (event: string, { context = "", reason = "", result = "", stops, verdict }: HostReading): string => {
  // A turn that does not begin has no model that is told.
  if (event === "UserPromptSubmit" && (verdict === "Deny" || stops !== undefined)) return ""
  return [context, verdict === "Deny" && event !== "PreCompact" ? reason : "", String(result)].join("\n")
}

describe("Codex does what was recorded of it", () => {
  it.each(recorded.rows)("$name", (row) => {
    const { entries, reading, status } = runOf(row, row.event, row.tool)
    if (row.status !== undefined) {
      assert.strictEqual(status, row.status)
      // The texts of errors are for people, and the model of Codex has its own.
      const shown = (kind: string, text: string): string => (kind === "error" ? kind : `${kind}: ${text}`)
      assert.deepStrictEqual(
        entries.map(({ kind, text }) => shown(kind, text)),
        row.entries.map(({ kind, text }) => shown(kind, text))
      )
    }
    if (row.ran !== undefined) assert.strictEqual(ran(reading), row.ran, "whether the tool ran")
    if (row.kept !== undefined)
      assert.strictEqual(reading.result === undefined, row.kept, "whether its result was kept")
    if (row.asked !== undefined)
      assert.strictEqual(reading.verdict === undefined, row.asked, "whether the user was asked")
    if (row.requests !== undefined) assert.strictEqual(requests(row.event, reading), row.requests, "requests")
    for (const [text, isTold] of Object.entries(row.saw)) {
      assert.strictEqual(told(row.event, reading).includes(text), isTold, `whether the model was told ${text}`)
    }
  })

  it("in every row that was recorded, but those that are left out by name", () => {
    const names = [...recorded.rows.map(({ name }) => name), ...Object.values(recorded.leftOut).flat()]
    assert.strictEqual(new Set(names).size, names.length)
    assert.strictEqual(names.length, 287)
  })
})
