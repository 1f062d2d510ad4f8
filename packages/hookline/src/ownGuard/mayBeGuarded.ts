/** Finds the payloads that Hookline's own guard has to judge, before anything else is loaded. */
import { isJson } from "@hookline/schema/Json"
import * as os from "node:os"
import { concerns } from "./concerns.ts"
import { guardedIn } from "./Guarded.ts"

/** Checks whether the guard may match a payload. What it can't match is answered without it. */
export const mayBeGuarded = (
  payload: unknown,
  folder: string,
  env: Readonly<Record<string, string | undefined>>
): boolean => {
  if (!isJson(payload) || payload["hook_event_name"] !== "PreToolUse") return false
  const { cwd = folder, tool_input: input } = payload
  if (typeof cwd !== "string") return true
  return concerns(guardedIn({ home: env["HOME"] ?? os.homedir(), project: folder, cwd }, env), input)
}
