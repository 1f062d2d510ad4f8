// GitHub Copilot: handlers straight under events, a command for each kind of shell.
import { Amplihack } from "@hookline/dialects/Amplihack"
import { wholeName } from "@hookline/dialects/kit/format/wholeName"
import * as HookEvent from "@hookline/schema/HookEvent"
import { isJson, type Json } from "@hookline/schema/Json"
import { quoted, quotedWhole } from "../../shellWords.ts"
import type { Agent } from "./Agent.ts"
import { type Event, readFlat } from "./flat.ts"

const events: Readonly<Record<string, Event>> = {
  preToolUse: { event: "PreToolUse" },
  preMcpToolCall: { event: "PreToolUse", matcher: "mcp__.*" },
  postToolUse: { event: "PostToolUse" },
  postToolUseFailure: { event: "PostToolUseFailure" },
  permissionRequest: { event: "PermissionRequest" },
  userPromptSubmitted: { event: "UserPromptSubmit" },
  agentStop: { event: "Stop" },
  subagentStart: { event: "SubagentStart" },
  subagentStop: { event: "SubagentStop" },
  sessionStart: { event: "SessionStart" },
  sessionEnd: { event: "SessionEnd" },
  preCompact: { event: "PreCompact" },
  notification: { event: "Notification" }
}

const eventOf = (hostName: string): Event | undefined => {
  if (Object.hasOwn(events, hostName)) return events[hostName]
  return HookEvent.isName(hostName) ? { event: hostName } : undefined
}

/** A command in a folder and with variables of its own, as a shell has them. */
const surrounded = (command: string, cwd: unknown, env: unknown): string | undefined => {
  const variables = isJson(env) ? Object.entries(env) : []
  if (!variables.every(([name, value]) => /^[A-Za-z_]\w*$/.test(name) && typeof value === "string")) return undefined
  if (cwd !== undefined && typeof cwd !== "string") return undefined
  const exports = variables.map(([name, value]) => `export ${name}=${quotedWhole(String(value))}; `)
  const folder = cwd === undefined || cwd === "." ? "" : `cd ${quoted(cwd)} && `
  // A folder that is not there must not run the command elsewhere, whatever the command is made of.
  return exports.join("") + (folder === "" ? command : `${folder}{ ${command}\n}`)
}

const handlerOf = (
  entry: Json,
  hostName: string
): { readonly handler: Json; readonly changed: ReadonlyArray<string> } | string => {
  const { bash, command, cwd, env, powershell, timeout, timeoutSec, windows, ...rest } = entry
  const own = [bash, command].find((text) => typeof text === "string")
  if (own === undefined) {
    return powershell === undefined && windows === undefined ? "it has no command" : "it has a command for Windows only"
  }
  const text = surrounded(own, cwd, env)
  if (text === undefined) return "its folder or its variables can't be said"
  const limit = timeoutSec ?? timeout
  const isBefore = hostName === "preToolUse" || hostName === "PreToolUse"
  return {
    handler: {
      type: "command",
      ...rest,
      command: text,
      ...(limit !== undefined && { timeout: limit }),
      ...(isBefore && { onFailure: "closed" })
    },
    changed: [
      ...(powershell === undefined && windows === undefined ? [] : ["its command for Windows is left out"]),
      ...(isBefore ? ["a timeout denies as any other failure does; Copilot lets the call pass then"] : [])
    ]
  }
}

export const copilot: Agent = {
  name: "copilot",
  title: "Copilot",
  places: [
    { base: "home", scope: "user", path: ".copilot/hooks", isFolder: true },
    { base: "project", scope: "project", path: ".github/hooks", isFolder: true }
  ],
  tools: { ...Amplihack.tools, hooksUse: "host" },
  matcher: wholeName({ ignoreCase: false }),
  defaultMillis: () => undefined,
  parallel: false,
  read: ({ hooks }) =>
    isJson(hooks) ? readFlat(hooks, { event: eventOf, handler: handlerOf }) : { entries: [], lost: [] },
  variables: {},
  notes: [
    "Scripts are told events in Claude Code's words: tool_name and tool_input, where Copilot says toolName and toolArgs under names such as preToolUse.",
    "A call that fails before a tool denies in Copilot, and so does it here (`onFailure`).",
    "VS Code's Copilot ignores matchers; here they count."
  ]
}
