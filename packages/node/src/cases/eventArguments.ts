/** The event of a command line, with the decoder of a host's payloads. */
import * as Dialects from "@hookline/dialects/Dialects"
import { nearest } from "@hookline/core/kit/discover/Suggestions"
import * as HookEvent from "@hookline/schema/HookEvent"
import { isJson, type Json } from "@hookline/schema/Json"
import * as Result from "effect/Result"

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

const hasTool = new Set(["PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest", "PermissionDenied"])

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

/** The fields that may be an event's match target. */
const matched = ["source", "trigger", "notification_type", "agent_type", "reason", "load_reason", "command_name"]

const payloadOf = (said: EventArguments): Json => {
  const { cwd, input = {}, prompt, session, source, tool } = said
  const event = nameOf(said.event)
  const isTool = hasTool.has(event)
  const words = source === undefined ? {} : Object.fromEntries(matched.map((field) => [field, source]))
  return {
    cwd,
    ...usual[event],
    ...words,
    ...(isTool ? { tool_name: tool ?? "Bash", tool_input: input } : input),
    ...(prompt !== undefined && { prompt }),
    ...(session !== undefined && { session_id: session }),
    hook_event_name: event
  }
}

/** Returns the event, or a sentence with the missing argument. */
export const eventFrom = (said: EventArguments): Result.Result<HookEvent.HookEvent, string> => {
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
