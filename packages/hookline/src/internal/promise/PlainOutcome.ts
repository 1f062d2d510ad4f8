/** What a handler says, as a plain object. */
import type { PlainContext, PlainNotice, PlainVerdict } from "./PlainReport.ts"
import type { EventFor } from "./PlainEvent.ts"

/** A question to a person. */
export interface PlainQuestion {
  readonly text: string
  /** What may be answered: "Allow once", "Allow always" and "Deny", unless it says otherwise. */
  readonly options?: ReadonlyArray<string> | undefined
  /** How many milliseconds the person may take. */
  readonly timeout?: number | undefined
  /** What it comes to if nobody answers: "deny", unless it says otherwise. */
  readonly default?: "allow" | "deny" | undefined
}

/**
 * What a handler says. What is left out says nothing.
 *
 * A key or a word that is not known makes it a failure: whoever meant to block must not be heard as one who said nothing.
 */
export interface PlainOutcome {
  readonly verdict?: PlainVerdict | undefined
  /** Why: told to the model where it is denied. */
  readonly reason?: string | undefined
  /** What the person is asked, with `verdict: "ask"`: the reason, if it is left out. */
  readonly question?: string | PlainQuestion | undefined
  /** What the tool is called with, in the place of its input. */
  readonly input?: Readonly<Record<string, unknown>> | undefined
  /** What the tool gave, in the place of its result. */
  readonly result?: unknown
  /** What the user says, in the place of the prompt. */
  readonly prompt?: string | undefined
  /** What the model is told, by the system and for good unless it says otherwise. */
  readonly context?: string | ReadonlyArray<string | PlainText> | undefined
  /** What the user is told, as information unless it says otherwise. */
  readonly notices?: string | ReadonlyArray<string | PlainMessage> | undefined
  /** Why the agent is to stop. */
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

/** What is handed on beside an event or a question. */
export interface Signalled {
  /** Aborted when nobody waits any more: its time is up, the emit was aborted, or the hooks are closed. */
  readonly signal: AbortSignal
}

/** A hook that is a function. */
export type PlainHandler<Name extends string = string> = (
  event: EventFor<Name>,
  options: Signalled
) => PlainOutcome | null | undefined | void | Promise<PlainOutcome | null | undefined | void>

/** How a handler stands among the others. */
export interface HandlerOptions {
  /** What it is called in reports, in questions and in the log: the function's name, if it is left out. */
  readonly name?: string | undefined
  /** Lower ones come first; 0 if it is left out. Configured hooks stand at 20. */
  readonly priority?: number | undefined
  /** How many milliseconds it may take: 30,000 if it is left out. */
  readonly timeout?: number | undefined
  /** What it means where it throws, is late, or returns nonsense: what the settings say, if it is left out. */
  readonly onFailure?: "open" | "closed" | "ask" | undefined
}
