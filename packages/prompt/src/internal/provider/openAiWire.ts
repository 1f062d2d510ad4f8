/** The format of chat completions: requests and responses. */
import type { ProviderOptions } from "effect/ai/LanguageModel"
import { toCodecOpenAI } from "effect/ai/OpenAiStructuredOutput"
import type * as Prompt from "effect/ai/Prompt"
import type * as Response from "effect/ai/Response"
import * as Tool from "effect/ai/Tool"
import * as Schema from "effect/Schema"
import { remembered } from "./make.ts"
import { decoded, finish, metadata, onlyTool, resultsOf, resultText, textOf, toolsOf } from "./parts.ts"

const text = Schema.optionalKey(Schema.NullOr(Schema.String))

// Only the fields that are read here, most of them optional, because servers differ.
const Completion = Schema.Struct({
  model: text,
  choices: Schema.NonEmptyArray(
    Schema.Struct({
      finish_reason: text,
      message: Schema.Struct({
        content: text,
        refusal: text,
        tool_calls: Schema.optionalKey(
          Schema.NullOr(
            Schema.Array(
              Schema.Struct({
                id: text,
                function: Schema.Struct({ name: Schema.String, arguments: Schema.optionalKey(Schema.Unknown) })
              })
            )
          )
        )
      })
    })
  ),
  usage: Schema.optionalKey(
    Schema.NullOr(
      Schema.Struct({
        prompt_tokens: Schema.optionalKey(Schema.Finite),
        completion_tokens: Schema.optionalKey(Schema.Finite)
      })
    )
  )
})

/** Decodes a response. */
export const read = decoded("OpenAiCompatible", "the chat completions API", Completion)

const finishReasons: Readonly<Record<string, Response.FinishReason>> = {
  stop: "stop",
  length: "length",
  tool_calls: "tool-calls",
  function_call: "tool-calls",
  content_filter: "content-filter"
}

/** Decodes the arguments of a call, which are a string. Invalid JSON stays a string, which the tool refuses. */
const argumentsOf = (written: unknown): unknown => {
  if (typeof written !== "string") return written
  try {
    return JSON.parse(written)
  } catch {
    return written
  }
}

/** Converts a response to parts. */
export const responseParts = ({
  choices: [choice],
  model,
  usage
}: typeof Completion.Type): Array<Response.PartEncoded> => {
  const { finish_reason, message } = choice
  const { content, refusal, tool_calls } = message
  const calls = tool_calls ?? []
  const refuses = refusal !== undefined && refusal !== null && refusal !== ""
  const reason = refuses ? "content-filter" : (finishReasons[finish_reason ?? ""] ?? "unknown")
  return [
    ...metadata(model ?? undefined),
    ...(content ? [{ type: "text" as const, text: content }] : []),
    ...calls.map((made, index): Response.PartEncoded => ({
      type: "tool-call",
      // Some servers omit the id.
      id: made.id ? made.id : `call_${index}`,
      name: made.function.name,
      params: argumentsOf(made.function.arguments)
    })),
    finish(reason, usage?.prompt_tokens, usage?.completion_tokens)
  ]
}

const assistantMessage = ({ content }: Prompt.AssistantMessage): Readonly<Record<string, unknown>> => {
  const calls = content.flatMap((part) =>
    part.type === "tool-call"
      ? [
          {
            id: part.id,
            type: "function",
            function: { name: part.name, arguments: JSON.stringify(part.params ?? {}) }
          }
        ]
      : []
  )
  const said = textOf(content)
  return {
    role: "assistant",
    content: said === "" ? null : said,
    ...(calls.length > 0 && { tool_calls: calls })
  }
}

type WireMessage = Readonly<Record<string, unknown>>

const messagesOf = (message: Prompt.Message): ReadonlyArray<WireMessage> => {
  switch (message.role) {
    case "system":
    case "user":
      return [{ role: message.role, content: textOf(message.content) }]
    case "assistant":
      return [assistantMessage(message)]
    case "tool":
      return resultsOf(message).map((part) => ({ role: "tool", tool_call_id: part.id, content: resultText(part) }))
  }
}

/**
 * Joins consecutive messages of the user, with an empty line between them, because templates of some models refuse
 * them.
 */
const joined = (messages: ReadonlyArray<WireMessage>): ReadonlyArray<WireMessage> => {
  const result: Array<WireMessage> = []
  for (const message of messages) {
    const last = result.at(-1)
    if (last?.["role"] === "user" && message["role"] === "user") {
      result[result.length - 1] = {
        role: "user",
        content: `${String(last["content"])}\n\n${String(message["content"])}`
      }
    } else result.push(message)
  }
  return result
}

const toolChoice = (request: ProviderOptions): unknown => {
  if (typeof request.toolChoice === "string") return request.toolChoice
  const name = onlyTool(request)
  return name === undefined ? "auto" : { type: "function", function: { name } }
}

/** Transforms the schema of an answer for this API. */
export const codecTransformer = remembered(toCodecOpenAI)

/** Encodes a request. `structured` adds the schema of the answer. */
export const requestOf = (model: string, request: ProviderOptions, structured: boolean) => {
  const { prompt, responseFormat } = request
  const tools = toolsOf(request)
  return {
    model,
    messages: joined(prompt.content.flatMap(messagesOf)),
    ...(tools.length > 0 && {
      tools: tools.map(({ description, name, schema }) => ({
        type: "function",
        function: { name, description, parameters: schema }
      })),
      tool_choice: toolChoice(request)
    }),
    ...(structured &&
      responseFormat.type === "json" && {
        response_format: {
          type: "json_schema",
          json_schema: {
            name: responseFormat.objectName,
            strict: true,
            schema: Tool.getJsonSchemaFromSchema(responseFormat.schema, { transformer: codecTransformer })
          }
        }
      })
  }
}
