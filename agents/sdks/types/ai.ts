// The adapter with its SDK: settings, tools and results keep their types.
import { generateText, isStepCount, jsonSchema, type ModelMessage, streamText, tool, ToolLoopAgent } from "ai"
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { Hookline } from "hookline"
import * as AiSdk from "hookline/adapters/AiSdk"

await using hooks = await Hookline.open({ project: ".", approve: "host" })
const guard = AiSdk.guard(hooks, { names: { shell: "Bash" } })
const model = createOpenAICompatible({ name: "local", baseURL: "http://localhost:11434/v1" })("qwen3:8b")
const tools = {
  shell: tool({
    description: "Runs a command.",
    inputSchema: jsonSchema<{ command: string }>({ type: "object", properties: { command: { type: "string" } } }),
    execute: async ({ command }) => ({ output: command })
  })
}

const whole = await generateText(guard.settings({ model, tools, prompt: "Publish it.", stopWhen: isStepCount(5) }))
export const output: string | undefined = whole.staticToolResults[0]?.output.output

export const streamed = streamText(
  guard.settings({ model, tools, prompt: "Publish it.", toolApproval: { shell: "user-approval" } })
).textStream

const agent = new ToolLoopAgent(guard.settings({ model, tools }))
const messages: Array<ModelMessage> = [{ role: "user", content: "Publish it." }]
const last = await guard.turn(messages, (all) => agent.generate({ messages: all }))
export const text: string = last.text

export const alone = await generateText({ model, tools: guard.tools(tools), prompt: "Publish it." })
