/** What a session of an agent holds while it lives. */
import type * as AiError from "effect/ai/AiError"
import type { LanguageModel } from "effect/ai/LanguageModel"
import type * as Prompt from "effect/ai/Prompt"
import type * as Tool from "effect/ai/Tool"
import type * as Toolkit from "effect/ai/Toolkit"
import type * as Effect from "effect/Effect"
import type { Hookline } from "../../Hookline.ts"
import type { Facts } from "../toolkit/Facts.ts"
import type { See } from "../toolkit/names.ts"
import type { History } from "./History.ts"

/** Any tools. */
export type AnyTools = Record<string, Tool.Any>

/**
 * How a prompt may fail: the model's call did, or a tool whose failures are not results.
 *
 * @category models
 * @since 0.1.0
 */
export type Failure<Tools extends AnyTools> = AiError.AiError | Tool.HandlerError<Tools[keyof Tools]>

/**
 * What a prompt needs: the model, and what the tools' handlers and schemas need.
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
 * How a conversation that has become too long is made shorter.
 *
 * @category models
 * @since 0.1.0
 */
export interface Compaction {
  /** Whether it has become too long, asked before each call of the model. */
  readonly when: (prompt: Prompt.Prompt) => boolean
  readonly compact: (prompt: Prompt.Prompt) => Effect.Effect<Prompt.Prompt, AiError.AiError, LanguageModel>
}

/**
 * How far an agent goes, and who hears of it.
 *
 * @category models
 * @since 0.1.0
 */
export interface Limits {
  /** How often the model may be called for one prompt: 100 times. */
  readonly turns?: number
  /** How many tools run at once. Unless it is said, all that the model called together. */
  readonly concurrency?: number | "unbounded"
  readonly compaction?: Compaction
  /** Hears the model's text as it comes. */
  readonly onText?: (text: string) => Effect.Effect<void>
}

/**
 * What came of a prompt.
 *
 * @category models
 * @since 0.1.0
 */
export interface Answer {
  /** What the model said last. */
  readonly text: string
  /**
   * How it ended: by the model, by a hook that refused the prompt or stopped the agent, or since the model was called as
   * often as it may be.
   */
  readonly ended: "done" | "blocked" | "halted" | "turns"
  /** Why, where it was not done. */
  readonly reason?: string
}

export interface Session<Tools extends AnyTools> {
  readonly hooks: Pick<Hookline["Service"], "emit">
  readonly facts: Facts
  readonly see: See
  readonly toolkit: Toolkit.WithHandler<Tools>
  readonly history: History
  readonly limits: Limits
}
