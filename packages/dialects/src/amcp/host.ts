/** The facts of AMCP. */
import type { HostFacts } from "../HostFacts.ts"
import { unanswered } from "../unanswered.ts"
import { amcpKinds } from "./hostRuns.ts"

export const amcpHost: HostFacts = {
  name: "amcp",
  program: "amcp",
  events: [
    "SessionStart",
    "SessionEnd",
    "UserPromptSubmit",
    "PreToolUse",
    "PostToolUse",
    "Stop",
    "PreCompact",
    "Notification"
  ],
  silentEvents: ["SessionStart", "SessionEnd", "Stop", "PreCompact", "Notification"],
  layout: "handlers",
  settings: {
    files: { project: { base: "project", path: ".amcp/hooks.json" } },
    execForm: false,
    exits: { denials: { UserPromptSubmit: { continue: false, stopReason: unanswered } } },
    withoutFile: (scope) => ({
      why: `AMCP reads hooks.json from projects only, and knows no "${scope}" one.`,
      byHand:
        "Attach with `--scope project`, or write for each event in amcp/hooks.toml of your folder for configurations: " +
        `[[hooks.PreToolUse.handlers]] with type = "command", matcher = "*", timeout = 35 and ` +
        `command = "hookline dispatch --host amcp".`
    })
  },
  migration: {
    matchers: { whole: true, ignoreCase: false },
    kinds: amcpKinds,
    honorsEnabled: true,
    hasRules: false,
    groups: "inTurn",
    plainCommands: true,
    onFailure: ["open", "closed"],
    ignoresOnFailureOf: [],
    firstFileOnly: ["user"],
    variables: {
      meanings: {
        AMCP_PROJECT_DIR: "project",
        AMCP_SESSION_ID: "session",
        AMCP_HOOK_EVENT: "other",
        AMCP_TOOL_NAME: "other"
      },
      names: { project: "AMCP_PROJECT_DIR", session: "AMCP_SESSION_ID" },
      kept: ["AMCP_PROJECT_DIR", "AMCP_SESSION_ID"]
    },
    answerNotes: {
      to: `What a hook answers is read as AMCP does: \`updatedInput\` is put into the input, not in its place, and AMCP itself takes "ask" for a denial.`,
      from: `\`updatedInput\` takes the place of the whole input; AMCP put it into what was there.`
    }
  }
}
