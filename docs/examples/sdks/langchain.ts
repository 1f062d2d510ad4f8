// What the example uses of `langchain`, with a model that wants to push by force.
import type { Middleware } from "hookline/adapters/LangChain"

class Message {
  readonly content: string
  constructor({ content }: { readonly content: string }) {
    this.content = content
  }
}

export class AIMessage extends Message {}
export class HumanMessage extends Message {}
export class ToolMessage extends Message {}

interface AgentOptions {
  readonly model: string
  readonly tools: ReadonlyArray<(input: { readonly command: string }) => string>
  readonly middleware: readonly [Middleware<Message>]
}

export const createAgent = ({ middleware: [middleware], tools: [tool] }: AgentOptions) => ({
  invoke: async (): Promise<{ readonly messages: ReadonlyArray<Message> }> => {
    const toolCall = { name: "shell", args: { command: "git push --force" }, id: "c1" }
    const run = () => Promise.resolve(new ToolMessage({ content: tool?.(toolCall.args) ?? "" }))
    return { messages: [await middleware.wrapToolCall({ toolCall, runtime: {} }, run)] }
  }
})
