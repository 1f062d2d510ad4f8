/** An agent of the AI SDK. */
import * as AiSdk from "hookline/adapters/AiSdk"
import { aborting, finish, installed, open, prompt, task } from "./task.ts"
import { shell } from "./shell.ts"

interface Part {
  readonly type: string
  readonly approvalId?: string
  readonly isAutomatic?: boolean
  readonly reason?: string
  readonly toolCall?: { readonly input: unknown }
}

interface Result {
  readonly text: string | PromiseLike<string>
  readonly content: ReadonlyArray<Part> | PromiseLike<ReadonlyArray<Part>>
  readonly response:
    | { readonly messages: ReadonlyArray<object> }
    | PromiseLike<{ readonly messages: ReadonlyArray<object> }>
}

interface Ai {
  readonly generateText: (settings: object) => Promise<Result>
  readonly streamText: (settings: object) => Result
  readonly isStepCount: (count: number) => unknown
  readonly jsonSchema: (schema: object) => unknown
}

interface Compatible {
  readonly createOpenAICompatible: (options: object) => (model: string) => unknown
}

const { generateText, isStepCount, jsonSchema, streamText } = await installed<Ai>("ai/dist/index.js")
const { createOpenAICompatible } = await installed<Compatible>("@ai-sdk/openai-compatible/dist/index.js")

interface Options {
  readonly abortSignal?: AbortSignal
}

await finish(async () => {
  const { approver, port, streams } = task
  const asked: Array<string> = []
  await using hooks = await open(approver === undefined ? {} : { approve: "host" })
  const guard = AiSdk.guard(hooks, { names: { shell: "Bash" }, session: "s1" })
  const { signal } = aborting()
  const tools = {
    shell: {
      inputSchema: jsonSchema({ type: "object", properties: { command: { type: "string" } }, required: ["command"] }),
      execute: ({ command }: { readonly command: string }, { abortSignal }: Options) => shell(command, abortSignal)
    }
  }
  const model = createOpenAICompatible({ name: "scripted", baseURL: `http://127.0.0.1:${port}/v1` })("scripted")

  const call = async (messages: Array<object>): Promise<Result> => {
    const settings = guard.settings({
      model,
      tools,
      messages,
      stopWhen: isStepCount(20),
      abortSignal: signal,
      maxRetries: 0,
      onError: () => {}
    })
    if (streams !== true) return generateText(settings)
    const result = streamText(settings)
    // The stream rejects with what its parts only mention.
    return { text: await result.text, content: await result.content, response: await result.response }
  }

  /** Calls the model, and answers its questions as the user. */
  const answered = async (messages: Array<object>): Promise<Result> => {
    const before = [...messages]
    for (;;) {
      const result = await call(before)
      const questions = (await result.content).filter(
        ({ isAutomatic, type }) => type === "tool-approval-request" && isAutomatic !== true
      )
      if (questions.length === 0) return result
      asked.push(...questions.map(({ reason, toolCall }) => `${reason} ${JSON.stringify(toolCall?.input)}`))
      before.push(...(await result.response).messages, {
        role: "tool",
        content: questions.map(({ approvalId }) => ({
          type: "tool-approval-response",
          approvalId,
          approved: approver === "yes"
        }))
      })
    }
  }

  const result = await guard.turn<object, Result>([{ role: "user", content: prompt }], answered)
  return { text: await result.text, asked }
})
