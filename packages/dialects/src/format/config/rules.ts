/** The differences between dialects whose files are otherwise decoded alike. */
import type { MatchRule } from "@hookline/core/MatchRule"
import type { OnFailure } from "@hookline/schema/Hook"
import type { EntryType } from "@hookline/schema/kit/HookEntry"

export interface Rules {
  /** The dialect's name for users. */
  readonly title: string
  /** A complete file of this dialect. */
  readonly example: string
  /** Like `example`, but in TOML, if the dialect supports that. */
  readonly tomlExample?: string
  /** True if the file has other contents, so that it may have no hooks. */
  readonly isSettings?: boolean
  /** The top-level key that disables all hooks of the dialect, or enables them again. */
  readonly offKey?: string
  /** Parses a matcher's text. */
  readonly matcher: (text: string | undefined, eventName: string) => MatchRule
  /** The types of handlers that the dialect's own host knows, if it does not know all. */
  readonly types?: ReadonlyArray<EntryType>
  /** True if the host refuses a whole file for one handler of another type. */
  readonly refusesOthers?: boolean
  /** The maximum timeout of a hook. */
  readonly capMillis?: number
  /** The dialect's own words for failure policies. */
  readonly onFailureWords?: Readonly<Partial<Record<OnFailure, string>>>
  /** Names of events that only this dialect's hosts have, for which hooks may be configured. */
  readonly hostEvents?: Readonly<Record<string, string | undefined>>
}
