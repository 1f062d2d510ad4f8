/** The answer to a host's payload. */
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Outcome } from "@hookline/schema/Outcome"
import type { Report } from "@hookline/schema/Report"
import type { HostReply, SkillChange } from "../Dialect.ts"

/**
 * The result of a payload: its events with their reports, the combined outcome, and the answer for the host.
 *
 * @category models
 * @since 0.1.0
 */
export interface PayloadAnswer {
  /** The events of the payload, in order. */
  readonly events: ReadonlyArray<HookEvent>
  /** The events that were answered: not those after one that does not proceed, nor a turn's end under a second name. */
  readonly answered: ReadonlyArray<HookEvent>
  /** A report for each event that was answered. */
  readonly reports: ReadonlyArray<Report>
  readonly outcome: Outcome
  readonly reply: HostReply
  /** True if notices wait for an answer that the host shows, so that the next answer to such a payload may differ. */
  readonly mayWait: boolean
  readonly skill?: SkillChange
  /** A sentence about two names of one field whose values differ. The outcome has the failure that it is. */
  readonly contradiction?: string
}
