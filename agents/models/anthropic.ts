/** The Messages protocol of Anthropic, as Claude Code streams it. */
import { type Fields, isFields, listOf, type Protocol, type ToolCall, type Turn } from "./Model.ts"

let calls = 0

const callsOf = ({ call, calls: several = [] }: Turn): ReadonlyArray<ToolCall> => [
  ...(call === undefined ? [] : [call]),
  ...several
]

const blocksOf = (turn: Turn): ReadonlyArray<Fields> => [
  ...(turn.text === undefined ? [] : [{ type: "text", text: turn.text }]),
  ...callsOf(turn).map(({ input, name }) => ({ type: "tool_use", id: `toolu_${(calls += 1)}`, name, input }))
]

const deltaOf = (block: Fields): Fields =>
  block["type"] === "text"
    ? { type: "text_delta", text: block["text"] }
    : { type: "input_json_delta", partial_json: JSON.stringify(block["input"]) }

const emptied = (block: Fields): Fields => (block["type"] === "text" ? { ...block, text: "" } : { ...block, input: {} })

const eventsOf = (message: Fields, blocks: ReadonlyArray<Fields>, stop: string) => {
  const event = (name: string, fields: Fields) => ({ name, data: { type: name, ...fields } })
  return [
    event("message_start", { message: { ...message, content: [], stop_reason: null } }),
    ...blocks.flatMap((block, index) => [
      event("content_block_start", { index, content_block: emptied(block) }),
      event("content_block_delta", { index, delta: deltaOf(block) }),
      event("content_block_stop", { index })
    ]),
    event("message_delta", { delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 5 } }),
    event("message_stop", {})
  ]
}

/** Messages. */
export const messages: Protocol = {
  isMain: (path, body) =>
    path.includes("/messages") && !path.includes("count_tokens") && listOf(body["tools"]).length > 0,
  last: (body) => {
    const item = listOf(body["messages"]).at(-1)
    return isFields(item) ? item["content"] : undefined
  },
  answer: (path, body, turn, { events, json }) => {
    if (path.includes("count_tokens")) return json({ input_tokens: 10 })
    if (!path.includes("/messages")) return json({ data: [] })
    const blocks = blocksOf(turn ?? { text: "Fine." })
    const stop = blocks.some(({ type }) => type === "tool_use") ? "tool_use" : "end_turn"
    const message = {
      id: `msg_${(calls += 1)}`,
      type: "message",
      role: "assistant",
      model: body["model"] ?? "scripted",
      content: blocks,
      stop_reason: stop,
      stop_sequence: null,
      usage: { input_tokens: 10, output_tokens: 5, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
    }
    return body["stream"] === true ? events(eventsOf(message, blocks, stop)) : json(message)
  }
}
