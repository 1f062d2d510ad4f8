// Hosts whose payload is one flat object, with the event's name among its fields.
import type { EventWire, Heard } from "@hookline/core/Dialect"
import { Unreadable } from "@hookline/core/PipelineError"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Result from "effect/Result"
import { type Known, type Names, recognise } from "./eventNames.ts"
import { feed } from "./feed.ts"
import { commonTable } from "./fields.ts"
import { isJson, type Json } from "@hookline/schema/Json"
import { otherReader, plansOf, readEvent } from "./readEvent.ts"
import { noName, noPayload } from "./sentences.ts"
import { eventKeys, fieldsOf, restOf } from "./writeEvent.ts"

export interface FlatHost {
  readonly dialect: string
  /** What this host alone calls some events. */
  readonly names?: Names
  /** What this host means where it leaves a field out. */
  readonly absent?: (event: Known, payload: Json) => Json | undefined
  /** What this host writes in another place than all others. */
  readonly place?: (event: Known, payload: Json) => Json
}

const plan = plansOf({})
const readOther = otherReader({})
const common = commonTable({})

/** The first that holds something, as with every field. */
const nameOf = (payload: Json): unknown => payload[eventKeys[0]] ?? payload[eventKeys[1]]

const withoutName = ({ hook_event_name: _name, hookEventName: _alias, ...payload }: Json): Json => payload

/** How such a host tells events. */
export const flat = ({ absent, dialect, names, place = (_event, payload) => payload }: FlatHost): EventWire => {
  const known = recognise(names)

  const read = (payload: unknown): Result.Result<HookEvent, string> => {
    if (!isJson(payload)) return Result.fail(noPayload(payload))
    const name = nameOf(payload)
    if (typeof name !== "string" || name === "") return Result.fail(noName(eventKeys, name))
    const event = known(name)
    if (event === undefined) return readOther(name, withoutName(payload), payload)
    return readEvent(plan(event), payload, payload, { absent: absent?.(event, payload) })
  }

  const heard = Result.map((event: HookEvent): Heard => ({ events: [event] }))
  const unreadable = Result.mapError((issue: string) => new Unreadable({ dialect, issue }))

  return {
    read: (payload) => unreadable(heard(read(payload))),
    write: (event) => {
      if (event._tag === "Other") return { ...event.data, hook_event_name: event.name, ...fieldsOf(common, event) }
      const { table } = plan(event._tag)
      const payload = { hook_event_name: event._tag, ...restOf(table, event.host), ...fieldsOf(table, event) }
      return place(event._tag, payload)
    },
    feed: (event, tool) => {
      const payload = feed(event, tool)
      return event._tag === "Other" ? payload : { ...payload, ...place(event._tag, payload) }
    }
  }
}
