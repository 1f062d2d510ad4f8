/** The words of a dialect's hooks, by which its laws judge it. */
import * as HookEvent from "@hookline/schema/HookEvent"

/**
 * The differences of a dialect's hooks from those of Claude Code. Each law holds for all dialects, by these words.
 *
 * @category models
 * @since 0.1.0
 */
export interface HookWords {
  /** Returns the name by which hooks are given an event. Defaults to the canonical name. */
  readonly eventName?: (event: HookEvent.HookEvent) => string
  /** True if a matcher that is no list is an expression which matches anywhere in a name. */
  readonly matchesAnywhere?: true
  /** True if no word of a reply grants a call. */
  readonly grantsNothing?: true
  /** The events on which every exit code but 0 denies. */
  readonly failuresDeny?: ReadonlySet<string>
  /** True if exit codes above 2 deny with a text. */
  readonly laterExitsDeny?: true
}

export const eventNameIn = ({ eventName = HookEvent.nameOf }: HookWords, event: HookEvent.HookEvent): string =>
  eventName(event)
