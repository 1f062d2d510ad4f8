// What Qwen Code was seen to do, against the model of it by which our answers are judged.
import { assert, describe, it } from "@effect/vitest"
import { isJson } from "@hookline/schema/Json"
import type { HostReading } from "@hookline/testing/kit/hosts/HostReading"
import { reads } from "@hookline/testing/kit/hosts/qwen"
import recorded from "./recorded.json" with { type: "json" }

/** Returns how often the model may be asked: once more than needed, because the client itself asks it about its memory. */
const requests = (event: string, { verdict }: HostReading): ReadonlyArray<number> => {
  if (event === "UserPromptSubmit" && verdict === "Deny") return [0]
  // So often it lets the end of a turn be blocked.
  if (event === "Stop" && verdict === "Deny") return [8]
  return [1, 2]
}

const ran = (event: string, { input, verdict }: HostReading): string => {
  // Without a terminal a question is a denial.
  if (event === "PreToolUse" && verdict !== undefined) return "no"
  if (input === undefined) return "as sent"
  return isJson(input) ? "changed" : "no"
}

const telling = new Set(["PreToolUse", "PostToolBatch", "Stop"])

/** Returns what the model is told. */
const told = (event: string, { context = "", reason = "", result = "", verdict }: HostReading): string =>
  [context, verdict !== undefined && telling.has(event) ? reason : "", String(result)].join("\n")

describe("Qwen Code does what was recorded of it", () => {
  it.each(recorded.rows)("$name", (row) => {
    const reading = reads(row, row.event)
    if (row.ran !== undefined) assert.strictEqual(ran(row.event, reading), row.ran, "whether the tool ran")
    assert.include(requests(row.event, reading), row.requests, "how often the model was asked")
    for (const [text, isTold] of Object.entries(row.saw)) {
      assert.strictEqual(told(row.event, reading).includes(text), isTold, `whether the model was told ${text}`)
    }
  })

  it("in every row that was recorded, but those that are left out by name", () => {
    const left = Object.values(recorded.leftOut).flat()
    const names = [...recorded.rows.map(({ name }) => name), ...left]
    assert.strictEqual(new Set(names).size, names.length)
    assert.strictEqual(names.length, 141)
  })
})
