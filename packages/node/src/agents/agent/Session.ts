/** The state of an agent's session. */
import type * as AiError from "effect/ai/AiError"
import type { LanguageModel } from "effect/ai/LanguageModel"
import type * as Prompt from "effect/ai/Prompt"
import type * as Tool from "effect/ai/Tool"
import type * as Toolkit from "effect/ai/Toolkit"
import type * as Effect from "effect/Effect"
import type { Hookline } from "../../Hookline.ts"
import type { SessionFields } from "../toolkit/SessionFields.ts"
import type { History } from "./History.ts"

/** Any tools. */
export type AnyTools = Record<string, Tool.Any>

/**
 * The failures of a prompt: that of the model's call, or of a tool whose failures are no results.
 *
 * @category models
 * @since 0.1.0
 */
export type Failure<Tools extends AnyTools> = AiError.AiError | Tool.HandlerError<Tools[keyof Tools]>

/**
 * The requirements of a prompt: the model, and those of the tools' handlers and schemas.
 *
 * @category models
 * @since 0.1.0
 */
export type Needs<Tools extends AnyTools> =
  | LanguageModel
  | Tool.HandlerServices<Tools[keyof Tools]>
  | Tool.ResultDecodingServices<Tools[keyof Tools]>
  | Tool.ParametersEncodingServices<Tools[keyof Tools]>

/**
 * The compaction of a conversation that is too long.
 *
 * @category models
 * @since 0.1.0
 */
export interface Compaction {
  /** Checks whether the conversation is too long, before each call of the model. */
  readonly when: (prompt: Prompt.Prompt) => boolean
  readonly compact: (prompt: Prompt.Prompt) => Effect.Effect<Prompt.Prompt, AiError.AiError, LanguageModel>
}

/**
 * Limits of an agent, and its observer.
 *
 * @category models
 * @since 0.1.0
 */
export interface Limits {
  /** The maximum number of model calls for one prompt. Defaults to 100. */
  readonly turns?: number
  /** The number of tools that run in parallel. Defaults to all that the model called together. */
  readonly concurrency?: number | "unbounded"
  readonly compaction?: Compaction
  /** Called with the model's text as it arrives. */
  readonly onText?: (text: string) => Effect.Effect<void>
}

/**
 * The result of a prompt.
 *
 * @category models
 * @since 0.1.0
 */
export interface Answer {
  /** The model's last text. */
  readonly text: string
  /**
   * The reason for the end: the model finished, a hook refused the prompt, a hook stopped the agent, or the limit of
   * model calls was reached.
   */
  readonly ended: "done" | "blocked" | "halted" | "turns"
  /** The explanation, unless `ended` is `done`. */
  readonly reason?: string
}

export interface Session<Tools extends AnyTools> {
  readonly hooks: Pick<Hookline["Service"], "approval" | "display" | "emit">
  readonly facts: SessionFields
  readonly toolkit: Toolkit.WithHandler<Tools>
  readonly history: History
  readonly limits: Limits
}
