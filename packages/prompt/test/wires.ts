/** The two wires: how each provider is made, and how its server answers. */
import type * as LanguageModel from "effect/ai/LanguageModel"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Anthropic from "../src/providers/Anthropic.ts"
import * as OpenAiCompatible from "../src/providers/OpenAiCompatible.ts"
import type { Options } from "../src/internal/provider/Endpoint.ts"
import { type Act, json, type LoopbackServer } from "./LoopbackServer.ts"

export interface Call {
  readonly id: string
  readonly name: string
  readonly input: unknown
}

export interface Wire {
  readonly name: string
  readonly model: (server: LoopbackServer, options?: Options) => Layer.Layer<LanguageModel.LanguageModel>
  readonly path: string
  /** The message of a success. */
  readonly message: (text: string, end?: "end" | "cut" | "refused") => unknown
  readonly calls: (...calls: ReadonlyArray<Call>) => Act
  readonly error: (message: string) => unknown
  /** The field by which it is told the shape of an answer. */
  readonly format: string
}

/** The key of every test. It must not be seen anywhere but in a request's headers. */
export const secret = "sk-test-0123456789-secret"

const defaults = { apiKey: Redacted.make(secret), firstWait: "20 millis" } as const

/** Says a text, as a success. */
export const says = (wire: Wire, text: string, end?: "end" | "cut" | "refused"): Act =>
  json(200, wire.message(text, end))

export const anthropic: Wire = {
  name: "Anthropic",
  model: ({ url }, options) => Anthropic.model("claude-test", { baseUrl: url, ...defaults, ...options }),
  path: "/v1/messages",
  message: (text, end = "end") => ({
    type: "message",
    model: "claude-test-20260101",
    stop_reason: { end: "end_turn", cut: "max_tokens", refused: "refusal" }[end],
    content: [
      { type: "thinking", thinking: "Hm." },
      { type: "text", text }
    ],
    usage: { input_tokens: 30, output_tokens: 4, cache_read_input_tokens: 0 }
  }),
  calls: (...calls) =>
    json(200, {
      type: "message",
      model: "claude-test-20260101",
      stop_reason: "tool_use",
      content: [{ type: "text", text: "Let me look." }, ...calls.map((call) => ({ type: "tool_use", ...call }))],
      usage: { input_tokens: 10, output_tokens: 1 }
    }),
  error: (message) => ({ type: "error", error: { type: "some_error", message } }),
  format: "output_config"
}

export const openAi: Wire = {
  name: "OpenAiCompatible",
  model: ({ url }, options) => OpenAiCompatible.model("gpt-test", { baseUrl: `${url}/v1`, ...defaults, ...options }),
  path: "/v1/chat/completions",
  message: (text, end = "end") => ({
    object: "chat.completion",
    model: "gpt-test-2026",
    choices: [
      {
        finish_reason: { end: "stop", cut: "length", refused: "stop" }[end],
        message: {
          role: "assistant",
          content: end === "refused" ? null : text,
          refusal: end === "refused" ? text : null
        }
      }
    ],
    usage: { prompt_tokens: 30, completion_tokens: 4, total_tokens: 34 }
  }),
  calls: (...calls) =>
    json(200, {
      model: "gpt-test-2026",
      choices: [
        {
          finish_reason: "tool_calls",
          message: {
            role: "assistant",
            content: null,
            tool_calls: calls.map(({ id, input, name }) => ({
              id,
              type: "function",
              function: { name, arguments: JSON.stringify(input) }
            }))
          }
        }
      ],
      usage: { prompt_tokens: 10, completion_tokens: 1 }
    }),
  error: (message) => ({ error: { message, type: "some_error", code: null } }),
  format: "response_format"
}

export const wires: ReadonlyArray<Wire> = [anthropic, openAi]
