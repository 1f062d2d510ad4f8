// What the example uses of `@anthropic-ai/claude-agent-sdk`, with a model that wants to push by force.
import type { HookMatchers } from "hookline/adapters/ClaudeAgentSdk"

interface Query {
  readonly prompt: string
  readonly options: { readonly hooks: HookMatchers; readonly settingSources: ReadonlyArray<string> }
}

export async function* query({ prompt, options }: Query) {
  const fire = async (event: "UserPromptSubmit" | "PreToolUse", fields: object) => {
    const payload = { hook_event_name: event, session_id: "s1", cwd: ".", ...fields }
    const callback = options.hooks[event]?.[0]?.hooks[0]
    return callback?.(payload, undefined, new AbortController())
  }
  await fire("UserPromptSubmit", { prompt })
  const input = { tool_name: "Bash", tool_input: { command: "git push --force" } }
  const specific = (await fire("PreToolUse", input))?.hookSpecificOutput
  const isDenied = specific?.hookEventName === "PreToolUse" && specific.permissionDecision === "deny"
  yield { type: "result", result: isDenied ? specific.permissionDecisionReason : "Pushed." }
}
