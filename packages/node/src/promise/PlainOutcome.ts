/** The result of a handler, as a plain object. */
import type { PlainContext, PlainNotice, PlainVerdict } from "./PlainReport.ts"
import type { EventFor } from "./PlainEvent.ts"

/** A question to the approver. */
export interface PlainQuestion {
  readonly text: string
  /** The possible answers. Defaults to "Allow" and "Deny". "Allow always" must be among them to be offered. */
  readonly options?: ReadonlyArray<string> | undefined
  /**
   * The scope of "Allow always": it covers all questions of this hook with this scope. Defaults to this prompt, tool and
   * input.
   */
  readonly scope?: string | undefined
  /** The time limit of the answer, in milliseconds. */
  readonly timeout?: number | undefined
  /** The result without an answer. Defaults to "deny". */
  readonly default?: "allow" | "deny" | undefined
}

/**
 * The result of a handler. Omitted keys have no effect.
 *
 * An unknown key or word makes it a failure, because a handler that meant to block must not count as one without an
 * opinion.
 */
export interface PlainOutcome {
  readonly verdict?: PlainVerdict | undefined
  /** The reason, which the model sees after a denial. */
  readonly reason?: string | undefined
  /** The question to the approver, with `verdict: "ask"`. Defaults to the reason. */
  readonly question?: string | PlainQuestion | undefined
  /** The new input of the tool. */
  readonly input?: Readonly<Record<string, unknown>> | undefined
  /** The new result of the tool. */
  readonly result?: unknown
  /** The new prompt. */
  readonly prompt?: string | undefined
  /** Context for the model. By default its role is `system`, and it is kept. */
  readonly context?: string | ReadonlyArray<string | PlainText> | undefined
  /** Notices to the user. Their default level is `info`. */
  readonly notices?: string | ReadonlyArray<string | PlainMessage> | undefined
  /** The reason to stop the agent. */
  readonly halt?: string | undefined
}

/** A text for the model. */
export interface PlainText {
  readonly text: string
  readonly role?: PlainContext["role"] | undefined
  readonly ephemeral?: boolean | undefined
}

/** A message to the user. */
export interface PlainMessage {
  readonly text: string
  readonly level?: PlainNotice["level"] | undefined
}

/** The second argument of callbacks. */
export interface Signalled {
  /**
   * Aborted when the result is no longer awaited: after the time limit, an abort of the emit, or the end of the hooks.
   */
  readonly signal: AbortSignal
}

/** A hook that is a function. */
export type PlainHandler<Name extends string = string> = (
  event: EventFor<Name>,
  options: Signalled
) => PlainOutcome | null | undefined | void | Promise<PlainOutcome | null | undefined | void>

/** Options for a handler. */
export interface HandlerOptions {
  /** Its name in reports, questions and the log. Defaults to the function's name. */
  readonly name?: string | undefined
  /** Lower priorities run first. Defaults to 0. Configured hooks have 20. */
  readonly priority?: number | undefined
  /** The time limit in milliseconds. Defaults to 30,000. */
  readonly timeout?: number | undefined
  /**
   * The effect of a failure: if it throws, exceeds its limit, or returns an invalid result. Defaults to the settings.
   */
  readonly onFailure?: "open" | "closed" | "ask" | undefined
}
