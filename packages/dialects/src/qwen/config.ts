/** Qwen Code's settings: Claude Code's groups and events, with expressions that match anywhere. */
import { All, Broken, type MatchRule, pattern } from "@hookline/core/MatchRule"
import { groupsFormat } from "../format/config/format.ts"
import { qwenTypes } from "./hostRuns.ts"

/** A name is one of a list, and also an expression that may match anywhere in the agent's own name of the tool. */
export const qwenMatcher = (text: string | undefined): MatchRule =>
  text === undefined || text === "" || text === "*"
    ? All()
    : pattern(text, { ignoreCase: false, orElse: (why) => Broken({ why }) })

const ignored = (field: string, effect: string) => ({
  text: `Qwen Code ignores \`${field}\`${effect}`,
  fix: `Leave "${field}" out, or move the hook to a file that only Hookline reads.`
})

export const qwenConfig = groupsFormat({
  title: "Qwen Code",
  example: `{"hooks": {"PreToolUse": [{"matcher": "run_shell_command", "hooks": [{"type": "command", "command": "…"}]}]}}`,
  isSettings: true,
  off: { at: ["disableAllHooks"], when: true },
  types: qwenTypes,
  largeAreMillis: true,
  matcher: qwenMatcher,
  foreignFields: {
    args: {
      text: "Qwen Code ignores `args`: it runs the program alone with the event as its input, which a shell executes.",
      fix: "Write the arguments into the command."
    },
    if: ignored("if", ", and runs the hook on every call that matches."),
    env: {
      text: "Hookline does not set the variables of `env`: under other agents the command runs without them.",
      fix: "Set them in the command, as in NAME=value ./guard.sh."
    }
  }
})
