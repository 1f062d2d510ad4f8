/** The result of a tool for hooks that know it as a text for the model, and one for the user. */
import type { HookEvent } from "@hookline/schema/HookEvent"
import { isJson, type Json } from "@hookline/schema/Json"

/** Returns the text of a response for the model. */
export const textOfResult = (response: unknown): string => {
  if (typeof response === "string") return response
  const text = isJson(response) ? (response["stdout"] ?? response["content"]) : undefined
  return typeof text === "string" ? text : (JSON.stringify(response) ?? "")
}

/** Returns the field of a tool's result in that form. A result that has it already stays as it is. */
export const modelContent = (event: HookEvent): Json => {
  if (event._tag !== "PostToolUse") return {}
  const { toolResponse } = event
  if (isJson(toolResponse) && "llmContent" in toolResponse) return {}
  const text = textOfResult(toolResponse)
  return { tool_response: { llmContent: text, returnDisplay: text } }
}
