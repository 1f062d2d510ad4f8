/** The objects that Codex 0.169.0 reads from hooks, as the schemas in its program have them: no other key is allowed. */
import { isJson, type Json } from "@hookline/schema/Json"

/** A flag, a text, one of some words, an object of such fields, or any value. All but a flag may be `null`. */
type Field = "flag" | "text" | "any" | ReadonlyArray<string> | { readonly fields: Fields; readonly required: string }
type Fields = Readonly<Record<string, Field>>

const universal: Fields = { continue: "flag", stopReason: "text", suppressOutput: "flag", systemMessage: "text" }
const block: Fields = { decision: ["block"], reason: "text" }

const events = (
  "PreToolUse PermissionRequest PostToolUse PreCompact PostCompact SessionStart SessionEnd UserPromptSubmit " +
  "SubagentStart SubagentStop Stop Interrupt PreModelRequest PostModelRequest"
).split(" ")

/** An object that names its event. It is not compared with the event that happened. */
const specific = (fields: Fields): Fields => ({
  hookSpecificOutput: { fields: { hookEventName: events, ...fields }, required: "hookEventName" }
})

const withContext = specific({ additionalContext: "text" })

export const outputSchemas: Readonly<Record<string, Fields>> = {
  PreToolUse: {
    ...universal,
    decision: ["approve", "block"],
    reason: "text",
    ...specific({
      additionalContext: "text",
      permissionDecision: ["allow", "deny", "ask"],
      permissionDecisionReason: "text",
      updatedInput: "any"
    })
  },
  PostToolUse: { ...universal, ...block, ...specific({ additionalContext: "text", updatedMCPToolOutput: "any" }) },
  PermissionRequest: {
    ...universal,
    ...specific({
      decision: {
        fields: {
          behavior: ["allow", "deny"],
          interrupt: "flag",
          message: "text",
          updatedInput: "any",
          updatedPermissions: "any"
        },
        required: "behavior"
      }
    })
  },
  UserPromptSubmit: { ...universal, ...block, ...withContext },
  SessionStart: { ...universal, ...withContext },
  SubagentStart: { ...universal, ...withContext },
  Stop: { ...universal, ...block },
  SubagentStop: { ...universal, ...block },
  PreCompact: universal,
  PostCompact: universal,
  Interrupt: { systemMessage: "text" }
}

const fits = (field: Field, value: unknown): boolean => {
  if (field === "any") return true
  if (field === "flag") return typeof value === "boolean"
  if (value === null) return true
  if (field === "text") return typeof value === "string"
  if (!("fields" in field)) return field.some((word) => word === value)
  return isJson(value) && isObject(field.fields, value) && typeof value[field.required] === "string"
}

/** Checks whether an object has fields of these types, and no others. */
const isObject = (fields: Fields, object: Json): boolean =>
  Object.entries(object).every(([key, value]) => {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined
    return field !== undefined && fits(field, value)
  })

/** Checks what its parser refuses: halves of characters, and more than 127 objects inside of each other. */
const isParsed = (value: unknown, depth = 127): boolean => {
  if (typeof value === "string") return value.isWellFormed()
  if (typeof value !== "object" || value === null) return true
  return depth > 0 && Object.entries(value).every(([key, one]) => key.isWellFormed() && isParsed(one, depth - 1))
}

/** Parses the output of a hook of an event. What Codex refuses is `undefined`. */
export const parsed = (text: string, event: string): Json | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    const fields = outputSchemas[event]
    return fields !== undefined && isJson(value) && isParsed(value) && isObject(fields, value) ? value : undefined
  } catch {
    return undefined
  }
}
