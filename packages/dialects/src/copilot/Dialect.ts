/**
 * GitHub Copilot CLI: its payloads, its answers and its tools.
 *
 * @since 0.1.0
 */
import type { Dialect } from "@hookline/core/Dialect"
import { ClaudeCode } from "../claude/Dialect.ts"
import { copilotEvents } from "./events.ts"
import { copilotRefuses, copilotRuns } from "./hostRuns.ts"
import { copilotReplies, copilotSupports } from "./replies.ts"
import { copilotTools } from "./tools.ts"

/**
 * The dialect of GitHub Copilot CLI.
 *
 * @category dialects
 * @since 0.1.0
 */
export const CopilotCli: Dialect = {
  ...ClaudeCode,
  name: "copilot",
  title: "Copilot CLI",
  files: [],
  runsItsOwn: true,
  hostReads: [ClaudeCode.name],
  hostRuns: copilotRuns,
  hostRefuses: copilotRefuses,
  skills: [],
  event: copilotEvents,
  reply: copilotReplies,
  capabilities: copilotSupports,
  tools: { ...copilotTools, aliases: ClaudeCode.tools.aliases ?? [] },
  hostEnv: ({ projectDir }) => ({ COPILOT_PROJECT_DIR: projectDir, CLAUDE_PROJECT_DIR: projectDir }),
  variables: [...ClaudeCode.variables, "COPILOT_PROJECT_DIR"]
}
