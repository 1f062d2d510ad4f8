/** Conversion of events to and from plain objects, with the decoder of a host's payloads. */
import * as Dialects from "@hookline/dialects/Dialects"
import { spellings } from "@hookline/dialects/kit/format/wire/spellings"
import * as HookEvent from "@hookline/schema/HookEvent"
import type { Json } from "@hookline/schema/Json"
import { changedByJson, changedFields } from "@hookline/schema/kit/changedByJson"
import * as Result from "effect/Result"
import { eventPlaces } from "../cases/eventPlaces.ts"
import { keysOf } from "./checked.ts"
import { HooklineError } from "./HooklineError.ts"
import { isDeepStrictEqual } from "node:util"
import type { HandlerEvent, PlainEvent } from "./PlainEvent.ts"

const parts = ["event", "tool", "input", "result", "error", "prompt", "source", "session", "cwd", "fields"]

const bad = (event: string, why: string): HooklineError => new HooklineError("bad-event", `${event}: ${why}`)

/** Defaults of fields that a payload requires, and that a program usually omits. */
const usual: Readonly<Record<string, Json>> = {
  UserPromptExpansion: { expansion_type: "slash_command" },
  SessionStart: { source: "startup" },
  SessionEnd: { reason: "other" },
  PreCompact: { trigger: "manual" },
  PostCompact: { trigger: "manual" },
  Setup: { trigger: "init" }
}

/** Throws if JSON changes a part of the event, because hooks would check another value than the tool gets. */
const unchanged = ({ event, fields, input, result }: PlainEvent): void => {
  const why =
    changedFields("its input", input) ?? changedByJson("its result", result) ?? changedFields("fields", fields)
  if (why !== undefined) throw bad(event, why)
}

/** The names under which a payload may have a prompt. A program that has none has forgotten it. */
const promptNames = ["prompt", "user_prompt", "userPrompt"]

const contradicted = (event: string, part: string): HooklineError =>
  bad(event, `its fields set another ${part} than the event does`)

/** Throws if two fields, or a field and the event, have another value for one thing. */
const checkFields = ({ event, fields = {} }: PlainEvent): void => {
  const { hook_event_name: name = event } = fields
  if (name !== event) throw contradicted(event, "event")
  const [one, ...others] = event === "PostToolUse" ? results.filter((each) => fields[each] !== undefined) : []
  const other = others.find((each) => one !== undefined && !isDeepStrictEqual(fields[one], fields[each]))
  if (other !== undefined) throw bad(event, `its fields ${one} and ${other} are two results`)
}

const results: ReadonlyArray<string> = spellings.toolResponse

const payloadOf = (said: PlainEvent): Json => {
  const { event } = said
  const has = eventPlaces(event)
  const payload: Record<string, unknown> = { ...usual[event], ...said.fields }
  for (const part of parts) {
    const value = said[part as keyof PlainEvent]
    if (part === "event" || part === "fields" || value === undefined) continue
    const place = has[part]
    if (place === undefined) throw bad(event, `it has no place for ${part}; what else it has belongs into fields`)
    const other = said.fields?.[place]
    if (other !== undefined && !isDeepStrictEqual(other, value)) throw contradicted(event, part)
    payload[place] = value
  }
  unchanged(said)
  if (has["prompt"] !== undefined && promptNames.every((name) => (payload[name] ?? undefined) === undefined)) {
    throw bad(event, `it needs the prompt, such as { event: "${event}", prompt: "Fix it." }`)
  }
  if (has["tool"] === undefined) return { ...payload, hook_event_name: event }
  if (typeof payload["tool_name"] !== "string" || payload["tool_name"] === "") {
    throw bad(event, `it needs the name of a tool, such as { event: "${event}", tool: "Bash", input: { … } }`)
  }
  const hasInput = spellings.toolInput.some((name) => (payload[name] ?? undefined) !== undefined)
  return { ...(!hasInput && { tool_input: {} }), ...payload, hook_event_name: event }
}

/** Throws if a field's alias in `fields` contradicts a part of the event, because only the first name counts. */
const agree = (said: PlainEvent, read: HookEvent.HookEvent): void => {
  const heard = plainEvent(read)
  for (const part of ["prompt", "source", "session", "cwd", "error", "result", "tool"] as const) {
    const value = said[part]
    if (value === undefined || value === null || Object.is(heard[part], value)) continue
    throw contradicted(said.event, part)
  }
}

/**
 * Converts a plain object to an event. Throws a `HooklineError` if it is invalid, or if `strange` has a hint about its name:
 * guards of the event that is meant would not run.
 */
export const eventOf = (
  said: PlainEvent,
  strange: (name: string) => string | undefined = () => undefined
): HookEvent.HookEvent => {
  keysOf("an event", said, parts, "bad-event")
  const { event, fields } = said
  if (typeof event !== "string" || event === "") {
    throw new HooklineError("bad-event", `an event needs its name, such as { event: "PreToolUse", … }`)
  }
  if (fields !== undefined) keysOf(`fields of ${event}`, fields, Object.keys(fields), "bad-event")
  if (fields !== undefined) checkFields(said)
  const heard = Dialects.canonical.event.read(payloadOf(said))
  if (Result.isFailure(heard)) throw bad(event, heard.failure.message)
  const { contradiction, events } = heard.success
  const [read] = events
  if (read === undefined) throw bad(event, "it has nothing that hooks could run on")
  const hint = read._tag === "Other" ? strange(event) : undefined
  if (hint !== undefined) throw bad(event, `it is no event, so that its hooks would not run; ${hint}`)
  if (fields !== undefined) agree(said, read)
  if (contradiction !== undefined) throw bad(event, contradiction)
  return read
}

/** Converts an event to a plain object. */
export const plainEvent = (event: HookEvent.HookEvent): HandlerEvent => {
  const name = HookEvent.nameOf(event)
  const has = eventPlaces(event._tag === "Other" ? "" : name)
  const { hook_event_name: _name, ...fields } = Dialects.canonical.event.write(event)
  const told: Record<string, unknown> = {}
  for (const [part, place] of Object.entries(has)) {
    if (fields[place] !== undefined) told[part] = fields[place]
  }
  // Each part is the value of the event's field, which has this type by the schema.
  return { ...(told as Omit<PlainEvent, "event" | "fields">), event: name, fields }
}

/** Throws if an event can't be encoded, because that would be a failure of every hook, which an open policy allows. */
export const tellable = (event: HookEvent.HookEvent): void => {
  try {
    JSON.stringify(event)
  } catch (error) {
    const why = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "it is no JSON"
    throw new HooklineError("bad-event", `${HookEvent.nameOf(event)} can't be encoded for hooks: ${why}`, {
      cause: error
    })
  }
}
