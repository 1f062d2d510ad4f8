// A stand-in of the AI SDK's loop: the contract of `generateText`, written from the sources of ai 7.0.173. A step prepares
// its messages, asks the model, decides about each call, executes those that may run side by side, and goes on until there
// is nothing to execute or a condition stops it.
import type { Settings } from "@hookline/node/adapters/AiSdk"

export interface Message {
  readonly role: string
  readonly content: string | ReadonlyArray<Readonly<Record<string, unknown>>>
}

export interface Call {
  readonly toolCallId: string
  readonly toolName: string
  readonly input: unknown
}

/** What the model says at each step. */
export type Script = ReadonlyArray<{ readonly text?: string; readonly calls?: ReadonlyArray<Call> }>

interface Status {
  readonly type: string
  readonly reason?: string
}

interface Tool {
  readonly execute?: (input: unknown, options: object) => unknown
  readonly toModelOutput?: (options: object) => Promise<unknown>
}

interface Whole {
  readonly messages: ReadonlyArray<Message>
  readonly tools?: Readonly<Record<string, Tool>>
  readonly toolApproval: (options: object) => Promise<Status>
  readonly prepareStep: (options: object) => Promise<{ readonly messages?: ReadonlyArray<Message> } | undefined>
  readonly stopWhen?: ReadonlyArray<(options: object) => boolean>
  readonly abortSignal?: AbortSignal
}

export interface Result {
  readonly text: string
  readonly requests: ReadonlyArray<ReadonlyArray<Message>>
  readonly preliminary: ReadonlyArray<unknown>
  readonly response: { readonly messages: ReadonlyArray<Message> }
}

const partsOf = ({ content }: Message): ReadonlyArray<Readonly<Record<string, unknown>>> =>
  typeof content === "string" ? [] : content

const isStream = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value

/** Runs the loop. Each id of an approval is that of its call. `requests` takes what the model is given, also where it fails. */
export const generate = async (
  settings: Settings & { readonly messages: ReadonlyArray<Message> },
  script: Script,
  requests: Array<ReadonlyArray<Message>> = []
): Promise<Result> => {
  // The guard has made these functions.
  const {
    abortSignal,
    messages: initial,
    prepareStep,
    stopWhen = [],
    toolApproval,
    tools = {}
  } = settings as unknown as Whole
  const preliminary: Array<unknown> = []

  const execute = async (call: Call, messages: ReadonlyArray<Message>) => {
    const tool = tools[call.toolName]
    const part = { type: "tool-result", toolCallId: call.toolCallId, toolName: call.toolName }
    try {
      let output = tool?.execute?.(call.input, { toolCallId: call.toolCallId, messages, abortSignal })
      if (isStream(output)) {
        let last: unknown
        for await (const value of output) preliminary.push((last = value))
        output = last
      }
      const made = await tool?.toModelOutput?.({ ...call, output: await output })
      return { ...part, output: made }
    } catch (error) {
      return { ...part, output: { type: "error-text", value: error instanceof Error ? error.message : String(error) } }
    }
  }
  const decide = (toolCall: Call, messages: ReadonlyArray<Message>) => toolApproval({ toolCall, tools, messages })

  // Calls that a user has approved.
  const responses: Array<Message> = []
  const before = initial.flatMap(partsOf)
  const answers = initial.at(-1)?.role === "tool" ? partsOf(initial.at(-1) ?? { role: "", content: "" }) : []
  const first: Array<Readonly<Record<string, unknown>>> = []
  for (const { approvalId, approved } of answers) {
    const call = before.find(({ toolCallId, type }) => type === "tool-call" && toolCallId === approvalId) as
      | Call
      | undefined
    if (call === undefined) continue
    const denial = { type: "tool-result", toolCallId: call.toolCallId, output: { type: "execution-denied" } }
    const status = approved === true ? await decide(call, initial) : { type: "denied" }
    first.push(status.type === "denied" ? denial : await execute(call, initial))
  }
  if (first.length > 0) responses.push({ role: "tool", content: first })

  const steps: Array<{ readonly toolCalls: ReadonlyArray<Call> }> = []
  let messages: ReadonlyArray<Message> = [...initial, ...responses]
  for (;;) {
    abortSignal?.throwIfAborted()
    const prepared = await prepareStep({ stepNumber: steps.length, steps, messages, responseMessages: responses })
    messages = prepared?.messages ?? messages
    requests.push(messages)
    const { calls = [], text = "" } = script[requests.length - 1] ?? {}
    const content: Array<Readonly<Record<string, unknown>>> = calls.map((call) => ({ type: "tool-call", ...call }))
    const results = await Promise.all(
      calls.map(async (call) => {
        const { reason, type } = await decide(call, messages)
        const part = { type: "tool-result", toolCallId: call.toolCallId }
        if (type === "denied") return { ...part, output: { type: "execution-denied", reason } }
        if (type !== "user-approval") return execute(call, messages)
        content.push({
          type: "tool-approval-request",
          approvalId: call.toolCallId,
          toolCallId: call.toolCallId,
          reason
        })
        return undefined
      })
    )
    steps.push({ toolCalls: calls })
    const done = results.filter((result) => result !== undefined)
    const added: ReadonlyArray<Message> = [
      { role: "assistant", content: calls.length === 0 ? text : content },
      ...(done.length > 0 ? [{ role: "tool", content: done }] : [])
    ]
    responses.push(...added)
    messages = [...messages, ...added]
    const isStopped = stopWhen.some((condition) => condition({ steps }))
    if (calls.length === 0 || done.length < calls.length || isStopped) {
      return { text, requests, preliminary, response: { messages: responses } }
    }
  }
}

/** Adds the user's answer to all questions of a result. */
export const withAnswers = (
  messages: ReadonlyArray<Message>,
  result: Result,
  approved: boolean
): ReadonlyArray<Message> => [
  ...messages,
  ...result.response.messages,
  {
    role: "tool",
    content: result.response.messages
      .flatMap(partsOf)
      .filter(({ type }) => type === "tool-approval-request")
      .map(({ approvalId }) => ({ type: "tool-approval-response", approvalId, approved }))
  }
]

/** Returns the outputs that the model was given last. */
export const outputsIn = ({ response }: Result): ReadonlyArray<unknown> =>
  response.messages
    .filter(({ role }) => role === "tool")
    .flatMap(partsOf)
    .map(({ output }) => output)
