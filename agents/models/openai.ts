/** The interfaces of OpenAI's models: chat completions and responses. */
import { type Fields, isFields, listOf, type Protocol, type Respond, type ToolCall, type Turn } from "./Model.ts"

const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }

/** Requests without tools are beside the conversation, such as one for a title. */
const hasTools = ({ tools }: Fields): boolean => listOf(tools).length > 2

const argumentsOf = ({ input }: ToolCall): string => JSON.stringify(input)

/** Numbers calls, because each must have an id of its own. */
let calls = 0

const toolCallsOf = ({ call, calls: several = [] }: Turn): ReadonlyArray<Fields> =>
  [...(call === undefined ? [] : [call]), ...several].map((one, index) => ({
    index,
    id: `call_${(calls += 1)}`,
    type: "function",
    function: { name: one.name, arguments: argumentsOf(one) }
  }))

const answerChat = (body: Fields, turn: Turn, { events, json }: Respond): void => {
  const { text = "" } = turn
  const toolCalls = toolCallsOf(turn)
  const base = { id: `chatcmpl_${(calls += 1)}`, created: 1, model: body["model"] ?? "scripted" }
  const finish = toolCalls.length > 0 ? "tool_calls" : "stop"
  if (body["stream"] !== true) {
    const message = { role: "assistant", content: text, ...(toolCalls.length > 0 && { tool_calls: toolCalls }) }
    return json({ ...base, object: "chat.completion", usage, choices: [{ index: 0, finish_reason: finish, message }] })
  }
  const chunk = (delta: Fields, finishReason: string | null = null) => ({
    data: {
      ...base,
      object: "chat.completion.chunk",
      choices: [{ index: 0, delta, finish_reason: finishReason }],
      ...(finishReason !== null && { usage })
    }
  })
  events([
    chunk({ role: "assistant", content: text }),
    ...(toolCalls.length > 0 ? [chunk({ tool_calls: toolCalls })] : []),
    chunk({}, finish),
    { data: "[DONE]" }
  ])
}

/** Chat completions. */
export const chat: Protocol = {
  isMain: (path, body) => path.includes("/chat/completions") && hasTools(body),
  last: ({ messages }) => {
    const message = listOf(messages).at(-1)
    return isFields(message) ? message["content"] : undefined
  },
  answer: (path, body, turn, respond) => {
    if (path.includes("/chat/completions")) return answerChat(body, turn ?? { text: "{}" }, respond)
    return respond.json({ object: "list", data: [{ id: "scripted", object: "model" }] })
  }
}

/** Chat completions of an agent with any tools. */
export const chatWithAnyTools: Protocol = { ...chat, isMain: (path) => path.includes("/chat/completions") }

const itemsOf = ({ call, text }: Turn): ReadonlyArray<Fields> => [
  ...(text === undefined
    ? []
    : [
        {
          type: "message",
          id: `msg_${(calls += 1)}`,
          role: "assistant",
          status: "completed",
          content: [{ type: "output_text", text, annotations: [] }]
        }
      ]),
  ...(call === undefined
    ? []
    : [
        {
          type: "function_call",
          id: `fc_${(calls += 1)}`,
          call_id: `call_${calls}`,
          name: call.name,
          arguments: argumentsOf(call),
          status: "completed"
        }
      ])
]

const eventsOf = (response: Fields, items: ReadonlyArray<Fields>) => {
  let sequence = 0
  const event = (name: string, fields: Fields) => ({
    name,
    data: { type: name, sequence_number: sequence++, ...fields }
  })
  return [
    event("response.created", { response: { ...response, status: "in_progress", output: [] } }),
    ...items.flatMap((item, index) => [
      event("response.output_item.added", { output_index: index, item }),
      event("response.output_item.done", { output_index: index, item })
    ]),
    event("response.completed", { response })
  ]
}

/** Responses. */
export const responses: Protocol = {
  isMain: (path, body) => path.includes("/responses") && hasTools(body),
  last: ({ input }) => {
    const item = listOf(input).at(-1)
    return isFields(item) ? (item["output"] ?? item["content"]) : undefined
  },
  answer: (path, body, turn, { events, json }) => {
    if (!path.includes("/responses"))
      return json({ object: "list", data: [{ id: "scripted", object: "model" }], models: [] })
    const items = itemsOf(turn ?? { text: "{}" })
    const counts = {
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 5,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 15
    }
    const response = {
      id: `resp_${(calls += 1)}`,
      object: "response",
      status: "completed",
      model: body["model"] ?? "scripted",
      output: items,
      usage: counts
    }
    return body["stream"] === false ? json(response) : events(eventsOf(response, items))
  }
}
