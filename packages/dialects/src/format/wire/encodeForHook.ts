// The standard input of a hook: the whole event, as a flat object, with both names of fields that have two.
import type { HostTool } from "@hookline/core/Dialect"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Known } from "./eventNames.ts"
import { commonTable, type Table } from "./fields.ts"
import { isJson, type Json } from "@hookline/schema/Json"
import { plansOf } from "./readEvent.ts"
import { fieldsOf, isWrapped, restOf } from "./writeEvent.ts"

/** The second name of a field, which other hosts' hooks use. */
const twins: Partial<Record<Known, readonly [name: string, twin: string]>> = {
  PostToolUse: ["tool_response", "tool_result"],
  SessionStart: ["source", "trigger"],
  Notification: ["notification_type", "type"]
}

const plan = plansOf({})
const common = commonTable({})

/** Converts times to UTC with a `Z`, as hooks expect. A time without an offset is unclear, and stays. */
const utc = (fields: Json): Json => {
  const { timestamp } = fields
  if (typeof timestamp !== "string" || !/T.*[+-]\d\d:?\d\d$/.test(timestamp)) return fields
  const millis = Date.parse(timestamp)
  return Number.isNaN(millis) ? fields : { ...fields, timestamp: new Date(millis).toISOString() }
}

const twin = (event: Known, fields: Json): Json => {
  const [name, other] = twins[event] ?? []
  return name !== undefined && other !== undefined && Object.hasOwn(fields, name) ? { [other]: fields[name] } : {}
}

/**
 * Checks whether two inputs have equal values under equal keys. Only keys are renamed between host and hook, so values
 * are compared by reference, because a model may nest them deeply.
 */
const isSame = (one: Json, other: Json): boolean => {
  if (one === other) return true
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && Object.is(one[key], other[key]))
  )
}

const hostTold = (event: HookEvent, tool: HostTool | undefined): Json => {
  if (tool === undefined || !("toolName" in event)) return {}
  return {
    ...(tool.name === event.toolName ? {} : { host_tool_name: tool.name }),
    ...(isSame(tool.input, event.toolInput) ? {} : { host_tool_input: tool.input })
  }
}

/** Returns the name of a prompt by which some hosts give it, where this one does, with the prompt as it is now. */
const hostPrompt = ({ host }: HookEvent, { prompt }: Json): Json => {
  if (prompt === undefined || !isJson(host)) return {}
  const payload = isWrapped(host) ? host["data"] : host
  return isJson(payload) && typeof payload["user_prompt"] === "string" ? { user_prompt: prompt } : {}
}

const known = (event: Known, table: Table, told: HookEvent, tool: HostTool | undefined): Json => {
  const fields = utc(fieldsOf(table, told))
  return {
    hook_event_name: event,
    ...restOf(table, told.host),
    ...fields,
    ...twin(event, fields),
    ...hostPrompt(told, fields),
    ...hostTold(told, tool)
  }
}

/** Encodes an event for a hook. */
export const encodeForHook = (event: HookEvent, tool?: HostTool): Json =>
  event._tag === "Other"
    ? { ...event.data, hook_event_name: event.name, ...utc(fieldsOf(common, event)) }
    : known(event._tag, plan(event._tag).table, event, tool)
