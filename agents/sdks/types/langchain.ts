// The adapter with its SDK: an agent takes the middleware as it is, beside others.
import * as langchain from "langchain"
import { AIMessage, createAgent, createMiddleware, HumanMessage, tool, ToolMessage } from "langchain"
import { Hookline } from "hookline"
import * as LangChain from "hookline/adapters/LangChain"

await using hooks = await Hookline.open({ project: ".", approve: "host" })
const shell = tool(({ command }: { command: string }) => command, {
  name: "shell",
  description: "Runs a command.",
  schema: { type: "object", properties: { command: { type: "string" } }, required: ["command"] }
})

const agent = createAgent({
  model: "openai:gpt-5",
  tools: [shell],
  middleware: [
    createMiddleware({ name: "Other", wrapToolCall: (request, handler) => handler(request) }),
    LangChain.middleware(hooks, langchain, { names: { shell: "Bash" } })
  ]
})
const { messages } = await agent.invoke({ messages: [new HumanMessage("Publish it.")] })
export const last: string | undefined = messages.at(-1)?.text

export const other = LangChain.middleware(hooks, { AIMessage, HumanMessage, ToolMessage })
