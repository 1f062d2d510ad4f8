// The rule under test, as a hook's `if` would be read.
import * as PermissionRule from "@hookline/core/kit/match/PermissionRule"

/** Returns the test of `Bash(CONTENT)` for a command. */
export const meetsRule = (content: string, besideExpansions = false): ((command: string) => boolean) => {
  const rule = PermissionRule.parse(`Bash(${content})`)
  return (command) =>
    PermissionRule.meets(rule, { tool: "Bash", names: ["Bash"], input: { command }, besideExpansions })
}
