/**
 * A model that follows a script: prompt and agent hooks get scripted verdicts, and agents texts and calls of tools,
 * without a network.
 *
 * @since 0.1.0
 */
import * as AiError from "effect/ai/AiError"
import * as LanguageModel from "effect/ai/LanguageModel"
import * as Model from "effect/ai/Model"
import type * as Prompt from "effect/ai/Prompt"
import type * as Response from "effect/ai/Response"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"

/**
 * The behaviour of the model for a question: a verdict, any text, the call of a tool, or a failure, with a delay, or no
 * answer.
 *
 * @category models
 * @since 0.1.0
 */
export type Act = (
  | { readonly ok: boolean; readonly reason?: string; readonly impossible?: boolean }
  | { readonly text: string }
  | { readonly tool: string; readonly input: unknown }
  | { readonly fails: string }
  | { readonly hangs: true }
) & { readonly after?: Duration.Input }

/**
 * The behaviours: one for all questions, a list in the order of the questions, or by the question.
 *
 * @category models
 * @since 0.1.0
 */
export type Script = Act | ReadonlyArray<Act> | ((asked: string) => Act)

/**
 * The questions to the model, in order.
 *
 * @category models
 * @since 0.1.0
 */
export interface Seen {
  readonly asked: Array<string>
}

/**
 * Creates an empty record.
 *
 * @example
 * ```ts
 * import * as TestModel from "@hookline/testing/TestModel"
 *
 * const seen = TestModel.record()
 * const model = TestModel.layer({ ok: true }, seen)
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const record = (): Seen => ({ asked: [] })

/** Returns the text of all messages. */
const textOf = ({ content }: Prompt.Prompt): string =>
  content
    .map((message) =>
      typeof message.content === "string"
        ? message.content
        : message.content.map((part) => (part.type === "text" ? part.text : JSON.stringify(part))).join("\n")
    )
    .join("\n\n")

const failing = (description: string): Effect.Effect<never, AiError.AiError> =>
  Effect.fail(
    AiError.make({
      module: "TestModel",
      method: "generateText",
      // A failure that is not retried, because the script defines each call once.
      reason: new AiError.UnknownError({ description })
    })
  )

const said = (text: string) => Effect.succeed([{ type: "text" as const, text }])

const called = (name: string, params: unknown, count: number) =>
  Effect.succeed([{ type: "tool-call" as const, id: `call-${count}`, name, params }])

/** Performs an act. `count` is the number of the question, which makes the ids of calls unique. */
const perform = (act: Act, count: number): Effect.Effect<Array<Response.PartEncoded>, AiError.AiError> => {
  if ("hangs" in act) return Effect.never
  if ("fails" in act) return failing(act.fails)
  if ("tool" in act) return called(act.tool, act.input, count)
  if ("text" in act) return said(act.text)
  const { after: _after, ...verdict } = act
  return said(JSON.stringify(verdict))
}

/** Returns the parts of a stream for a part of an answer: a text comes in pieces. */
const streamed = (part: Response.PartEncoded, index: number): Array<Response.StreamPartEncoded> => {
  if (part.type === "tool-call") return [part]
  if (part.type !== "text") return []
  const id = `text-${index}`
  const pieces = part.text.match(/\S+\s*|\s+/g) ?? []
  return [
    { type: "text-start", id },
    ...pieces.map((delta) => ({ type: "text-delta" as const, id, delta })),
    { type: "text-end", id }
  ]
}

const isList = (script: Script): script is ReadonlyArray<Act> => Array.isArray(script)

const actsOf = (script: Script): ((asked: string) => Act) => {
  if (typeof script === "function") return script
  if (!isList(script)) return () => script
  const rest = [...script]
  return () => rest.shift() ?? { fails: "the script has no verdict left" }
}

/**
 * Provides the model. After the last entry of a list it fails, so that no hook passes without a judgement.
 *
 * @example
 * ```ts
 * import * as ModelPromptRunner from "@hookline/prompt/ModelPromptRunner"
 * import * as TestModel from "@hookline/testing/TestModel"
 * import * as Layer from "effect/Layer"
 *
 * const model = TestModel.layer([{ ok: true }, { ok: false, reason: "This deletes files" }])
 * const runner = Layer.provide(ModelPromptRunner.layer, model)
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (script: Script, seen: Seen = record()) =>
  Model.make(
    "test",
    "scripted",
    Layer.effect(
      LanguageModel.LanguageModel,
      Effect.suspend(() => {
        const next = actsOf(script)
        const answer = ({ prompt }: { readonly prompt: Prompt.Prompt }) =>
          Effect.suspend(() => {
            const asked = textOf(prompt)
            seen.asked.push(asked)
            const act = next(asked)
            const parts = perform(act, seen.asked.length)
            return act.after === undefined ? parts : Effect.delay(parts, act.after)
          })
        return LanguageModel.make({
          generateText: answer,
          streamText: (options) =>
            Stream.fromIterableEffect(Effect.map(answer(options), (parts) => parts.flatMap(streamed)))
        })
      })
    )
  )
