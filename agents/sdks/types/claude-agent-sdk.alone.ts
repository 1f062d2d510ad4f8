// The adapter without its SDK: nothing of it is missing.
import { Hookline } from "hookline"
import * as ClaudeAgentSdk from "hookline/adapters/ClaudeAgentSdk"

await using hooks = await Hookline.open({ project: ".", approve: "host" })
const options = { hooks: ClaudeAgentSdk.hooks(hooks, { events: ["PreToolUse"], onFailure: "continue" }) }
export const callbacks: ReadonlyArray<ClaudeAgentSdk.HookCallback> = options.hooks.PreToolUse?.[0]?.hooks ?? []
