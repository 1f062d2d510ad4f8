// amplihack speaks Claude Code's wire, and is given GitHub Copilot's payloads too: camelCase, a tool's input as JSON in
// a text, the time as a number, and some events under Copilot's own names.
import { flat } from "../format/wire/flat.ts"

export const amplihackEvents = flat({
  dialect: "amplihack",
  names: { userPromptSubmitted: "UserPromptSubmit", agentStop: "Stop" }
})
