/** The event of a command line, with the decoder of a host's payloads. */
import * as Dialects from "@hookline/dialects/Dialects"
import { nearest } from "@hookline/core/kit/discover/Suggestions"
import * as HookEvent from "@hookline/schema/HookEvent"
import { isJson, type Json } from "@hookline/schema/Json"
import * as Result from "effect/Result"
import { eventPlaces } from "./eventPlaces.ts"

/** The arguments of the command line. */
export interface EventArguments {
  readonly event: string
  readonly tool?: string
  /** A tool's input; on an event without a tool, fields of the event itself. */
  readonly input?: Json
  readonly prompt?: string
  /** The match target of an event without a tool: `startup`, `auto`, … */
  readonly source?: string
  readonly session?: string
  readonly cwd: string
}

/** Returns the event's name in its usual case. */
export const nameOf = (said: string): string =>
  HookEvent.names.find((name) => name.toLowerCase() === said.toLowerCase().replaceAll(/[-_ ]/g, "")) ?? said

/** Defaults of fields that a payload requires, and that hardly matter when a user tries hooks. */
const usual: Readonly<Record<string, Json>> = {
  PostToolUse: { tool_response: {} },
  PostToolUseFailure: { error: "it failed" },
  PermissionDenied: { reason: "" },
  UserPromptSubmit: { prompt: "" },
  UserPromptExpansion: { prompt: "", command_name: "", expansion_type: "slash_command" },
  SessionStart: { source: "startup" },
  SessionEnd: { reason: "other" },
  PreCompact: { trigger: "manual" },
  PostCompact: { trigger: "manual" },
  Notification: { message: "", notification_type: "other" },
  SubagentStart: { agent_id: "agent", agent_type: "general-purpose" },
  SubagentStop: { agent_id: "agent", agent_type: "general-purpose" }
}

const payloadOf = (said: EventArguments): Json => {
  const { cwd, input = {}, prompt, session, source, tool } = said
  const event = nameOf(said.event)
  const { source: target, tool: ofTool } = eventPlaces(event)
  return {
    cwd,
    ...usual[event],
    ...(target !== undefined && source !== undefined && { [target]: source }),
    ...(ofTool === undefined ? input : { tool_name: tool ?? "Bash", tool_input: input }),
    ...(prompt !== undefined && { prompt }),
    ...(session !== undefined && { session_id: session }),
    hook_event_name: event
  }
}

/** Returns a sentence about the first argument that the event has no place for: hooks would not see it. */
const misplaced = (said: EventArguments): string | undefined => {
  const event = nameOf(said.event)
  const places = eventPlaces(event)
  const without = (["tool", "prompt", "source"] as const).find(
    (part) => said[part] !== undefined && places[part] === undefined
  )
  if (without === undefined) return undefined
  const fields = places["tool"] === undefined ? "; what else it has belongs into `input`" : ""
  return `${event} has no place for \`${without}\`, so that no hook would see it: leave it out${fields}`
}

/** Returns the event, or a sentence with the argument that is missing, or has no place in it. */
export const eventFrom = (said: EventArguments): Result.Result<HookEvent.HookEvent, string> => {
  const without = misplaced(said)
  if (without !== undefined) return Result.fail(without)
  const heard = Dialects.canonical.event.read(payloadOf(said))
  if (Result.isFailure(heard)) return Result.fail(heard.failure.message)
  const [event] = heard.success.events
  return event === undefined ? Result.fail(`${said.event} has nothing that hooks could run on`) : Result.succeed(event)
}

/** Parses a text as an object. */
export const objectFrom = (text: string): Result.Result<Json, string> => {
  try {
    const value: unknown = JSON.parse(text)
    return isJson(value) ? Result.succeed(value) : Result.fail("it is JSON, and no object")
  } catch (error) {
    return Result.fail(error instanceof Error ? error.message : "it is no JSON")
  }
}

/** Returns a hint about an unknown name. Hooks may be configured under it all the same. */
export const aboutName = (said: string): string | undefined => {
  const name = nameOf(said)
  if (HookEvent.isName(name)) return undefined
  const meant = nearest(name, HookEvent.names)
  return meant === undefined
    ? `${said} is no event that we know`
    : `${said} is no event that we know; is ${meant} meant?`
}
