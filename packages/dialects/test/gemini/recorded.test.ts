// What Gemini CLI was seen to do, against the model of it by which our answers are judged.
import { assert, describe, it } from "@effect/vitest"
import { isJson } from "@hookline/schema/Json"
import { reads } from "@hookline/testing/kit/hosts/gemini"
import type { HostReading } from "@hookline/testing/kit/hosts/HostReading"
import recorded from "./recorded.json" with { type: "json" }

/** Returns how often the model is asked in a turn with one tool call, or without one. */
const requests = (event: string, { stops, verdict }: HostReading): number | "hangs" => {
  const ends = stops !== undefined
  switch (event) {
    case "BeforeTool":
      // A question hangs where there is no terminal.
      return verdict === "Ask" ? "hangs" : ends ? 1 : 2
    case "AfterTool":
      return ends ? 1 : 2
    case "BeforeAgent":
    case "BeforeModel":
      return ends || verdict === "Deny" ? 0 : 1
    case "AfterAgent":
      return verdict === "Deny" && !ends ? 2 : 1
    default:
      return 1
  }
}

const ran = ({ input, stops, verdict }: HostReading): string => {
  if (verdict !== undefined || stops !== undefined) return "no"
  if (input === undefined) return "as sent"
  return isJson(input) && typeof input["command"] === "string" ? "changed" : "no"
}

/** Returns what the model is told. */
const told = (event: string, { context = "", reason = "", result = "", verdict }: HostReading): string => {
  const isTold = verdict === "Deny" && (event === "BeforeTool" || event === "AfterAgent")
  return [context, isTold ? reason : "", String(result)].join("\n")
}

describe("Gemini CLI does what was recorded of it", () => {
  it.each(recorded.rows)("$name", (row) => {
    const reading = reads(row, row.event)
    if (row.ran !== undefined) assert.strictEqual(ran(reading), row.ran, "whether the tool ran")
    assert.strictEqual(requests(row.event, reading), row.requests, "how often the model was asked")
    for (const [text, isTold] of Object.entries(row.saw)) {
      assert.strictEqual(told(row.event, reading).includes(text), isTold, `whether the model was told ${text}`)
    }
  })

  it("in every row that was recorded, but those that are left out by name", () => {
    const left = Object.values(recorded.leftOut).flat()
    const names = [...recorded.rows.map(({ name }) => name), ...left]
    assert.strictEqual(new Set(names).size, names.length)
    assert.isAtLeast(names.length, 190)
  })
})
