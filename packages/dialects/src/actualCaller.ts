/**
 * The agent that runs an entry of another agent's settings. Copilot runs the entries of a project's Claude Code settings with its
 * own payloads, and reads its own words. `dispatch` asks before any dialect is loaded, so that this is a module of its own.
 */
import { isJson } from "@hookline/schema/Json"

/** Returns the host that sent a payload to an entry that names another host, or the named one. */
export const actualCaller = (
  named: string,
  payload: unknown,
  { COPILOT_CLI }: Readonly<Record<string, string | undefined>>
): string => {
  if (named !== "claude" || COPILOT_CLI !== "1" || !isJson(payload)) return named
  // An agent that a user starts from within the other one inherits the variable. All payloads of Copilot have a time, and none
  // of Claude Code's has.
  return payload["timestamp"] !== undefined && payload["permission_mode"] === undefined ? "copilot" : named
}
