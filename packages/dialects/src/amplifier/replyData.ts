/** Finds the parts of an Amplifier event's data that a hook may change. */
import type { Change, Target } from "@hookline/schema/Change"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Outcome } from "@hookline/schema/Outcome"
import { isSame } from "../format/reply/isSame.ts"
import * as encodeAnswer from "../format/reply/encodeAnswer.ts"
import type { Json } from "@hookline/schema/Json"
import { isJson } from "@hookline/schema/Json"
import { parse } from "../format/reply/text.ts"

/** Under which keys hosts write it; the first is the one that is written where there is none yet. */
const keys: Readonly<Record<Target, readonly [string, ...ReadonlyArray<string>]>> = {
  input: ["tool_input", "input", "toolInput", "toolArgs"],
  result: ["result", "tool_result", "tool_response", "toolResult"],
  prompt: ["prompt", "user_prompt", "userPrompt"]
}

/** Returns the parts of an event that may be changed, with their values. */
const changeable = (event: HookEvent): { readonly target: Target; readonly value: unknown } | undefined => {
  switch (event._tag) {
    case "PreToolUse":
    case "PermissionRequest":
      return { target: "input", value: event.toolInput }
    case "PostToolUse":
      return { target: "result", value: event.toolResponse }
    case "UserPromptSubmit":
      return { target: "prompt", value: event.prompt }
    default:
      return undefined
  }
}

/** Checks whether the changed values fit in their place. */
export const isLawful = (event: HookEvent, outcome: Outcome): boolean => {
  const now = changeable(event)
  const changed = now === undefined ? undefined : encodeAnswer.changed(outcome, now.target, now.value)
  if (changed === undefined || now?.target === "result") return true
  return now?.target === "prompt" ? typeof changed.value === "string" : isJson(changed.value)
}

/** Returns the data that the host sent, or the known part of it. */
const dataOf = (event: HookEvent): Json => {
  const { host } = event
  if (isJson(host)) return typeof host.event === "string" && isJson(host.data) ? host.data : host
  return "toolName" in event ? { tool_name: event.toolName, tool_input: event.toolInput } : {}
}

/** The whole data with the changes in it, since a host puts it in the place of its own; nothing where none are. */
export const changedData = (event: HookEvent, outcome: Outcome): Json | null => {
  const now = changeable(event)
  const changed = now === undefined ? undefined : encodeAnswer.changed(outcome, now.target, now.value)
  if (now === undefined || changed === undefined) return null
  const data = dataOf(event)
  const key = keys[now.target].find((name) => Object.hasOwn(data, name)) ?? keys[now.target][0]
  // Some hosts write the input as the text of an object.
  const isText = now.target === "input" && typeof data[key] === "string"
  return { ...data, [key]: isText ? JSON.stringify(changed.value) : changed.value }
}

/** Reads an input that is written as the text of an object. */
const inputOf = (given: string): unknown => {
  const written = parse(given, {})
  if (written._tag === "Object" && written.rest === "") return written.object
  return written._tag === "Text" ? written.text : undefined
}

/** Returns the changes of the event that data mean, by their author. */
export const changesIn = (data: Json, event: HookEvent, by: string): ReadonlyArray<Change> => {
  const now = changeable(event)
  const key = now === undefined ? undefined : keys[now.target].find((name) => Object.hasOwn(data, name))
  if (now === undefined || key === undefined) return []
  const given = data[key]
  const value = now.target === "input" && typeof given === "string" ? inputOf(given) : given
  return isSame(value, now.value) ? [] : [{ by, target: now.target, mode: "replace", value }]
}
