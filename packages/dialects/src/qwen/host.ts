/** The facts of Qwen Code, as version 0.24.4 was seen to behave. */
import type { HostFacts } from "../HostFacts.ts"
import { qwenKinds } from "./hostRuns.ts"
import { unanswered } from "../unanswered.ts"

export const qwenHost: HostFacts = {
  name: "qwen",
  events: [
    "SessionStart",
    "UserPromptSubmit",
    "UserPromptExpansion",
    "PreToolUse",
    "PermissionRequest",
    "PermissionDenied",
    "PostToolUse",
    "PostToolUseFailure",
    "PostToolBatch",
    "Stop",
    "StopFailure",
    "SubagentStart",
    "SubagentStop",
    "PreCompact",
    "PostCompact",
    "Notification",
    "MessageDisplay",
    "InstructionsLoaded",
    "SessionEnd"
  ],
  program: "qwen",
  unread: [
    { path: ".qwen/hooks.json", belongs: ".qwen/settings.json" },
    { path: ".qwen/hooks/hooks.json", belongs: ".qwen/settings.json" }
  ],
  recorded: { package: "@qwen-code/qwen-code", version: "0.24.4" },
  unseen: ["A tool that its own policy refuses, as one that needs a yes without a terminal, fires no event."],
  layout: "groups",
  settings: {
    files: {
      user: { base: "home", path: ".qwen/settings.json", variable: "QWEN_HOME" },
      project: { base: "project", path: ".qwen/settings.json" }
    },
    // It ignores the arguments, and runs the program with the payload as its standard input.
    execForm: false,
    runsPayload: true,
    // They come with each part of an answer, each round of calls and each file of instructions.
    onRequest: ["MessageDisplay", "PostToolBatch", "InstructionsLoaded"],
    // A greater number is one of milliseconds.
    timeouts: { perSecond: 1, most: 999 },
    fields: { name: "hookline" },
    // A project's file counts only where the client was started in that very folder, and if its user trusts the folder.
    usualScope: "user",
    isStrict: true,
    exits: {
      needsText: true,
      denials: {
        PermissionRequest: {
          hookSpecificOutput: {
            hookEventName: "PermissionRequest",
            decision: { behavior: "deny", message: unanswered }
          }
        }
      }
    }
  },
  migration: {
    matchers: { whole: false, ignoreCase: false, hasLists: false },
    kinds: qwenKinds,
    honorsEnabled: false,
    hasRules: false,
    groups: "together",
    plainCommands: true,
    onFailure: ["open", "closed", "ask"],
    ignoresOnFailureOf: qwenKinds,
    onlyKnownTools: true,
    variables: {
      meanings: { QWEN_PROJECT_DIR: "project", QWEN_CODE_SESSION_ID: "session" },
      names: { project: "QWEN_PROJECT_DIR", session: "QWEN_CODE_SESSION_ID" },
      kept: ["QWEN_PROJECT_DIR", "QWEN_CODE_SESSION_ID", "CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR"]
    },
    answerNotes: {
      to: `Qwen Code reads Claude Code's answers, but no \`updatedInput\` before a tool and no block after one. An "allow" of a later hook undoes a denial that has no "continue": false beside it.`,
      from: `An answer is read as Claude Code does: \`updatedInput\` changes a call, and a block after a tool counts.`
    }
  }
}
