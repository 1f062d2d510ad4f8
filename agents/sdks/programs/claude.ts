/** An agent of the Claude Agent SDK. */
import * as ClaudeAgentSdk from "hookline/adapters/ClaudeAgentSdk"
import { aborting, finish, installed, open, prompt, task } from "./task.ts"

interface Message {
  readonly type: string
  readonly subtype?: string
  readonly result?: string
}

interface ClaudeSdk {
  readonly query: (call: { readonly prompt: string; readonly options: object }) => AsyncIterable<Message>
}

const { query } = await installed<ClaudeSdk>("@anthropic-ai/claude-agent-sdk/sdk.mjs")

await finish(async () => {
  const asked: Array<string> = []
  const { approver, home, port, project, streams } = task
  await using hooks = await open({ approve: "host" })
  const canUseTool = async (tool: string, input: object) => {
    asked.push(`${tool} ${JSON.stringify(input)}`)
    return approver === "yes" ? { behavior: "allow", updatedInput: input } : { behavior: "deny", message: "no" }
  }
  const options = {
    cwd: project,
    hooks: ClaudeAgentSdk.hooks(hooks),
    // Its own settings would run the project's hooks besides.
    settingSources: [],
    includePartialMessages: streams === true,
    abortController: aborting(),
    allowedTools: ["Bash"],
    ...(approver !== undefined && { canUseTool }),
    env: {
      PATH: process.env["PATH"],
      HOME: home,
      ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
      ANTHROPIC_API_KEY: "none",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
      IS_SANDBOX: "1"
    }
  }
  let text = ""
  for await (const message of query({ prompt, options })) if (message.type === "result") text = message.result ?? ""
  return { text, asked }
})
