// Reads GitHub Copilot CLI's payloads: flat, in snake_case for events with names as Claude Code writes them, and in camelCase
// for the others and for a request of a permission. Those in camelCase do not name their event; the command line does.
import type { EventWire } from "@hookline/core/Dialect"
import { firedEvents } from "../firedEvents.ts"
import { flat } from "../format/wire/flat.ts"
import { copilotOwnEvents } from "./config.ts"
import { copilotHost } from "./host.ts"
import { copilotPayload } from "./payload.ts"
import { runtimeName } from "./tools.ts"

const wire = flat({
  dialect: "copilot",
  names: { userPromptSubmitted: "UserPromptSubmit", agentStop: "Stop" },
  nameKey: "hookName",
  // Its request of a permission has a tool's own name beside that of Claude Code.
  toolOf: runtimeName,
  spellings: {
    toolResponse: ["tool_result"],
    "SubagentStop.lastAssistantMessage": ["last_assistant_message", "response"]
  }
})

export const copilotEvents: EventWire = {
  ...wire,
  encodeForHook: (event, tool, configured) => copilotPayload(event, wire.encodeForHook(event, tool), configured),
  ownEvents: copilotOwnEvents,
  fires: firedEvents(copilotHost)
}
