// The module's events and what its payloads say of the host: both agree with the dialect that reads them.
import { assert, describe, it } from "@effect/vitest"
import { amplifierEvents } from "@hookline/dialects/kit/amplifier/events"
import { moduleEvents } from "@hookline/dialects/kit/amplifier/moduleEvents"
import { amplifierSupports } from "@hookline/dialects/kit/amplifier/replies"
import { nameOf } from "@hookline/schema/HookEvent"
import type { Json } from "@hookline/schema/Json"
import * as Result from "effect/Result"

const data = {
  session_id: "s1",
  tool_name: "delegate",
  tool_input: { agent: "a", instruction: "b" },
  result: "c",
  error: { type: "x", msg: "y" },
  prompt: "d",
  message: "e",
  skill_name: "f",
  reason: "g"
}

const read = (payload: Json) => Result.getOrThrow(amplifierEvents.read(payload))

describe("the module's events", () => {
  it("are those that Amplifier fires", () => {
    assert.sameMembers([...new Set(moduleEvents.flatMap(({ events }) => events))], [...(amplifierEvents.fires ?? [])])
  })

  for (const { events, name } of moduleEvents) {
    it(`are read as they are named: ${name}`, () => {
      const decoded = read({ event: name, data })
      assert.deepStrictEqual(decoded.events.map(nameOf), [...events])
      assert.strictEqual(decoded.skill !== undefined, events.length === 0)
    })
  }
})

describe("the parts of an answer that a payload names as ignored", () => {
  for (const { events, name } of moduleEvents) {
    if (events.length === 0) continue
    it(`are not supported, and no other part is concerned: ${name}`, () => {
      const supports = (ignores: unknown) =>
        read({ event: name, data, ...(ignores !== undefined && { ignores }) }).events.map(amplifierSupports)
      const all = supports(undefined)
      for (const wrong of ["change", [], null, {}, [1], ["other"]]) assert.deepStrictEqual(supports(wrong), all)
      assert.deepStrictEqual(
        supports(["change"]),
        all.map((one) => ({ ...one, changes: [] }))
      )
      assert.deepStrictEqual(
        supports(["context"]),
        all.map((one) => ({ ...one, context: false }))
      )
      assert.deepStrictEqual(
        supports(["verdict"]),
        all.map((one) => ({ ...one, verdicts: [] }))
      )
    })
  }
})
