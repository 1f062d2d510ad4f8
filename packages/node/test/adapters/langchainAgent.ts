// A stand-in of LangChain's agent: the contract of middleware, written from the types and sources of langchain 1.5.14. Calls
// of one message run side by side, an interrupt ends the run, and a resumed run calls the same functions again.
import type { Middleware } from "@hookline/node/adapters/LangChain"

interface Fields {
  readonly content: unknown
  readonly id?: string
  readonly name?: string
  readonly status?: string
  readonly artifact?: unknown
  readonly tool_call_id?: string
  readonly additional_kwargs?: Record<string, unknown>
}

let ids = 0

/** A message of the conversation. */
export class Message {
  readonly type: string
  readonly content: unknown
  readonly id: string
  readonly status: string | undefined
  readonly artifact: unknown
  readonly tool_call_id: string | undefined
  readonly additional_kwargs: Record<string, unknown>
  readonly tool_calls: ReadonlyArray<Call>
  constructor(type: string, fields: Fields, calls: ReadonlyArray<Call> = []) {
    this.type = type
    this.content = fields.content
    this.id = fields.id ?? `m${(ids += 1)}`
    this.status = fields.status
    this.artifact = fields.artifact
    this.tool_call_id = fields.tool_call_id
    this.additional_kwargs = fields.additional_kwargs ?? {}
    this.tool_calls = calls
  }
}

const classOf = (type: string) =>
  class extends Message {
    constructor(fields: Fields) {
      super(type, fields)
    }
  }

export const AIMessage = classOf("ai")
export const HumanMessage = classOf("human")
export const ToolMessage = classOf("tool")
export const classes = { AIMessage, HumanMessage, ToolMessage }

export interface Call {
  readonly name: string
  readonly args: Record<string, unknown>
  readonly id: string
}

/** An interrupt of the graph. */
export class Interrupt extends Error {
  readonly is_bubble_up = true
  readonly value: unknown
  constructor(value: unknown) {
    super("interrupted")
    this.value = value
  }
}

interface Run {
  readonly messages: ReadonlyArray<Message>
  readonly script: ReadonlyArray<{ readonly text?: string; readonly calls?: ReadonlyArray<Call> }>
  readonly tool: (args: Call["args"]) => unknown
  /** The tools that the model is given. */
  readonly tools?: ReadonlyArray<object>
  /** The answers of the user to interrupts, in order. */
  readonly answers?: ReadonlyArray<unknown>
  readonly signal?: AbortSignal
  readonly thread?: string
}

const merged = (messages: ReadonlyArray<Message>, added: ReadonlyArray<Message> = []): ReadonlyArray<Message> => [
  ...messages.map((message) => added.find(({ id }) => id === message.id) ?? message),
  ...added.filter(({ id }) => messages.every((message) => message.id !== id))
]

/** Runs an agent with a middleware. Returns its messages, and what the model was given at each call. */
export const invoke = async (
  { afterModel, beforeAgent, beforeModel, wrapModelCall, wrapToolCall }: Middleware<Message>,
  { answers = [], messages: initial, script, signal, thread, tool, tools = [{ name: "shell" }] }: Run
) => {
  const runtime = () => {
    let asked = 0
    return {
      configurable: { thread_id: thread },
      ...(signal !== undefined && { signal }),
      interrupt: (value: unknown): unknown => {
        if (asked >= answers.length) throw new Interrupt(value)
        return answers[asked++]
      }
    }
  }
  const requests: Array<ReadonlyArray<Message>> = []
  let messages = initial
  const step = async ({ hook }: Middleware<Message>["beforeAgent"]): Promise<string | undefined> => {
    const update = await hook({ messages }, runtime())
    messages = merged(messages, update?.messages)
    return update?.jumpTo
  }
  if ((await step(beforeAgent)) === "end") return { messages, requests }
  for (;;) {
    if ((await step(beforeModel)) === "end") return { messages, requests }
    signal?.throwIfAborted()
    const model = (request: { readonly messages: ReadonlyArray<Message> }) => {
      requests.push(request.messages)
      const { calls = [], text = "" } = script[requests.length - 1] ?? {}
      return Promise.resolve(new Message("ai", { content: text }, calls))
    }
    const request = { messages, tools }
    const said = await (wrapModelCall === undefined ? model(request) : wrapModelCall(request, model))
    const calls = said.tool_calls
    messages = [...messages, said]
    if ((await step(afterModel)) === "model") continue
    if (calls.length === 0) return { messages, requests }
    const results = await Promise.all(
      calls.map((toolCall) =>
        wrapToolCall({ toolCall, runtime: runtime() }, async ({ toolCall: { args, id } }) => {
          const made = await tool(args)
          return made instanceof Object ? made : new ToolMessage({ content: String(made), tool_call_id: id })
        })
      )
    )
    // A result is a message, or a command with an update.
    messages = [
      ...messages,
      ...results.flatMap((one) =>
        "update" in one ? (one.update as { messages: Array<Message> }).messages : [one as Message]
      )
    ]
  }
}
