// Hosts whose payload is one flat object, with the event's name in a field.
import type { EventWire, DecodedPayload } from "@hookline/core/Dialect"
import { Unreadable } from "@hookline/core/PipelineError"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Result from "effect/Result"
import { type Known, type Names, recognise } from "./eventNames.ts"
import { encodeForHook } from "./encodeForHook.ts"
import { commonTable, type Spellings } from "./fields.ts"
import { fieldContradiction, nameContradiction } from "./contradiction.ts"
import { isJson, type Json } from "@hookline/schema/Json"
import { otherReader, plansOf, readEvent } from "./readEvent.ts"
import { shapeOf } from "./Shape.ts"
import { noName, noPayload } from "./sentences.ts"
import { eventKeys, fieldsOf, restOf } from "./writeEvent.ts"

export interface FlatHost {
  readonly dialect: string
  /** Names of events that only this host uses. */
  readonly names?: Names
  /** A further key under which this host has the event's name in some payloads. */
  readonly nameKey?: string
  /** Returns the tool of a name, if this host itself sends a tool under two names. */
  readonly toolOf?: (name: string) => string
  /** Defaults of this host for absent fields. */
  readonly absent?: (event: Known, payload: Json) => Json | undefined
  /** Moves fields that this host has at another place. */
  readonly place?: (event: Known, payload: Json) => Json
  /** This host's own names of fields. */
  readonly spellings?: Spellings
  /** Returns the event of a payload, if its name alone does not decide it. */
  readonly told?: (event: Known, payload: Json) => Known
  /** Returns fields that this host has in another form, or in another place. */
  readonly instead?: (event: Known, payload: Json) => Json
  /** Returns the payload of an event in this host's words, from the one in words that all hosts know. */
  readonly inItsWords?: (event: Known, payload: Json) => Json
}

const withoutName = ({ hook_event_name: _name, hookEventName: _alias, ...payload }: Json): Json => payload

/** Creates the decoder of such a host's payloads. */
export const flat = ({
  absent,
  dialect,
  inItsWords = (_event, payload) => payload,
  instead,
  nameKey,
  names,
  place = (_event, payload) => payload,
  spellings = {},
  told = (event) => event,
  toolOf
}: FlatHost): EventWire => {
  const known = recognise(names)
  const plan = plansOf(spellings)
  const readOther = otherReader(spellings)
  const common = commonTable(spellings)

  /** Returns the first name with a value, as for every field. */
  const nameOf = (payload: Json): unknown =>
    payload[eventKeys[0]] ?? payload[eventKeys[1]] ?? (nameKey === undefined ? undefined : payload[nameKey])

  const nameKeys = nameKey === undefined ? eventKeys : [...eventKeys, nameKey]

  const decoded = (event: HookEvent, contradiction: string | undefined): DecodedPayload =>
    contradiction === undefined ? { events: [event] } : { events: [event], contradiction }

  const read = (payload: unknown): Result.Result<DecodedPayload, string> => {
    if (!isJson(payload)) return Result.fail(noPayload(payload))
    const name = nameOf(payload)
    if (typeof name !== "string" || name === "") return Result.fail(noName(eventKeys, name))
    const named = known(name)
    const event = named === undefined ? undefined : told(named, payload)
    const table = event === undefined ? common : plan(event).table
    const shape = shapeOf(table, payload)
    const heard =
      event === undefined
        ? readOther(name, withoutName(payload), payload)
        : readEvent(
            plan(event),
            payload,
            payload,
            { absent: absent?.(event, payload), instead: instead?.(event, payload) },
            shape
          )
    if (Result.isFailure(heard)) return Result.fail(heard.failure)
    if (!shape.isDoubtful) return Result.succeed({ events: [heard.success] })
    return Result.succeed(
      decoded(heard.success, nameContradiction(nameKeys, payload, known) ?? fieldContradiction(table, payload, toolOf))
    )
  }

  const unreadable = Result.mapError((issue: string) => new Unreadable({ dialect, issue }))

  return {
    read: (payload) => unreadable(read(payload)),
    write: (event) => {
      if (event._tag === "Other") return { ...event.data, hook_event_name: event.name, ...fieldsOf(common, event) }
      const { table } = plan(event._tag)
      const payload = { hook_event_name: event._tag, ...restOf(table, event.host), ...fieldsOf(table, event) }
      return inItsWords(event._tag, place(event._tag, payload))
    },
    encodeForHook: (event, tool) => {
      const payload = encodeForHook(event, tool)
      return event._tag === "Other" ? payload : { ...payload, ...place(event._tag, payload) }
    }
  }
}
