/** The interface of Gemini's models. */
import { isFields, listOf, type Protocol, type Turn } from "./Model.ts"

const partsOf = ({ call, text }: Turn): ReadonlyArray<unknown> => [
  ...(text === undefined ? [] : [{ text }]),
  ...(call === undefined ? [] : [{ functionCall: { name: call.name, args: call.input } }])
]

const responseOf = (parts: ReadonlyArray<unknown>) => ({
  candidates: [{ content: { role: "model", parts }, finishReason: "STOP", index: 0 }],
  usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
  modelVersion: "scripted",
  responseId: "scripted"
})

export const gemini: Protocol = {
  isMain: (path, { tools }) =>
    path.includes("enerateContent") &&
    listOf(tools).some((tool) => isFields(tool) && listOf(tool["functionDeclarations"]).length > 0),
  last: ({ contents }) => {
    const content = listOf(contents).at(-1)
    return isFields(content) ? content["parts"] : undefined
  },
  answer: (path, _body, turn, { events, json }) => {
    if (path.includes("countTokens")) return json({ totalTokens: 10 })
    if (!path.includes("enerateContent")) return json({ models: [] })
    const response = responseOf(turn === undefined ? [{ text: "{}" }] : partsOf(turn))
    return path.includes("stream") ? events([{ data: response }]) : json(response)
  }
}
