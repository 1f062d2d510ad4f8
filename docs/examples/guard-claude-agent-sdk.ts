// The hooks of a project in the Claude Agent SDK, in this process.
import { Hookline } from "hookline"
import * as ClaudeAgentSdk from "hookline/adapters/ClaudeAgentSdk"
// In your program: from "@anthropic-ai/claude-agent-sdk"
import { query } from "./sdks/claude.ts"

// Questions are the SDK's to ask: by `canUseTool`.
await using hooks = await Hookline.open({ project: "examples/guarded-project", trust: "all", approve: "host" })

export const results: Array<string | undefined> = []
const options = {
  // This is the line.
  hooks: ClaudeAgentSdk.hooks(hooks),
  // Otherwise the SDK runs the hooks of Claude Code's settings itself: then open with `excludeHostHooks: true`.
  settingSources: []
}
for await (const message of query({ prompt: "Publish it.", options })) results.push(message.result)

console.log(results) // [ "Force pushes are for people: push without --force, or ask." ]
