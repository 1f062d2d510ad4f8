/** What differs between dialects whose files are otherwise read alike. */
import type { MatchRule } from "@hookline/core/MatchRule"
import type { OnFailure } from "@hookline/schema/Hook"

export interface Rules {
  /** What people call the dialect. */
  readonly title: string
  /** A whole file in this dialect's words. */
  readonly example: string
  /** The same as TOML, where its files may be that. */
  readonly tomlExample?: string
  /** Whether hooks are only a part of what the file is for, so that it may well have none. */
  readonly isSettings?: boolean
  /** The key at the top of a file that switches off all hooks of the dialect, or on again what another file said. */
  readonly offKey?: string
  /** How a matcher's text is meant. */
  readonly matcher: (text: string | undefined, eventName: string) => MatchRule
  /** The longest that a hook may ask for. */
  readonly capMillis?: number
  /** What the dialect calls policies for failures, where it has other words than we. */
  readonly onFailureWords?: Readonly<Partial<Record<OnFailure, string>>>
  /** Names of events that only this dialect's hosts have, and that hooks may wait for. */
  readonly hostEvents?: Readonly<Record<string, string | undefined>>
}
