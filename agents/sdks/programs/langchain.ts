/** An agent of LangChain. */
import * as LangChain from "hookline/adapters/LangChain"
import { aborting, finish, installed, open, prompt, task } from "./task.ts"
import { shell } from "./shell.ts"

interface Output {
  readonly messages?: ReadonlyArray<{ readonly content: unknown }>
  readonly __interrupt__?: ReadonlyArray<{ readonly value: unknown }>
}

interface Agent {
  readonly invoke: (input: unknown, config: object) => Promise<Output>
  readonly stream: (input: unknown, config: object) => Promise<AsyncIterable<readonly [mode: string, output: Output]>>
}

type Run = (input: { readonly command: string }, config: { readonly signal?: AbortSignal }) => Promise<string>

interface Chain extends LangChain.MessageClasses<object, object> {
  readonly createAgent: (options: object) => Agent
  readonly tool: (run: Run, fields: object) => unknown
}

interface Graph {
  readonly Command: new (fields: object) => unknown
  readonly MemorySaver: new () => unknown
}

interface OpenAi {
  readonly ChatOpenAI: new (fields: object) => unknown
}

const langchain = await installed<Chain>("langchain/dist/index.js")
const { Command, MemorySaver } = await installed<Graph>("@langchain/langgraph/dist/index.js")
const { ChatOpenAI } = await installed<OpenAi>("@langchain/openai/dist/index.js")

await finish(async () => {
  const { approver, port, streams } = task
  const asked: Array<string> = []
  await using hooks = await open(approver === undefined ? {} : { approve: "host" })
  const { signal } = aborting()
  const tool = langchain.tool(({ command }, config) => shell(command, config.signal), {
    name: "shell",
    description: "Runs a command.",
    schema: { type: "object", properties: { command: { type: "string" } }, required: ["command"] }
  })
  const model = new ChatOpenAI({
    model: "scripted",
    apiKey: "none",
    maxRetries: 0,
    configuration: { baseURL: `http://127.0.0.1:${port}/v1` }
  })
  const agent = langchain.createAgent({
    model,
    tools: [tool],
    checkpointer: new MemorySaver(),
    middleware: [LangChain.middleware(hooks, langchain, { names: { shell: "Bash" } })]
  })
  const config = { configurable: { thread_id: "s1" }, recursionLimit: 100, signal }

  const run = async (input: unknown): Promise<Output> => {
    if (streams !== true) return agent.invoke(input, config)
    const last: Output = {}
    // The mode "messages" has the model stream. The option of the model counts tokens by a table from the network.
    const parts = await agent.stream(input, { ...config, streamMode: ["messages", "values"] })
    for await (const [mode, output] of parts) if (mode === "values") Object.assign(last, output)
    return last
  }

  let output = await run({ messages: [{ role: "user", content: prompt }] })
  while (output.__interrupt__ !== undefined && output.__interrupt__.length > 0) {
    asked.push(...output.__interrupt__.map(({ value }) => JSON.stringify(value)))
    output = await run(
      new Command({ resume: { decisions: [{ type: approver === "yes" ? "approve" : "reject", message: "no" }] } })
    )
  }
  return { text: String(output.messages?.at(-1)?.content), asked }
})
