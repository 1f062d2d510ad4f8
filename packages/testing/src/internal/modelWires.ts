/** Two formats of language models: encoding of answers, and decoding of requests. */

/** A tool call by the model. */
export interface Call {
  readonly name: string
  readonly input: unknown
  readonly id?: string
}

/** The model's answer: a text, tool calls, or both. */
export interface Answer {
  readonly text?: string
  readonly calls?: ReadonlyArray<Call>
}

/** A message to the model. The result of a tool has the role `tool`. */
export interface Message {
  readonly role: string
  readonly text: string
}

type Json = Readonly<Record<string, unknown>>

export interface Wire {
  readonly answer: (answer: Answer, count: number) => unknown
  readonly messages: (body: Json) => ReadonlyArray<Message>
}

const idOf = ({ id }: Call, count: number, index: number): string => id ?? `call-${count}-${index + 1}`

const objects = (value: unknown): ReadonlyArray<Json> =>
  // A request comes from the provider under test, and the tests check the decoded values.
  Array.isArray(value) ? (value as ReadonlyArray<Json>) : []

const text = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""))

const block = (role: unknown, { content, text: said, type }: Json): ReadonlyArray<Message> => {
  if (type === "tool_result") return [{ role: "tool", text: text(content) }]
  return type === "text" ? [{ role: text(role), text: text(said) }] : []
}

export const anthropic: Wire = {
  answer: ({ calls = [], text: said }, count) => ({
    type: "message",
    model: "scripted",
    stop_reason: calls.length > 0 ? "tool_use" : "end_turn",
    content: [
      ...(said === undefined ? [] : [{ type: "text", text: said }]),
      ...calls.map((call, index) => ({
        type: "tool_use",
        id: idOf(call, count, index),
        name: call.name,
        input: call.input
      }))
    ],
    usage: { input_tokens: 1, output_tokens: 1 }
  }),
  messages: ({ messages, system }) => [
    ...(system === undefined ? [] : [{ role: "system", text: text(system) }]),
    ...objects(messages).flatMap(({ content, role }) =>
      typeof content === "string"
        ? [{ role: text(role), text: content }]
        : objects(content).flatMap((each) => block(role, each))
    )
  ]
}

export const openAi: Wire = {
  answer: ({ calls = [], text: said }, count) => ({
    model: "scripted",
    choices: [
      {
        finish_reason: calls.length > 0 ? "tool_calls" : "stop",
        message: {
          role: "assistant",
          content: said ?? null,
          ...(calls.length > 0 && {
            tool_calls: calls.map((call, index) => ({
              id: idOf(call, count, index),
              type: "function",
              function: { name: call.name, arguments: JSON.stringify(call.input) }
            }))
          })
        }
      }
    ],
    usage: { prompt_tokens: 1, completion_tokens: 1 }
  }),
  messages: ({ messages }) =>
    objects(messages).flatMap(({ content, role }) =>
      content === null || content === undefined ? [] : [{ role: text(role), text: text(content) }]
    )
}
