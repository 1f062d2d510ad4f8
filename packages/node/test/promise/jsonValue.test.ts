// What a program hands over is what hooks check: the same value, or an error.
import { assert, describe, it } from "@effect/vitest"
import { isJson } from "@hookline/schema/Json"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { isDeepStrictEqual } from "node:util"
import { foreign, put } from "../foreignValues.ts"
import { eventOf } from "../../src/promise/events.ts"
import { saidBy } from "../../src/promise/outcomes.ts"
import type { PlainEvent } from "../../src/promise/PlainEvent.ts"

const names = Object.keys(foreign)

const Input = Schema.Record(Schema.String, Schema.Json)
const Way = Arbitrary.array(Arbitrary.schema(Schema.Natural), { minLength: 1, maxLength: 5 })

/** The places of an event and of an answer through which hooks get values. */
const places: Readonly<Record<string, (value: Readonly<Record<string, unknown>>) => unknown>> = {
  input: (input) => {
    const read = eventOf({ event: "PreToolUse", tool: "T", input })
    return read._tag === "PreToolUse" ? read.toolInput : undefined
  },
  result: (result) => {
    const read = eventOf({ event: "PostToolUse", tool: "T", input: {}, result })
    return read._tag === "PostToolUse" ? read.toolResponse : undefined
  },
  fields: (value) => {
    const read = eventOf({ event: "Mine", fields: { value } })
    return read._tag === "Other" ? read.data["value"] : undefined
  },
  "an answer's input": (input) => saidBy("h", { input })?.changes?.[0]?.value
}

/** Without keys that have no value, which are the same as none. */
const defined = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(defined)
    : isJson(value)
      ? Object.fromEntries(
          Object.entries(value).flatMap(([key, one]) => (one === undefined ? [] : [[key, defined(one)]]))
        )
      : value

describe.each(Object.entries(places))("a value as %s", (_, through) => {
  it.prop("that is JSON is what hooks get, whatever keys have no value", [Input, Way], ([input, way]) => {
    const value = put(input, way, undefined)
    if (!isJson(value) || JSON.stringify(value) !== JSON.stringify(defined(value))) return
    if (isDeepStrictEqual(JSON.parse(JSON.stringify(value)), defined(value))) {
      assert.deepStrictEqual(defined(through(value)), defined(value))
    }
  })

  // proves: docs/failure-policy.md
  it.each(names)("is refused with a %s anywhere in it, or is the same as JSON", (name) => {
    const make = foreign[name] ?? assert.fail()
    const inputs: ReadonlyArray<unknown> = [{}, { a: 1 }, { a: { b: [{ c: [] }] } }, { list: [[1], { d: null }] }]
    for (const input of inputs) {
      for (const way of [[0], [0, 0], [0, 0, 0], [0, 1, 0], [0, 0, 0, 0, 0]]) {
        const value = put(input, way, make())
        if (!isJson(value)) continue
        let heard: unknown
        try {
          heard = through(value)
        } catch {
          continue
        }
        // These can't be encoded, which is found where the event is given to hooks.
        if (name === "bigint" || name === "cycle") continue
        assert.deepStrictEqual(JSON.parse(JSON.stringify(heard)), defined(value), `${name} at ${way.join(".")}`)
        assert.fail(`${name} at ${way.join(".")} went through`)
      }
    }
  })
})

describe("an error about a value", () => {
  it("names the place", () => {
    const told = (input: unknown): string => {
      try {
        // Programs without types say anything.
        eventOf({ event: "PreToolUse", tool: "Bash", input } as PlainEvent)
        return ""
      } catch (error) {
        return String(error)
      }
    }
    assert.include(told({ options: [{ env: new Map() }] }), "its input.options[0].env is an object of a class")
    assert.include(told({ "a b": { run: () => {} } }), 'its input["a b"].run is a function')
    assert.include(told(new Map()), "its input is an object of a class")
    assert.strictEqual(told(Object.assign(Object.create(null), { command: "ls" })), "")
    assert.strictEqual(told({ a: { b: undefined }, same: [1, 1] }), "")
    const shared = { a: 1 }
    assert.strictEqual(told({ one: shared, other: [shared, shared] }), "")
    let deep: unknown = {}
    for (let depth = 0; depth < 200_000; depth++) deep = [deep]
    assert.strictEqual(told({ deep }), "")
  })
})
