/** The facts of opencode, as version 1.18.33 was seen to behave. */
import type { HostFacts } from "../HostFacts.ts"

export const opencodeHost: HostFacts = {
  name: "opencode",
  events: [
    "SessionStart",
    "UserPromptSubmit",
    "PreToolUse",
    "PermissionRequest",
    "PostToolUse",
    "PostToolUseFailure",
    "PreCompact",
    "PostCompact",
    "Stop",
    "SessionEnd"
  ],
  program: "opencode",
  recorded: { package: "opencode-ai", version: "1.18.33" },
  unseen: [
    "`opencode run` ends with the turn, so that a hook can't send the agent on there.",
    "A question for permission is shown while its hooks run: the user, or `opencode run` by itself, may answer it first.",
    "`opencode --pure` loads no plugins, and so no hooks. A plugin needs `@opencode-ai/plugin` beside it, which opencode installs at its first start, and waits for."
  ],
  layout: "groups",
  settings: {
    files: {
      user: { base: "config", path: "opencode/plugins/hookline.js" },
      project: { base: "project", path: ".opencode/plugins/hookline.js" }
    },
    isPlugin: true,
    execForm: false,
    timeouts: { perSecond: 1000 },
    usualScope: "user"
  }
}
