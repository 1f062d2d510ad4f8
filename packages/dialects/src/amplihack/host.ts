/** The facts of amplihack: it registers commands in Claude Code's settings, and has no hooks of its own to migrate. */
import { claudeHost } from "../claude/host.ts"
import type { HostFacts } from "../HostFacts.ts"

export const amplihackHost: HostFacts = {
  name: "amplihack",
  events: ["SessionStart", "Stop", "PreToolUse", "PostToolUse", "UserPromptSubmit", "PreCompact", "SessionEnd"],
  layout: "groups",
  settings: { files: claudeHost.settings.files, execForm: claudeHost.settings.execForm }
}
