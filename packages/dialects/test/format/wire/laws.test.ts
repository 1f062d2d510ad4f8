import { assert, describe, it } from "@effect/vitest"
import type { EventWire } from "@hookline/core/Dialect"
import * as HookEvent from "@hookline/schema/HookEvent"
import { HookEvents } from "@hookline/testing"
import * as Schema from "effect/Schema"
import { amcpEvents } from "../../../src/amcp/events.ts"
import { amplifierEvents } from "../../../src/amplifier/events.ts"
import { amplifierSpellings } from "../../../src/amplifier/eventRows.ts"
import { amplihackEvents } from "../../../src/amplihack/events.ts"
import { claudeEvents } from "../../../src/claude/events.ts"
import { type Field, type Spellings, tableOf } from "../../../src/format/wire/fields.ts"
import { bare, firstOf, refusal } from "./reading.ts"

type Payload = Readonly<Record<string, unknown>>

interface Wire {
  readonly name: string
  readonly wire: EventWire
  readonly own: Spellings
  /** The part of a payload that holds the fields, and the payload with that part exchanged. */
  readonly fields: (payload: Payload) => Payload
  readonly withFields: (payload: Payload, fields: Payload) => Payload
}

const flat = { own: {}, fields: (payload: Payload) => payload, withFields: (_: Payload, fields: Payload) => fields }

const wires: ReadonlyArray<Wire> = [
  { ...flat, name: "claude", wire: claudeEvents },
  { ...flat, name: "amcp", wire: amcpEvents },
  { ...flat, name: "amplihack", wire: amplihackEvents },
  {
    name: "amplifier",
    wire: amplifierEvents,
    own: amplifierSpellings,
    fields: ({ data }) => data as Payload,
    withFields: (payload, data) => ({ ...payload, data })
  }
]

/** A field's value is where one of its names is; AMCP alone keeps one value deeper inside. */
const renamed = (field: Field, from: Payload, name: string): Payload | undefined => {
  const key = field.names.find((known) => Object.hasOwn(from, known))
  if (key === undefined) return undefined
  const { [key]: value, ...others } = from
  return { ...others, [name]: value }
}

/**
 * The fields without which nothing can be judged, by what vendors document. A payload without another one is an event
 * all the same: a guard that would not run on it is lost.
 */
const call = ["toolName", "toolInput"]
const models = ["fromModel", "toModel"]
const task = ["taskId", "taskSubject"]
const needed: Readonly<Record<(typeof HookEvent.names)[number], ReadonlyArray<string>>> = {
  PreToolUse: call,
  PostToolUse: call,
  PostToolUseFailure: [...call, "error"],
  PostToolBatch: ["toolCalls"],
  PermissionRequest: call,
  PermissionDenied: [...call, "reason"],
  Notification: ["message"],
  UserPromptSubmit: [],
  UserPromptExpansion: ["commandName"],
  Stop: [],
  StopFailure: ["error"],
  SubagentStart: [],
  SubagentStop: [],
  TeammateIdle: ["teammateName"],
  TaskCreated: task,
  TaskCompleted: task,
  Elicitation: ["mcpServerName", "message"],
  ElicitationResult: ["mcpServerName", "action"],
  MessageDisplay: ["turnId", "messageId", "index", "final", "delta"],
  SessionStart: [],
  SessionEnd: [],
  Setup: [],
  PreCompact: [],
  PostCompact: [],
  PreModelSwitch: models,
  PostModelSwitch: models,
  ConfigChange: ["source"],
  WorktreeCreate: ["name"],
  WorktreeRemove: ["worktreePath"],
  InstructionsLoaded: ["filePath", "memoryType", "loadReason"],
  CwdChanged: ["oldCwd", "newCwd"],
  FileChanged: ["filePath", "event"],
  DirectoryAdded: ["directory", "source"]
}

/** The fields that one host leaves out, so that its dialect knows their values. */
const ownDefaults: ReadonlySet<string> = new Set([
  "amcp PreToolUse.toolInput",
  "amcp PostToolUse.toolInput",
  "amplifier PostToolUseFailure.toolInput",
  "amplifier PermissionRequest.toolInput",
  "amplifier PermissionDenied.toolInput",
  "amplifier Notification.message"
])

describe.each(wires)("the events of $name", ({ fields, name, own, wire, withFields }) => {
  it.prop(
    "are written the same again, whatever else their host says",
    [HookEvents.arbitrary, Schema.Record(Schema.String, Schema.Unknown)],
    ([event, others]) => {
      const payload = wire.write(event)
      const told = withFields(payload, { ...others, ...fields(payload) })
      const once = wire.write(firstOf(wire, told))
      assert.deepStrictEqual(wire.write(firstOf(wire, once)), once)
      assert.deepStrictEqual(bare(firstOf(wire, once)), bare(firstOf(wire, told)))
    }
  )

  for (const tag of HookEvent.names) {
    const table = tableOf(tag, HookEvent.cases[tag].fields, own)

    it.prop(
      `of ${tag} are read under every name of every field`,
      [HookEvents.of(tag)],
      ([event]) => {
        const payload = wire.write(event)
        for (const field of table.fields) {
          for (const alias of field.names) {
            const spelled = renamed(field, fields(payload), alias)
            if (spelled === undefined) continue
            assert.deepStrictEqual(
              bare(firstOf(wire, withFields(payload, spelled))),
              bare(event),
              `${name}: ${field.field} as ${alias}`
            )
          }
        }
      },
      { arbitrary: { runs: 10, size: 10 } }
    )
  }

  it("are read whatever else is absent or null than what they are about", () => {
    for (const tag of HookEvent.names) {
      const event = HookEvents.examples[tag]
      const payload = wire.write(event)
      const { fields: all } = tableOf(tag, HookEvent.cases[tag].fields, own)
      const optional = all.filter(({ field }) => !needed[tag].includes(field))
      for (const dropped of [...optional.map((field) => [field]), optional]) {
        const keys = new Set(dropped.flatMap(({ names }) => names))
        const rest = Object.entries(fields(payload)).filter(([key]) => !keys.has(key))
        const nulls = [...keys].map((key) => [key, null] as const)
        for (const told of [rest, [...rest, ...nulls]]) {
          const heard: Payload = firstOf(wire, withFields(payload, Object.fromEntries(told)))
          assert.strictEqual(heard["_tag"], tag)
          const was: Payload = event
          for (const { field } of all.filter((field) => !dropped.includes(field))) {
            assert.deepStrictEqual(heard[field], was[field], `${tag}: ${field}`)
          }
        }
      }
    }
  })

  it("are refused without what they are about", () => {
    for (const tag of HookEvent.names) {
      const payload = wire.write(HookEvents.examples[tag])
      const { fields: all } = tableOf(tag, HookEvent.cases[tag].fields, own)
      for (const { field, names } of all.filter(({ field }) => needed[tag].includes(field))) {
        const rest = Object.entries(fields(payload)).filter(([key]) => !names.includes(key))
        if (!ownDefaults.has(`${name} ${tag}.${field}`))
          assert.include(refusal(wire, withFields(payload, Object.fromEntries(rest))), "lacks", tag)
      }
    }
  })

  it("have no name that two fields of one event may come under", () => {
    for (const tag of HookEvent.names) {
      const names = tableOf(tag, HookEvent.cases[tag].fields, own).fields.flatMap(({ names }) => names)
      assert.deepStrictEqual(names, [...new Set(names)], tag)
    }
  })
})
