/** What differs between dialects whose files are otherwise read alike. */
import type { MatchRule } from "@hookline/core/MatchRule"

export interface Rules {
  /** What people call the dialect. */
  readonly title: string
  /** A whole file in this dialect's words. */
  readonly example: string
  /** Whether hooks are only a part of what the file is for, so that it may well have none. */
  readonly isSettings?: boolean
  /** How a matcher's text is meant. */
  readonly matcher: (text: string | undefined, eventName: string) => MatchRule
  /** The longest that a hook may ask for. */
  readonly capMillis?: number
  /** Names of events that only this dialect's hosts have, and that hooks may wait for. */
  readonly hostEvents?: Readonly<Record<string, string | undefined>>
}
