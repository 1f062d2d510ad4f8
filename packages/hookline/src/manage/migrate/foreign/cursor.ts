// Cursor: handlers straight under events, of which some are about one tool.
import { All, Broken, Names, pattern } from "@hookline/core/MatchRule"
import { isJson, type Json } from "@hookline/schema/Json"
import type { Agent } from "./Agent.ts"
import { type Event, readFlat } from "./flat.ts"

const events: Readonly<Record<string, Event>> = {
  preToolUse: { event: "PreToolUse" },
  postToolUse: { event: "PostToolUse" },
  postToolUseFailure: { event: "PostToolUseFailure" },
  beforeShellExecution: { event: "PreToolUse", matcher: "^Bash$" },
  afterShellExecution: { event: "PostToolUse", matcher: "^Bash$" },
  beforeMCPExecution: { event: "PreToolUse", matcher: "^mcp__.*" },
  afterMCPExecution: { event: "PostToolUse", matcher: "^mcp__.*" },
  beforeReadFile: { event: "PreToolUse", matcher: "^Read$" },
  afterFileEdit: { event: "PostToolUse", matcher: "^(?:Edit|MultiEdit|Write|NotebookEdit)$" },
  beforeSubmitPrompt: { event: "UserPromptSubmit" },
  stop: { event: "Stop" },
  subagentStart: { event: "SubagentStart" },
  subagentStop: { event: "SubagentStop" },
  sessionStart: { event: "SessionStart" },
  sessionEnd: { event: "SessionEnd" },
  preCompact: { event: "PreCompact" }
}

const handlerOf = (
  entry: Json,
  hostName: string
): { readonly handler: Json; readonly changed: ReadonlyArray<string> } => {
  const { failClosed, loop_limit: loops, ...rest } = entry
  const isBefore = hostName.startsWith("before") || hostName === "preToolUse"
  return {
    handler: { type: "command", ...rest, ...(failClosed === true && { onFailure: "closed" }) },
    changed: [
      ...(isBefore
        ? [`its script answers in Cursor's words ("permission", "continue"): only exit code 2 denies here`]
        : []),
      ...(loops === undefined
        ? []
        : ["its own limit of continuations is left out; from the eighth on they are not heeded"]),
      ...(rest["timeout"] === undefined ? [] : ["its timeout is taken for seconds"])
    ]
  }
}

export const cursor: Agent = {
  name: "cursor",
  title: "Cursor",
  places: [
    { base: "home", scope: "user", path: ".cursor/hooks.json" },
    { base: "project", scope: "project", path: ".cursor/hooks.json" }
  ],
  tools: { tools: [] },
  matcher: (text) => {
    if (text === undefined || text === "" || text === "*") return All()
    return /^\w+(?:\|\w+)*$/.test(text)
      ? Names({ names: text.split("|"), ignoreCase: false })
      : pattern(text, { ignoreCase: false, orElse: (why) => Broken({ why }) })
  },
  defaultMillis: () => undefined,
  parallel: false,
  read: ({ hooks }) =>
    isJson(hooks)
      ? readFlat(hooks, {
          event: (hostName) => (Object.hasOwn(events, hostName) ? events[hostName] : undefined),
          handler: handlerOf
        })
      : { entries: [], lost: [] },
  variables: { CURSOR_PROJECT_DIR: "project" },
  notes: [
    "Matchers that are plain names are taken for lists of whole names.",
    "Scripts are told events in Claude Code's words: tool_name and tool_input, where Cursor has fields of its own for each event.",
    "What Cursor's scripts print (permission, user_message, agent_message, followup_message) says nothing here: exit code 2 and standard error do."
  ]
}
