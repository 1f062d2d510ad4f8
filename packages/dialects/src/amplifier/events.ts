// Amplifier sends an event as `{ event, data }`, by names of its own; one payload may be two events, or none but a skill
// that came or went.
import type { EventWire, DecodedPayload, SkillChange } from "@hookline/core/Dialect"
import { Unreadable } from "@hookline/core/PipelineError"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Result from "effect/Result"
import { amplifierNames, documentedNames } from "./eventNames.ts"
import { amplifierRows, amplifierSpellings, type Row } from "./eventRows.ts"
import { firedEvents } from "../firedEvents.ts"
import { amplifierHost } from "./host.ts"
import { recognise } from "../format/wire/eventNames.ts"
import { encodeForHook } from "../format/wire/encodeForHook.ts"
import { fieldContradiction } from "../format/wire/contradiction.ts"
import { commonTable, type Table } from "../format/wire/fields.ts"
import { isJson, type Json } from "@hookline/schema/Json"
import { kindOf, without } from "../format/wire/payload.ts"
import { otherReader, plansOf, readEvent } from "../format/wire/readEvent.ts"
import { noName, noPayload } from "../format/wire/sentences.ts"
import { fieldsOf, isWrapped, restOf } from "../format/wire/writeEvent.ts"

const plan = plansOf(amplifierSpellings)
const readOther = otherReader(amplifierSpellings)
const common = commonTable(amplifierSpellings)
const known = recognise()

const rows = new Map<string, Row>(Object.entries(amplifierRows))

/** Returns the meaning of a name: a row of Amplifier's own, or an event by its canonical name. */
const rowOf = (name: string): Row | undefined => {
  const event = known(name)
  return rows.get(name) ?? (event === undefined ? undefined : { event })
}

const firstText = (data: Json, names: ReadonlyArray<string>): string | undefined =>
  names.map((name) => data[name]).find((value) => typeof value === "string")

const skillNames = ["skill_name", "skillName", "name"]

const skill = (name: "skill:loaded" | "skill:unloaded", data: Json): Result.Result<DecodedPayload, string> => {
  const skillName = firstText(data, skillNames)
  if (skillName === undefined) return Result.fail(`${name} lacks \`skill_name\``)
  const sessionId = firstText(data, ["session_id", "sessionId"])
  const session = sessionId === undefined ? {} : { sessionId }
  if (name === "skill:unloaded") {
    return Result.succeed({ events: [], skill: { _tag: "Unloaded", name: skillName, ...session } })
  }
  const folder = firstText(data, ["skill_directory", "skillDirectory"])
  const hooks = data["hooks"] ?? undefined
  const loaded: SkillChange = {
    _tag: "Loaded",
    name: skillName,
    ...session,
    ...(folder === undefined ? {} : { folder }),
    ...(hooks === undefined ? {} : { hooks })
  }
  return Result.succeed({ events: [], skill: loaded })
}

/** Matches the id of a session in which a delegated agent runs: the spans of both sessions, and the agent's name. */
const childSession = /^[0-9a-f]{16}-[0-9a-f]{16}_(.+)$/

/** Returns the agent of a session that an agent was delegated to, which Amplifier names only in the session's id. */
const agentIn = (data: Json): Json => {
  const agent = childSession.exec(firstText(data, ["session_id", "sessionId"]) ?? "")?.[1]
  return agent === undefined || firstText(data, ["agent_type", "agentType"]) !== undefined ? {} : { agentType: agent }
}

const decoded = (events: ReadonlyArray<HookEvent>, table: Table, data: Json): DecodedPayload => {
  const contradiction = fieldContradiction(table, data)
  return contradiction === undefined ? { events } : { events, contradiction }
}

const heard = (name: string, data: Json, host: Json): Result.Result<DecodedPayload, string> => {
  if (name === "skill:loaded" || name === "skill:unloaded") return skill(name, data)
  const row = rowOf(name)
  if (row === undefined) return readOther(name, data, host).pipe(Result.map((event) => decoded([event], common, data)))
  const instead = { ...agentIn(data), ...row.instead?.(data) }
  const { table } = plan(row.event)
  return readEvent(plan(row.event), data, host, { instead, absent: row.absent }).pipe(
    Result.map((event) => {
      const second = row.brings?.(event)
      return decoded(second === undefined ? [event] : [event, second], table, data)
    })
  )
}

const noData = (name: string, issue: string): string =>
  `${issue}; it has no \`data\`, in which an event has its fields: {"event": ${JSON.stringify(name)}, "data": {…}}`

const read = (payload: unknown): Result.Result<DecodedPayload, string> => {
  if (!isJson(payload)) return Result.fail(noPayload(payload))
  const { data, event: name } = payload
  if (typeof name !== "string" || name === "") return Result.fail(noName(["event"], name))
  if (data !== undefined && data !== null && !isJson(data)) {
    return Result.fail(`\`data\` must be an object, and is ${kindOf(data)}`)
  }
  const found = heard(name, data ?? {}, payload)
  // What the fields are called does not help where their object is missing.
  return isJson(data) ? found : Result.mapError(found, (issue) => noData(name, issue))
}

/** Checks whether a name implies just these fields of an event. */
const means = (name: string, event: HookEvent): boolean => {
  const row = rowOf(name)
  if (row?.event !== event._tag) return false
  if (event._tag !== "SessionStart" || row.instead === undefined) return true
  return row.instead({ source: event.source })["source"] === event.source
}

/** The name that the host itself gave, if it still holds; else Amplifier's own, or the one that all hosts know. */
const nameFor = (event: HookEvent): string => {
  const said = isJson(event.host) && isWrapped(event.host) ? event.host["event"] : undefined
  if (typeof said === "string" && means(said, event)) return said
  return Object.keys(amplifierRows).findLast((name) => means(name, event)) ?? event._tag
}

/** Fields with the session's source before a change, which would now contradict it. */
const clear: ReadonlySet<string> = new Set(["clear"])
const wrapping: ReadonlySet<string> = new Set(["event", "data"])

const wrap = (host: unknown, event: string, data: Json): Json => ({
  ...(isJson(host) && isWrapped(host) ? without(host, wrapping) : {}),
  event,
  data
})

const write = (event: HookEvent): Json => {
  if (event._tag === "Other") return wrap(event.host, event.name, { ...event.data, ...fieldsOf(common, event) })
  const { table } = plan(event._tag)
  const rest = restOf(table, event.host)
  const besides = event._tag === "SessionStart" ? without(rest, clear) : rest
  return wrap(event.host, nameFor(event), { ...besides, ...fieldsOf(table, event) })
}

/** The event of each of Amplifier's names: a canonical one, or one that only native handlers see. */
export const hostEvents: Readonly<Record<string, string | undefined>> = Object.fromEntries(
  amplifierNames.map((name) => [name, amplifierRows[name]?.event])
)

/** Names of Amplifier that are no canonical events. */
const ownEvents: ReadonlyArray<string> = [
  ...amplifierNames.filter((name) => hostEvents[name] === undefined),
  ...documentedNames
]

export const amplifierEvents: EventWire = {
  ownEvents,
  meanings: Object.fromEntries(
    Object.entries(hostEvents).flatMap(([name, event]) => (event === undefined ? [] : [[name, [event]] as const]))
  ),
  fires: firedEvents(amplifierHost),
  read: (payload) => read(payload).pipe(Result.mapError((issue) => new Unreadable({ dialect: "amplifier", issue }))),
  write,
  turnEnds: ["orchestrator:complete", "prompt:complete"],
  nameOf: (event) => (event._tag === "Other" ? event.name : nameFor(event)),
  encodeForHook
}
