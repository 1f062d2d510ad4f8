/** The differences between dialects whose files are otherwise decoded alike. */
import type { MatchRule } from "@hookline/core/MatchRule"
import type { OnFailure } from "@hookline/schema/Hook"
import type { Json } from "@hookline/schema/Json"
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
  /** The key that disables all hooks of the dialect, or enables them again, and its value that disables them. */
  readonly off?: { readonly at: ReadonlyArray<string>; readonly when: boolean }
  /** Returns the names and commands that the file disables beside its hooks. */
  readonly disabled?: (root: Json) => ReadonlySet<string>
  /** Parses a matcher's text. */
  readonly matcher: (text: string | undefined, eventName: string) => MatchRule
  /** The types of handlers that the dialect's own host knows, if it does not know all. */
  readonly types?: ReadonlyArray<EntryType>
  /** True if the host refuses a whole file for one handler of another type. */
  readonly refusesOthers?: boolean
  /** Fields of a handler that the dialect's own host ignores, or Hookline does: what that means, and the fix. */
  readonly foreignFields?: Readonly<Record<string, { readonly text: string; readonly fix: string } | undefined>>
  /** Keys beside the events that are none, and mean nothing any more: the fix for each. */
  readonly formerKeys?: Readonly<Record<string, string | undefined>>
  /** The number by which timeouts are written for one second. Defaults to 1. */
  readonly perSecond?: number
  /** True if a number of seconds from a thousand on is one of milliseconds. */
  readonly largeAreMillis?: true
  /** Types of handlers that the dialect's own host reads, and never runs. */
  readonly skips?: ReadonlyArray<EntryType>
  /** The keys at the top of a file, if its host refuses a file with another one. */
  readonly topKeys?: ReadonlyArray<string>
  /** True if its host refuses a file with a timeout that is no whole number. */
  readonly wholeTimeouts?: true
  /** The maximum timeout of a hook. */
  readonly capMillis?: number
  /** The dialect's own words for failure policies. */
  readonly onFailureWords?: Readonly<Partial<Record<OnFailure, string>>>
  /** Names of events that only this dialect's hosts have, for which hooks may be configured. */
  readonly hostEvents?: Readonly<Record<string, string | undefined>>
  /** The canonical events by their names in these files, where these are others. The files have no other events. */
  readonly eventNames?: Readonly<Record<string, string>>
}
