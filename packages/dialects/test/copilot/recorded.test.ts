// What GitHub Copilot CLI was seen to do, against the model of it by which our answers are judged.
import { assert, describe, it } from "@effect/vitest"
import { isJson } from "@hookline/schema/Json"
import { reads } from "@hookline/testing/kit/hosts/copilot"
import type { HostReading } from "@hookline/testing/kit/hosts/HostReading"
import recorded from "./recorded.json" with { type: "json" }

/** A recorded run, as far as it decides what must become of it. */
interface Run {
  readonly event: string
  /** True if the client itself asks for a permission. */
  readonly asks?: boolean
  /** True if the hook answers its first event only. */
  readonly once?: boolean
}

/** Returns how often the model is asked in a turn with one tool call. */
const requests = ({ event, once = false }: Run, { stops, verdict }: HostReading): number => {
  if (stops !== undefined) return 1
  if (verdict !== "Deny") return 2
  if (/^userPrompt/i.test(event)) return 0
  // So often it lets the end of a turn be blocked.
  return /stop$/i.test(event) ? (once ? 3 : 10) : 2
}

const isOfCall = (event: string): boolean => /^(?:preToolUse|permissionRequest|userPrompt)/i.test(event)

const ran = ({ asks = false, event }: Run, { input, verdict }: HostReading): string => {
  // Without a terminal a question is a denial.
  if (isOfCall(event) && (verdict === "Deny" || verdict === "Ask")) return "no"
  if (asks && verdict !== "Allow") return "no"
  if (input === undefined) return "as sent"
  return isJson(input) ? "changed" : "no"
}

/** Returns what the model is told. */
const told = ({ event }: Run, reading: HostReading): string => {
  const { context = "", prompt = "", reason = "", result = "", stops, verdict } = reading
  const isTold = verdict !== undefined && stops === undefined && !/^userPrompt/i.test(event)
  return [context, prompt, isTold ? reason : "", String(result)].join("\n")
}

describe("Copilot CLI does what was recorded of it", () => {
  it.each(recorded.rows)("$name", (row) => {
    const reading = reads(row, row.event)
    if (row.ran !== undefined) assert.strictEqual(ran(row, reading), row.ran, "whether the tool ran")
    assert.strictEqual(requests(row, reading), row.requests, "how often the model was asked")
    for (const [text, isTold] of Object.entries(row.saw)) {
      assert.strictEqual(told(row, reading).includes(text), isTold, `whether the model was told ${text}`)
    }
  })

  it("in every row that was recorded, but those that are left out by name", () => {
    const left = Object.values(recorded.leftOut).flat()
    const names = [...recorded.rows.map(({ name }) => name), ...left]
    assert.strictEqual(new Set(names).size, names.length)
    assert.strictEqual(names.length, 138)
  })
})
