/** The differences between dialects whose files are otherwise decoded alike. */
import type { MatchRule } from "@hookline/core/MatchRule"
import type { Hook, OnFailure } from "@hookline/schema/Hook"
import type { Json } from "@hookline/schema/Json"
import type { EntryType } from "@hookline/schema/kit/HookEntry"
import type { File } from "@hookline/schema/Source"
import type { Problem } from "./Problem.ts"

/** An entry in the words of the shared schemas, or the problem for which there is none. `isNoHook` if it costs no hook. */
export type Reworded =
  | { readonly entry: Json; readonly matcher?: string }
  | { readonly lost: Omit<Problem, "at" | "lost">; readonly isNoHook?: true }

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
  /** Checks whether `off` counts in a file. Without this function it counts in all. */
  readonly isOffRead?: (path: string) => boolean
  /** The key that disables the hooks of one file only, in files in which `off` does not count. */
  readonly fileOff?: string
  /** Checks for a file that is one of settings, if only some are. */
  readonly isSettingsFile?: (path: string) => boolean
  /** True if the host refuses all hooks of a file of settings for one broken entry. */
  readonly refusesSettings?: true
  /** Returns why the host refuses a whole file with this command in it. */
  readonly refusesCommand?: (command: string) => string | undefined
  /** The version of its files, if its host refuses any other. */
  readonly version?: number
  /** True if handlers are in the list of an event itself, each with its matcher: `also` groups may be there, or `only` they. */
  readonly flat?: "also" | "only"
  /** Converts an entry below an event of the file, whose words are not those of the shared schemas. */
  readonly inOurWords?: (entry: Json, name: string, file: Pick<File, "folder" | "scope">) => Reworded
  /** Converts an encoded entry to the words of the files. */
  readonly inHostWords?: (entry: Json, hook: Hook) => Json
  /** Returns the name of the event below which a hook is encoded, if it is not the first one that means the event. */
  readonly writtenName?: (hook: Hook) => string | undefined
  /** Returns the problem of a valid hook whose own host does not run it, or runs it with less. */
  readonly hookProblem?: (
    hook: Hook,
    name: string
  ) => (Omit<Problem, "at" | "lost"> & { readonly field: string }) | undefined
  /** The dialect's own names of fields, in the fixes of problems. */
  readonly fieldNames?: Readonly<Record<string, string | undefined>>
  /** The dialect's own name of `onFailure`. */
  readonly failureField?: "failClosed" | "failure_mode"
  /** Returns the names and commands that the file disables beside its hooks. */
  readonly disabled?: (root: Json) => ReadonlySet<string>
  /** Parses a matcher's text. */
  readonly matcher: (text: string | undefined, eventName: string) => MatchRule
  /** The names of its host's tools, if a matcher for tools of other agents only is none for this one. */
  readonly ownTools?: ReadonlyArray<string>
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
  /** Keys beside the events that have another purpose. */
  readonly notEvents?: ReadonlyArray<string>
  /** The canonical events by their names in these files, where these are others. The files have no other events. */
  readonly eventNames?: Readonly<Record<string, string>>
}
