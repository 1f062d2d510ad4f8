/** The facts of Codex, as version 0.169.0 was seen to behave. */
import type { HostFacts } from "../HostFacts.ts"
import { codexCommonEvents, codexKinds } from "./hostRuns.ts"
import { unanswered } from "../unanswered.ts"

export const codexHost: HostFacts = {
  name: "codex",
  events: codexCommonEvents,
  program: "codex",
  recorded: { package: "@openai/codex", version: "0.169.0" },
  unseen: [
    "What is written into a terminal that runs already (`write_stdin`) fires no event: a guard sees `bash`, not what is typed.",
    "Searches of the web, plans and calls whose arguments are broken fire no event."
  ],
  layout: "groups",
  settings: {
    files: {
      user: { base: "home", path: ".codex/hooks.json", variable: "CODEX_HOME" },
      project: { base: "project", path: ".codex/hooks.json" }
    },
    execForm: false,
    withoutMatcher: true,
    // It clamps a greater one, with a warning at each start.
    timeouts: { perSecond: 1, caps: { SessionEnd: 3 } },
    // A project's file counts only where the folder is trusted too.
    usualScope: "user",
    // Its trust in a hook is by the hook's position.
    keepsPlaces: true,
    // One key or value that it does not know voids the whole file.
    isStrict: true,
    exits: { needsText: true, denials: { PreCompact: { continue: false, stopReason: unanswered } } }
  },
  migration: {
    matchers: { whole: false, ignoreCase: false },
    kinds: codexKinds,
    honorsEnabled: false,
    hasRules: false,
    groups: "together",
    plainCommands: true,
    onFailure: ["open", "closed", "ask"],
    ignoresOnFailureOf: codexKinds,
    wholeTimeouts: true,
    firstFileOnly: ["user", "project"],
    variables: { meanings: {}, names: {}, kept: [] },
    answerNotes: {
      to: `Codex has one tool that changes files, \`apply_patch\`, for which \`Write\` and \`Edit\` are other names, and none that reads them. It skips hooks that are not trusted: start it, and review them. Of an answer it reads only what \`check --host codex\` lists: "ask" lets the call pass.`,
      from: `Changes of files are Write and Edit, one call for each file. Exit code 2 denies also without a text on standard error.`
    }
  }
}
