// The matchers with which GitHub Copilot CLI 1.0.102 was seen to run a hook, on a call of `bash` or a view of a file that is not
// there, an agent `explore`, and the events of a session: each row is a run of the real client behind a scripted model.
import { assert, describe, it } from "@effect/vitest"
import { firesInCopilot } from "../../src/copilot/hostRuns.ts"
import { sharedEvents } from "../../src/copilot/sharedEvents.ts"

/** The events below a name, the matchers that ran, and those that did not although the call, the agent or the end was there. */
const seen: ReadonlyArray<readonly [name: string, ran: ReadonlyArray<string>, never: ReadonlyArray<string>]> = [
  ["PreToolUse", ["*", "**", "Bash", "bash", "Ba.*", "Edit|Bash", "bash|Edit", "^Bash$"], [""]],
  ["preToolUse", ["bash", "ba.*", "bash|edit", "^bash$"], ["", "*", "Bash", "(bash"]],
  ["PermissionRequest", ["*", "Bash", "bash", "Ba.*"], [""]],
  ["permissionRequest", ["bash"], ["*", "Bash"]],
  ["PostToolUse", ["*", "**", "Bash", "bash", "bash|Edit", "Bash|edit", "Ba.*"], ["", "ba.*"]],
  ["postToolUse", ["bash", "bash|Edit", "ba.*"], ["", "*", "**", "Bash", "Ba.*"]],
  ["PostToolUseFailure", ["*", "", "Read", "view", "Read|edit", "Nope", "Nope.*"], []],
  ["postToolUseFailure", ["*", "", "Read", "view", "Read|edit", "Nope"], []],
  ["SubagentStart", ["explore"], ["*", ""]],
  ["subagentStart", ["explore"], ["*", ""]],
  ["SubagentStop", ["*", "", "explore", "nope"], []],
  ["subagentStop", ["*", "", "explore", "nope"], []],
  ["SessionStart", ["*", "startup", "new"], []],
  ["sessionStart", ["*", "new"], []],
  ["UserPromptSubmit", ["*", "", "x"], []],
  ["userPromptSubmitted", [""], []],
  ["Stop", ["*", "", "x"], []],
  ["agentStop", [""], []],
  ["SessionEnd", ["*", ""], []],
  ["sessionEnd", [""], []]
]

const canonical: Readonly<Record<string, string>> = { userPromptSubmitted: "UserPromptSubmit", agentStop: "Stop" }

const eventOf = (name: string): string =>
  canonical[name] ?? sharedEvents.find((event) => event.toLowerCase() === name.toLowerCase()) ?? assert.fail(name)

describe("Copilot CLI runs a hook by its matcher", () => {
  it.each(seen)("as it was seen to below %s", (name, ran, never) => {
    const event = eventOf(name)
    for (const matcher of ran) assert.isTrue(firesInCopilot({ event, name, matcher }), JSON.stringify(matcher))
    for (const matcher of never) assert.isFalse(firesInCopilot({ event, name, matcher }), JSON.stringify(matcher))
  })
})
