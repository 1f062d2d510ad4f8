// The adapter with its SDK: its option takes the hooks as they are.
import { type Options, query } from "@anthropic-ai/claude-agent-sdk"
import { Hookline } from "hookline"
import * as ClaudeAgentSdk from "hookline/adapters/ClaudeAgentSdk"

await using hooks = await Hookline.open({ project: ".", approve: "host" })
const options: Options = { hooks: ClaudeAgentSdk.hooks(hooks) }
for await (const message of query({ prompt: "Publish it.", options })) console.log(message.type)
