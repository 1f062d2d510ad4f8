/** Codex's `hooks.json`: Claude Code's groups, of which its own reader takes much less. */
import { All, Broken, type MatchRule, Names, pattern } from "@hookline/core/MatchRule"
import { HooksFile } from "@hookline/schema/HookFile"
import * as Schema from "effect/Schema"
import { groupsFormat } from "../format/config/format.ts"
import { codexOwnEvents, codexSkips, codexTypes } from "./hostRuns.ts"

/** A text of letters, digits, `_` and bars is a list of names, anything else an expression that may match anywhere. */
export const codexMatcher = (text: string | undefined): MatchRule => {
  if (text === undefined || text === "" || text === "*") return All()
  return /^[A-Za-z0-9_|]*$/.test(text)
    ? Names({ names: text.split("|").filter((name) => name !== ""), ignoreCase: false })
    : pattern(text, { ignoreCase: false, orElse: (why) => Broken({ why }) })
}

const CodexFile = Schema.Struct({
  description: Schema.optionalKey(Schema.String),
  hooks: HooksFile.fields.hooks
}).annotate({ identifier: "CodexHooks", title: "Hooks of Codex" })

const ignored = (field: string, effect: string) => ({
  text: `Codex ignores \`${field}\`: ${effect}`,
  fix: `Leave "${field}" out, or move the hook to a file that only Hookline reads.`
})

export const codexConfig = groupsFormat(
  {
    title: "Codex",
    example: `{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "…"}]}]}}`,
    types: codexTypes,
    skips: codexSkips,
    refusesOthers: true,
    topKeys: ["description", "hooks"],
    wholeTimeouts: true,
    matcher: codexMatcher,
    // Codex ignores hooks under any other event. Under an agent that has the event, they run.
    hostEvents: Object.fromEntries(codexOwnEvents.map((name) => [name, undefined])),
    foreignFields: {
      args: {
        text: "Codex ignores `args`, and runs the command without them.",
        fix: "Write the arguments into the command."
      },
      if: ignored("if", "it runs the hook on every call that matches."),
      shell: ignored("shell", "it runs the command in the user's shell."),
      commandWindows: {
        text: "Hookline does not read `commandWindows`: on Windows other agents run the command.",
        fix: "Write a command that runs everywhere."
      }
    }
  },
  CodexFile
)
