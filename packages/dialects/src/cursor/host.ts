/** The facts of Cursor, from its documents: no version of it was run. */
import type { HostFacts } from "../HostFacts.ts"
import { lookup } from "../format/lookup.ts"
import { cursorKinds } from "./hostRuns.ts"

/** The names of events, where they are not the canonical ones. */
export const cursorHostNames = {
  SessionStart: "sessionStart",
  UserPromptSubmit: "beforeSubmitPrompt",
  PreToolUse: "preToolUse",
  PostToolUse: "postToolUse",
  PostToolUseFailure: "postToolUseFailure",
  SubagentStart: "subagentStart",
  SubagentStop: "subagentStop",
  Stop: "stop",
  PreCompact: "preCompact",
  SessionEnd: "sessionEnd"
} as const

/** Returns the name by which Cursor calls an event. */
export const cursorName = (event: string): string => lookup<string>(cursorHostNames, event) ?? event

const refuses = (command: string): string | undefined =>
  command.includes("://") ? "Cursor reads no file with `://` in a command" : undefined

export const cursorHost: HostFacts = {
  name: "cursor",
  program: "cursor-agent",
  isUntried: true,
  unseen: [
    "Its command line (`cursor-agent -p`) fires no event for a prompt.",
    "It reads Claude Code's settings, too, if that is switched on: attach Hookline in one of the two."
  ],
  events: Object.keys(cursorHostNames),
  layout: "list",
  settings: {
    files: {
      user: { base: "home", path: ".cursor/hooks.json" },
      project: { base: "project", path: ".cursor/hooks.json" }
    },
    execForm: false,
    eventNames: cursorHostNames,
    withoutMatcher: true,
    usualScope: "user",
    isStrict: true,
    rootFields: { version: 1 },
    closedFields: { failClosed: true },
    // One such text drops the whole file in silence.
    refuses
  },
  migration: {
    matchers: { whole: false, ignoreCase: false, hasLists: false },
    kinds: cursorKinds,
    honorsEnabled: false,
    hasRules: false,
    groups: "together",
    plainCommands: true,
    onFailure: ["open", "closed"],
    ignoresOnFailureOf: ["Prompt"],
    ownFields: ["failClosed", "loop_limit"],
    onlyKnownTools: true,
    oneTool: { name: "Write", others: ["Edit", "MultiEdit", "NotebookEdit"] },
    refuses,
    variables: {
      meanings: { CURSOR_PROJECT_DIR: "project" },
      names: { project: "CURSOR_PROJECT_DIR" },
      kept: ["CURSOR_PROJECT_DIR", "CLAUDE_PROJECT_DIR"]
    },
    answerNotes: {
      to: `From its documents, for no version of it was run: Cursor reads \`permission\`, \`agent_message\`, \`updated_input\`, \`additional_context\` and \`followup_message\`, and exit code 2. It runs hooks of a project only where its workspace is trusted.`,
      from: `What its scripts print (\`permission\`, \`user_message\`, \`followup_message\`) means nothing there: only exit code 2 denies. They are given \`tool_name\` and \`tool_input\`, where Cursor has fields of its own for each event.`
    }
  }
}
