/**
 * The settings files in which hosts call `dispatch`, by the folder in which they are. `dispatch` asks for them before any
 * dialect or host is loaded, so that this list is a module of its own; a test compares it with the hosts' facts.
 */
export const settingsPaths = {
  home: [
    ".claude/settings.json",
    ".codex/hooks.json",
    ".cursor/hooks.json",
    ".gemini/settings.json",
    ".qwen/settings.json",
    ".copilot/hooks/hookline.json"
  ],
  config: ["opencode/plugins/hookline.js"],
  project: [
    ".claude/settings.json",
    ".claude/settings.local.json",
    ".amcp/hooks.json",
    ".codex/hooks.json",
    ".cursor/hooks.json",
    ".gemini/settings.json",
    ".github/hooks/hookline.json",
    ".opencode/plugins/hookline.js",
    ".qwen/settings.json"
  ]
} as const
