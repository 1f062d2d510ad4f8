/** The facts of Gemini CLI, as version 0.61.0 was seen to behave. */
import type { HostFacts } from "../HostFacts.ts"
import { geminiKinds } from "./hostRuns.ts"

/** The names of events, where they are not the canonical ones. */
export const geminiHostNames = {
  PreToolUse: "BeforeTool",
  PostToolUse: "AfterTool",
  PostToolUseFailure: "AfterTool",
  UserPromptSubmit: "BeforeAgent",
  Stop: "AfterAgent",
  PreCompact: "PreCompress"
} as const

export const geminiHost: HostFacts = {
  name: "gemini",
  events: [
    "SessionStart",
    "UserPromptSubmit",
    "PreToolUse",
    "PostToolUse",
    "PostToolUseFailure",
    "Stop",
    "PreCompact",
    "Notification",
    "SessionEnd"
  ],
  program: "gemini",
  unread: [
    { path: ".gemini/hooks.json", belongs: ".gemini/settings.json" },
    { path: ".gemini/hooks/hooks.json", belongs: ".gemini/settings.json" }
  ],
  recorded: { package: "@google/gemini-cli", version: "0.61.0" },
  unseen: [
    "Nothing marks the tools of an agent below another: their events are those of the session.",
    "A tool that its own policy refuses, and a call whose arguments are wrong, fires no event."
  ],
  layout: "groups",
  settings: {
    files: {
      user: { base: "home", path: ".gemini/settings.json", variable: "GEMINI_CLI_HOME" },
      project: { base: "project", path: ".gemini/settings.json" }
    },
    // A program without its arguments would be run: `sh` would then execute the payload.
    execForm: false,
    runsPayload: true,
    eventNames: geminiHostNames,
    // It comes before every request of the model, also where nothing is compacted. Failures come with other tool results.
    onRequest: ["PreCompact", "PostToolUseFailure"],
    timeouts: { perSecond: 1000 },
    fields: { name: "hookline" },
    withoutMatcher: true,
    // A project's file counts only where the client was started in that very folder.
    usualScope: "user",
    isStrict: true,
    switches: [
      { at: ["hooksConfig", "enabled"], is: false },
      { at: ["hooksConfig", "disabled"], has: "hookline" }
    ],
    // It replaces variables in all texts of the file, and the shell those that are left.
    refuses: (command) => (command.includes("$") ? "Gemini CLI replaces `$` in commands of its settings" : undefined),
    exits: { anyDenies: "all", needsText: true }
  },
  migration: {
    matchers: { whole: false, ignoreCase: false, hasLists: false },
    kinds: geminiKinds,
    honorsEnabled: false,
    hasRules: false,
    groups: "together",
    plainCommands: true,
    onFailure: ["open", "closed", "ask"],
    ignoresOnFailureOf: geminiKinds,
    onlyKnownTools: true,
    variables: {
      meanings: {
        GEMINI_PROJECT_DIR: "project",
        GEMINI_CWD: "project",
        GEMINI_SESSION_ID: "session",
        GEMINI_PLANS_DIR: "other"
      },
      names: { project: "GEMINI_PROJECT_DIR", session: "GEMINI_SESSION_ID" },
      kept: ["GEMINI_PROJECT_DIR", "GEMINI_CWD", "GEMINI_SESSION_ID", "CLAUDE_PROJECT_DIR"]
    },
    answerNotes: {
      to: `Gemini CLI knows "decision" with "reason", \`hookSpecificOutput.tool_input\` and \`additionalContext\`. It reads neither \`permissionDecision\` nor \`updatedInput\`: a script that answers by these guards nothing there.`,
      from: `"decision": "deny" denies and "ask" asks as before. A changed input is \`updatedInput\`: \`tool_input\` means nothing there. Exit code 2 denies also without a text; other exit codes do not.`
    }
  }
}
