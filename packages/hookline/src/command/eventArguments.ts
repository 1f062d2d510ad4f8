/** The event that a command line describes. It is read as a host's payload would be, by the same reader. */
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import { nearest } from "@hookline/core/Nearest"
import * as HookEvent from "@hookline/schema/HookEvent"
import { isJson, type Json } from "@hookline/schema/Json"
import * as Result from "effect/Result"

/** What the command line says. */
export interface EventArguments {
  readonly event: string
  readonly tool?: string
  /** A tool's input; on an event without a tool, fields of the event itself. */
  readonly input?: Json
  readonly prompt?: string
  /** The word that the event is matched by, where it has no tool: `startup`, `auto`, … */
  readonly source?: string
  readonly session?: string
  readonly cwd: string
}

/** The event's name as it is written: people leave out capitals. */
export const nameOf = (said: string): string =>
  HookEvent.names.find((name) => name.toLowerCase() === said.toLowerCase().replaceAll(/[-_ ]/g, "")) ?? said

const hasTool = new Set(["PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest", "PermissionDenied"])

/** What must stand in a payload, and hardly anybody cares what when they try their hooks. */
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

/** The fields in which the word stands that an event is matched by. */
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

/** The event, or a sentence that says what is missing. */
export const eventFrom = (said: EventArguments): Result.Result<HookEvent.HookEvent, string> => {
  const heard = ClaudeCode.event.read(payloadOf(said))
  if (Result.isFailure(heard)) return Result.fail(heard.failure.message)
  const [event] = heard.success.events
  return event === undefined
    ? Result.fail(`${said.event} says nothing that hooks could be run on`)
    : Result.succeed(event)
}

/** An object from a text. */
export const objectFrom = (text: string): Result.Result<Json, string> => {
  try {
    const value: unknown = JSON.parse(text)
    return isJson(value) ? Result.succeed(value) : Result.fail("it is JSON, and no object")
  } catch (error) {
    return Result.fail(error instanceof Error ? error.message : "it is no JSON")
  }
}

/** What is to be said of a name that we do not know. Hooks may be configured under it all the same. */
export const aboutName = (said: string): string | undefined => {
  const name = nameOf(said)
  if (HookEvent.isName(name)) return undefined
  const meant = nearest(name, HookEvent.names)
  return meant === undefined
    ? `${said} is no event that we know`
    : `${said} is no event that we know; is ${meant} meant?`
}
