// Two names of one field in a payload with two values: a guard judges one of them, and the host may run the other one. Each
// event of each host is written with each pair of names of each field.
import { assert, describe, it } from "@effect/vitest"
import * as HookEvent from "@hookline/schema/HookEvent"
import { isJson, type Json } from "@hookline/schema/Json"
import { HookEvents } from "@hookline/testing"
import { amplifierSpellings } from "../../../src/amplifier/eventRows.ts"
import * as Dialects from "../../../src/Dialects.ts"
import { tableOf } from "../../../src/format/wire/fields.ts"
import { areSpelledTwice } from "../../../src/format/wire/spellings.ts"
import { heard } from "./reading.ts"

/** Fields that a guard judges under any of their names; of others only two spellings of one word are one field. */
const judged = new Set(["toolName", "toolInput", "prompt"])

const lettersOf = (name: string): string => name.replaceAll("_", "").toLowerCase()

const isPair = (field: string, one: string, other: string): boolean =>
  one !== other && (judged.has(field) || lettersOf(one) === lettersOf(other))

/** Returns another value of the same kind, so that the event can be read whichever of both counts. */
const anotherThan = (value: unknown): unknown => {
  switch (typeof value) {
    case "string":
      return `${value} or another`
    case "number":
      return value + 1
    case "boolean":
      return !value
    default:
      return Array.isArray(value) ? [value, { tool_name: "Read", tool_input: {} }].flat() : { another: value }
  }
}

const fieldsIn = (payload: Json): Json => (isJson(payload["data"]) ? payload["data"] : payload)

const withFields = (payload: Json, fields: Json): Json =>
  isJson(payload["data"]) ? { ...payload, data: { ...payload["data"], ...fields } } : { ...payload, ...fields }

/** The fields of an event that a payload has, each with two of its names. */
const pairsOf = (tag: (typeof HookEvent.names)[number], payload: Json) => {
  const fields = fieldsIn(payload)
  return tableOf(tag, HookEvent.cases[tag].fields, amplifierSpellings).fields.flatMap(({ field, names }) =>
    names.flatMap((one) =>
      names.flatMap((other) =>
        isPair(field, one, other) && fields[one] !== undefined ? [{ one, other, value: fields[one] }] : []
      )
    )
  )
}

describe.each(Dialects.all)("a field under two names in a payload of $name", ({ event: wire }) => {
  it("is reported if its values differ, and silent if they are equal", () => {
    let count = 0
    for (const tag of HookEvent.names) {
      const payload = wire.write(HookEvents.examples[tag])
      assert.isUndefined(heard(wire, payload).contradiction, tag)
      for (const { one, other, value } of pairsOf(tag, payload)) {
        const equal = withFields(payload, { [other]: structuredClone(value) })
        assert.isUndefined(heard(wire, equal).contradiction, `${tag} ${one} ${other}`)
        const two = withFields(payload, { [other]: anotherThan(value) })
        const { contradiction } = heard(wire, two)
        assert.include(contradiction, `"${one}"`, `${tag} ${one} ${other}`)
        assert.include(contradiction, `"${other}"`, tag)
        // Answers that are kept are not looked up for such a payload.
        assert.isTrue(areSpelledTwice(Object.keys(fieldsIn(two))), `${tag} ${one} ${other}`)
        count++
      }
    }
    assert.isAbove(count, 50)
  })

  it("is silent where one of both is absent, null, or the empty name of a tool", () => {
    const payload = wire.write(HookEvents.examples.PreToolUse)
    for (const { other } of pairsOf("PreToolUse", payload)) {
      for (const value of [undefined, null]) {
        assert.isUndefined(heard(wire, withFields(payload, { [other]: value })).contradiction, other)
      }
    }
    assert.isUndefined(heard(wire, withFields(payload, { toolName: "" })).contradiction)
  })

  it("is silent where both are one value in two forms", () => {
    const payload = wire.write(HookEvents.examples.PreToolUse)
    const { tool_input: input } = fieldsIn(payload)
    const forms = { toolArgs: JSON.stringify(input), session_id: 17, sessionId: "17" }
    assert.isUndefined(heard(wire, withFields(payload, forms)).contradiction)
    assert.isString(heard(wire, withFields(payload, { ...forms, toolArgs: `{"command": "other"}` })).contradiction)
  })

  it("is reported of an event that only hosts know", () => {
    const payload = wire.write(HookEvent.cases.Other.make({ name: "other", data: {}, sessionId: "s" }))
    assert.isUndefined(heard(wire, withFields(payload, { sessionId: "s" })).contradiction)
    assert.isString(heard(wire, withFields(payload, { sessionId: "t" })).contradiction)
  })

  it("is reported of a call in a batch", () => {
    const call = { tool_name: "Bash", tool_input: { command: "ls" } }
    const batch = (more: object) =>
      withFields(wire.write(HookEvents.examples.PostToolBatch), { tool_calls: [call, { ...call, ...more }] })
    assert.isUndefined(heard(wire, batch({ toolName: "Bash" })).contradiction)
    assert.include(heard(wire, batch({ toolName: "Read" })).contradiction, `"toolName"`)
  })
})

const flat = Dialects.all.filter(({ name }) => name !== "amplifier")

describe.each(flat)("an event's name under two keys in a payload of $name", ({ event: wire }) => {
  it("is reported if they name two events, and silent in two spellings", () => {
    const payload = wire.write(HookEvents.examples.PreToolUse)
    const named = (name: unknown) => ({ ...payload, hookEventName: name })
    for (const same of [payload["hook_event_name"], "PreToolUse", "preToolUse", "pre_tool_use", "", null]) {
      assert.isUndefined(heard(wire, named(same)).contradiction, String(same))
    }
    for (const other of ["PostToolUse", "Stop", "unknown"]) {
      assert.include(heard(wire, named(other)).contradiction, `"hookEventName"`, other)
      assert.isTrue(areSpelledTwice(Object.keys(named(other))))
    }
  })
})

describe("what a real client sends", () => {
  const wireOf = (name: string) => Dialects.all.find((one) => one.name === name)?.event ?? assert.fail(name)

  it("is silent for Qwen Code's two ids of a call", () => {
    const payload = wireOf("qwen").write(HookEvents.examples.PreToolUse)
    const ids = { tool_use_id: "toolu_1795023451219_cn1tvuzyy", tool_call_id: "call_1" }
    assert.isUndefined(heard(wireOf("qwen"), { ...payload, ...ids }).contradiction)
  })

  it("is silent for Copilot's tools, which have a name of Claude Code's beside its own", () => {
    const wire = wireOf("copilot")
    const payload = { ...wire.write(HookEvents.examples.PermissionRequest), hookName: "permissionRequest" }
    assert.isUndefined(heard(wire, { ...payload, tool_name: "Bash", toolName: "bash" }).contradiction)
    assert.isString(heard(wire, { ...payload, tool_name: "Bash", toolName: "view" }).contradiction)
    assert.include(heard(wire, { ...payload, hookName: "preToolUse" }).contradiction, `"hookName"`)
  })
})
