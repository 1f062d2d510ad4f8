/** The common parts of both formats: the texts of a prompt, and the parts of a response. */
import * as Prompt from "effect/ai/Prompt"
import type * as Response from "effect/ai/Response"
import * as AiError from "effect/ai/AiError"
import type { ProviderOptions } from "effect/ai/LanguageModel"
import * as Tool from "effect/ai/Tool"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** Returns the text of a message. No other content is ever sent to a judge. */
export const textOf = (content: string | ReadonlyArray<{ readonly type: string }>): string =>
  typeof content === "string"
    ? content
    : content
        .map((part) => ("text" in part && part.type === "text" && typeof part.text === "string" ? part.text : ""))
        .join("")

/** Returns the tool results of a message. */
export const resultsOf = ({ content }: Prompt.ToolMessage): ReadonlyArray<Prompt.ToolResultPart> =>
  content.filter((part) => part.type === "tool-result")

/** Returns a tool's result as text. */
export const resultText = ({ modelOutput, result }: Prompt.ToolResultPart): string => {
  if (modelOutput !== undefined) return Prompt.toolModelOutputToText(modelOutput)
  return typeof result === "string" ? result : (JSON.stringify(result) ?? "")
}

const whole = (count: number | undefined): number | undefined =>
  count !== undefined && Number.isSafeInteger(count) && count >= 0 ? count : undefined

/** Creates the end of a response, with its cost. */
export const finish = (
  reason: Response.FinishReason,
  input: number | undefined,
  output: number | undefined
): Response.PartEncoded => ({
  type: "finish",
  reason,
  response: undefined,
  usage: {
    inputTokens: { uncached: undefined, total: whole(input), cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: whole(output), text: undefined, reasoning: undefined }
  }
})

/** Creates the part with the model's id. */
export const metadata = (modelId: string | undefined): ReadonlyArray<Response.PartEncoded> =>
  modelId === undefined ? [] : [{ type: "response-metadata", id: undefined, modelId, timestamp: undefined }]

/** Creates a decoder of responses by a schema. */
export const decoded = <S extends Schema.Decoder<unknown>>(module: string, what: string, schema: S) => {
  const decode = Schema.decodeUnknownEffect(schema)
  return (value: unknown): Effect.Effect<S["Type"], AiError.AiError> =>
    Effect.mapError(decode(value), () => {
      const reason = new AiError.InvalidResponseError({ description: `its answer is none of ${what}` })
      return AiError.make({ module, method: "generateText", reason })
    })
}

/** Returns the tools that a model may call. */
export const toolsOf = ({ tools }: ProviderOptions) =>
  tools.map((tool) => ({
    name: String(tool.name),
    description: Tool.getDescription(tool) ?? "",
    schema: Tool.getJsonSchema(tool)
  }))

/** Returns the one tool that a model must call, if there is one. */
export const onlyTool = ({ toolChoice }: ProviderOptions): string | undefined =>
  typeof toolChoice === "object" && "tool" in toolChoice ? String(toolChoice.tool) : undefined
