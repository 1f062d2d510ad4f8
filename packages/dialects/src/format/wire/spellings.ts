// The names of fields in payloads, and a check for a payload that has a field under two of them. `dispatch` makes this check
// before anything else is loaded, so that this module imports none.

/** Spellings of a field by its name, or by its event's name and its own if the event is an exception. */
export type Spellings = Readonly<Record<string, ReadonlyArray<string>>>

/** Names that hosts use beside `snake_case` and `camelCase`, by precedence. */
export const spellings = {
  toolName: ["tool_name", "name", "toolName"],
  toolInput: ["tool_input", "input", "toolInput", "toolArgs"],
  toolResponse: ["tool_result", "result", "tool_response", "toolResult", "toolResponse"],
  toolUseId: ["tool_use_id", "toolUseId", "tool_call_id", "toolCallId"],
  prompt: ["user_prompt", "userPrompt", "prompt"],
  notificationType: ["notification_type", "type", "notificationType"],
  "SessionStart.source": ["trigger", "source"]
} as const satisfies Spellings

/**
 * The fields that guards judge under any of their names. Of other fields only two spellings of one word are one field: Qwen
 * Code has two ids of a call, and a result has two forms.
 */
export const judged: Spellings = {
  toolName: spellings.toolName,
  toolInput: spellings.toolInput,
  prompt: spellings.prompt
}

/** Converts a name to `snake_case`. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The keys of the event's name that hosts have. */
const eventNames: ReadonlyArray<string> = ["hook_event_name", "hookEventName", "hookName"]

const groups = [...Object.values(judged), eventNames]

/** Matches a name with two spellings, by its capital letter. */
const capital = /[A-Z]/

/** Checks whether keys of a payload may be two names of one field, or of its event's name. */
export const areSpelledTwice = (keys: ReadonlyArray<string>): boolean => {
  const known = new Set(keys)
  return (
    groups.some((names) => names.filter((name) => known.has(name)).length > 1) ||
    keys.some((key) => capital.test(key) && known.has(snakeCase(key)))
  )
}
