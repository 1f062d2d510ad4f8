// What a call of `dispatch` asks, as far as its answer may depend on it. Two calls with the same text are the same
// question: a field that may make a difference is part of it.
import type { Json } from "@hookline/schema/Json"

/** Variables without a meaning here that differ from call to call: of shells, and of tracing, where each call is a span. */
const passing = new Set(["_", "SHLVL", "OLDPWD", "PWD", "TRACEPARENT", "TRACESTATE", "BAGGAGE", "_X_AMZN_TRACE_ID"])

/** The text of a payload that people and models write, and names that are only passed on. */
const free = new Set([
  "session_id",
  "sessionId",
  "transcript_path",
  "transcriptPath",
  "tool_use_id",
  "toolUseId",
  "prompt_id",
  "prompt",
  "user_prompt",
  "userPrompt",
  "message",
  "title",
  "error",
  "last_assistant_message",
  "tool_response",
  "tool_result",
  "result",
  "toolResult",
  "timestamp",
  "duration_ms"
])

/** Events whose hooks depend on nothing that is inside of an object. */
const plain = new Set([
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "PermissionRequest",
  "UserPromptSubmit",
  "Notification",
  "Stop",
  "SubagentStop"
])

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

const kindOf = (value: unknown): string => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value)

/** A longer text is a tool's input rather than a name: it is different each time, and may hold secrets. */
const longest = 1024

/** A tool's input, where a host sends it as a text. */
const inputs = new Set(["tool_input", "input", "toolInput", "toolArgs"])

/** A prompt that is a command puts it into use, with its hooks. */
const prompts = new Set(["prompt", "user_prompt", "userPrompt"])
const isCommand = (key: string, value: unknown): boolean =>
  prompts.has(key) && typeof value === "string" && /^\s*\//.test(value)

const isKept = (key: string, value: unknown): boolean =>
  typeof value !== "string" || free.has(key) || (value.length <= longest && !inputs.has(key))

const day = 24 * 60 * 60 * 1000

const saidOf = (key: string, value: unknown): unknown => {
  const kind = kindOf(value)
  if (kind === "object" || kind === "array") return { kind }
  return free.has(key) && value !== "" ? { kind } : value
}

/**
 * The part of a payload that decides which hooks match, where a flat host sends it: all fields, but for texts
 * that no matcher looks at. Nothing, where it may depend on more.
 */
export const cacheKeyOf = (payload: unknown, now = Date.now()): string | undefined => {
  if (!isObject(payload)) return undefined
  if (!Object.entries(payload).every(([key, value]) => isKept(key, value) && !isCommand(key, value))) return undefined
  const { hook_event_name: event, session_id: session } = payload
  if (typeof event !== "string" || !plain.has(event) || typeof session !== "string" || session === "") return undefined
  const said = Object.keys(payload)
    .toSorted()
    .map((key) => [key, saidOf(key, payload[key])])
  // A full call once a day marks the session as used. An unused one is removed after a week, with its open skills.
  return JSON.stringify([Math.floor(now / day), session, said])
}

/** Two numbers of 32 bits, of which texts that differ by accident have others. */
const digest = (text: string): string => {
  let one = 0xdeadbeef
  let other = 0x41c6ce57
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    one = Math.imul(one ^ code, 2654435761)
    other = Math.imul(other ^ code, 1597334677)
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909)
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909)
  return (other >>> 0).toString(16).padStart(8, "0") + (one >>> 0).toString(16).padStart(8, "0")
}

/** The caller of a call. */
export interface Caller {
  readonly version: string
  readonly words: ReadonlyArray<string>
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** All that holds for each payload of a caller. Values of variables may be secrets, so that only their digest is part of it. */
export const callerOf = ({ cwd, env, version, words }: Caller): string => {
  const variables = Object.keys(env)
    .filter((name) => !passing.has(name))
    .toSorted()
    .map((name) => `${name}=${env[name] ?? ""}`)
    .join("\0")
  return JSON.stringify([version, words, cwd, digest(variables), digest(`again\0${variables}`)])
}

/**
 * Returns the name of a caller's file, one of 256, so that their number is bounded and no folder has to be listed.
 * Another caller of the same name is recognized by the content of the file, and takes its place.
 */
export const nameOf = (caller: string): string => digest(caller).slice(-2)
