/** The facts of GitHub Copilot CLI, as version 1.0.102 was seen to behave. */
import type { HostFacts } from "../HostFacts.ts"
import { unanswered } from "../unanswered.ts"
import { copilotFailuresDeny, copilotKinds } from "./hostRuns.ts"
import { sharedEvents } from "./sharedEvents.ts"

export const copilotHost: HostFacts = {
  name: "copilot",
  events: sharedEvents,
  program: "copilot",
  recorded: { package: "@github/copilot", version: "1.0.102" },
  unseen: [
    "A call whose arguments are no JSON fires no event before it.",
    "It runs the entries of a project's Claude Code settings, too: `dispatch --host claude` answers in Copilot's words there, and leaves the answer to an entry in Copilot's own file."
  ],
  layout: "groups",
  settings: {
    files: {
      user: { base: "home", path: ".copilot/hooks/hookline.json", variable: "COPILOT_HOME" },
      project: { base: "project", path: ".github/hooks/hookline.json" }
    },
    execForm: false,
    rootFields: { version: 1 },
    // A project's file counts only if its user trusts the folder.
    usualScope: "user",
    isStrict: true,
    exits: {
      anyDenies: ["PreToolUse", "PermissionRequest"],
      denials: { UserPromptSubmit: { decision: "block", reason: unanswered } }
    }
  },
  migration: {
    matchers: { whole: true, ignoreCase: false },
    kinds: copilotKinds,
    honorsEnabled: false,
    hasRules: false,
    groups: "inTurn",
    plainCommands: true,
    onFailure: ["open", "closed", "ask"],
    ignoresOnFailureOf: copilotKinds,
    ownFields: ["bash", "powershell", "windows", "exec", "cwd", "env", "timeoutSec"],
    failuresDeny: copilotFailuresDeny,
    onlyKnownTools: true,
    firstFileOnly: ["user", "project"],
    variables: {
      meanings: { COPILOT_PROJECT_DIR: "project", COPILOT_HOOK_DIR: "hooks" },
      names: { project: "COPILOT_PROJECT_DIR" },
      kept: ["COPILOT_PROJECT_DIR", "CLAUDE_PROJECT_DIR"],
      foldersInEveryFile: true
    },
    answerNotes: {
      to: `Copilot CLI reads \`permissionDecision\`, \`modifiedArgs\`, \`additionalContext\` and \`decision\` at the top of an answer; \`hookSpecificOutput\` counts before a tool only. There any exit code but 0 denies, and a timeout lets the call pass. It runs hooks of a project only where its folder is trusted.`,
      from: `Answers at the top, such as \`permissionDecision\`, mean nothing there but a denial: scripts write them into \`hookSpecificOutput\`. Fields such as \`toolArgs\` of events in camelCase are called \`tool_input\` there.`
    }
  },
  leavesOutNames: true
}
