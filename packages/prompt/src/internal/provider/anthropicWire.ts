/** The format of the Messages API: requests and responses. */
import { toCodecAnthropic } from "effect/ai/AnthropicStructuredOutput"
import type { ProviderOptions } from "effect/ai/LanguageModel"
import type * as Prompt from "effect/ai/Prompt"
import type * as Response from "effect/ai/Response"
import * as Tool from "effect/ai/Tool"
import * as Schema from "effect/Schema"
import { remembered } from "./make.ts"
import { decoded, finish, metadata, onlyTool, resultsOf, resultText, textOf, toolsOf } from "./parts.ts"

// Only the fields that are read here, because the API may add fields and kinds of content.
const Message = Schema.Struct({
  model: Schema.optionalKey(Schema.String),
  stop_reason: Schema.optionalKey(Schema.NullOr(Schema.String)),
  content: Schema.Array(
    Schema.Struct({
      type: Schema.String,
      text: Schema.optionalKey(Schema.String),
      id: Schema.optionalKey(Schema.String),
      name: Schema.optionalKey(Schema.String),
      input: Schema.optionalKey(Schema.Unknown)
    })
  ),
  usage: Schema.optionalKey(
    Schema.Struct({
      input_tokens: Schema.optionalKey(Schema.Finite),
      output_tokens: Schema.optionalKey(Schema.Finite)
    })
  )
})

/** Decodes a response. */
export const read = decoded("Anthropic", "the Messages API", Message)

const finishReasons: Readonly<Record<string, Response.FinishReason>> = {
  end_turn: "stop",
  stop_sequence: "stop",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  tool_use: "tool-calls",
  pause_turn: "pause",
  refusal: "content-filter"
}

/** Converts a response to parts. */
export const responseParts = ({
  content,
  model,
  stop_reason,
  usage
}: typeof Message.Type): Array<Response.PartEncoded> => [
  ...metadata(model),
  ...content.flatMap(({ id, input, name, text, type }): ReadonlyArray<Response.PartEncoded> => {
    if (type === "text" && text !== undefined) return [{ type: "text", text }]
    if (type !== "tool_use" || id === undefined || name === undefined) return []
    return [{ type: "tool-call", id, name, params: input }]
  }),
  finish(finishReasons[stop_reason ?? ""] ?? "unknown", usage?.input_tokens, usage?.output_tokens)
]

const assistantBlocks = ({ content }: Prompt.AssistantMessage) =>
  content.flatMap((part): ReadonlyArray<Readonly<Record<string, unknown>>> => {
    if (part.type === "text" && part.text !== "") return [{ type: "text", text: part.text }]
    return part.type === "tool-call"
      ? [{ type: "tool_use", id: part.id, name: part.name, input: part.params ?? {} }]
      : []
  })

const messagesOf = (message: Prompt.Message): ReadonlyArray<Readonly<Record<string, unknown>>> => {
  switch (message.role) {
    case "system":
      return []
    case "user":
      return [{ role: "user", content: textOf(message.content) }]
    case "assistant":
      return [{ role: "assistant", content: assistantBlocks(message) }]
    case "tool":
      return [
        {
          role: "user",
          content: resultsOf(message).map((part) => ({
            type: "tool_result",
            tool_use_id: part.id,
            content: resultText(part),
            ...(part.isFailure && { is_error: true })
          }))
        }
      ]
  }
}

const toolChoice = (request: ProviderOptions): Readonly<Record<string, unknown>> => {
  if (request.toolChoice === "none") return { type: "none" }
  if (request.toolChoice === "required") return { type: "any" }
  const name = onlyTool(request)
  return name === undefined ? { type: "auto" } : { type: "tool", name }
}

/** Transforms the schema of an answer for this API. */
export const codecTransformer = remembered(toCodecAnthropic)

/** Encodes a request. `structured` adds the schema of the answer. */
export const requestOf = (model: string, maxTokens: number, request: ProviderOptions, structured: boolean) => {
  const { content } = request.prompt
  const system = content.flatMap((message) => (message.role === "system" ? [message.content] : [])).join("\n\n")
  const { responseFormat } = request
  const tools = toolsOf(request)
  return {
    model,
    max_tokens: maxTokens,
    ...(system !== "" && { system }),
    messages: content.flatMap(messagesOf),
    ...(tools.length > 0 && {
      tools: tools.map(({ description, name, schema }) => ({ name, description, input_schema: schema })),
      tool_choice: toolChoice(request)
    }),
    ...(structured &&
      responseFormat.type === "json" && {
        output_config: {
          format: {
            type: "json_schema",
            schema: Tool.getJsonSchemaFromSchema(responseFormat.schema, { transformer: codecTransformer })
          }
        }
      })
  }
}
