// Gemini CLI: Claude Code's shape under other names, and milliseconds.
import { All, Names, pattern } from "@hookline/core/MatchRule"
import { isJson, type Json } from "@hookline/schema/Json"
import * as Target from "@hookline/schema/kit/Target"
import type { Agent } from "./Agent.ts"
import { readGroups } from "./groups.ts"

const events: Readonly<Record<string, string>> = {
  BeforeTool: "PreToolUse",
  AfterTool: "PostToolUse",
  BeforeAgent: "UserPromptSubmit",
  AfterAgent: "Stop",
  PreCompress: "PreCompact",
  SessionStart: "SessionStart",
  SessionEnd: "SessionEnd",
  Notification: "Notification"
}

const tools = [
  ["run_shell_command", "Bash"],
  ["replace", "Edit"],
  ["read_file", "Read"],
  ["write_file", "Write"],
  ["glob", "Glob"],
  ["grep", "Grep"],
  ["ls", "LS"]
] as const

const handlerOf =
  (off: ReadonlySet<unknown>) =>
  (entry: Json): { readonly handler: Json; readonly changed: ReadonlyArray<string> } | string => {
    const { sequential: _sequential, timeout, ...rest } = entry
    if (off.has(rest["name"]) || off.has(rest["command"])) return "it is switched off under hooks.disabled"
    if (timeout !== undefined && typeof timeout !== "number") return "its timeout is no number"
    const isShort = timeout !== undefined && timeout < 1000
    return {
      handler: { ...rest, ...(timeout !== undefined && { timeout: timeout / 1000 }) },
      changed: isShort ? [`its timeout of ${timeout} is milliseconds there; seconds may have been meant`] : []
    }
  }

export const gemini: Agent = {
  name: "gemini",
  title: "Gemini CLI",
  isSettings: true,
  places: [
    { base: "home", scope: "user", path: ".gemini/settings.json" },
    { base: "project", scope: "project", path: ".gemini/settings.json" }
  ],
  tools: { tools: tools.map(([host, canonical]) => ({ host, canonical })), hooksUse: "host" },
  matcher: (text, event) => {
    if (text === undefined || text === "" || text === "*") return All()
    if (!Target.isTool(event)) return Names({ names: [text], ignoreCase: false })
    return pattern(text, { ignoreCase: false, orElse: () => Names({ names: [text], ignoreCase: false }) })
  },
  defaultMillis: () => 60_000,
  parallel: true,
  read: (root) => {
    const { hooks } = root
    if (!isJson(hooks)) return { entries: [], lost: [] }
    const { disabled, ...own } = hooks
    const off = new Set<unknown>(Array.isArray(disabled) ? disabled : [])
    const inWords = Object.fromEntries(Object.entries(own).filter(([, value]) => typeof value === "object"))
    return readGroups(inWords, {
      event: (hostName) => (Object.hasOwn(events, hostName) ? events[hostName] : undefined),
      handler: handlerOf(off)
    })
  },
  variables: {
    GEMINI_PROJECT_DIR: "project",
    GEMINI_CWD: "project",
    GEMINI_SESSION_ID: "session",
    GEMINI_PLANS_DIR: "other"
  },
  notes: [
    `Scripts are told of tools as Claude Code calls them (Bash, not run_shell_command), under its names for events.`,
    `Exit code 2 denies as before. In JSON "decision": "block" denies; "deny" and "ask" are words of Gemini CLI alone and are failures here: write "permissionDecision" in their place.`,
    "A group that was `sequential` runs as the groups of the other agent do."
  ]
}
