/**
 * The facts of a host that `attach`, `migrate` and `check` ask for.
 *
 * **Details**
 *
 * They are plain values apart from the dialects, so that a command line can list the hosts without loading how each of
 * them reads and writes.
 *
 * @since 0.1.0
 */
import type { Base } from "@hookline/core/Dialect"
import type { Kind } from "@hookline/schema/Handler"
import type { OnFailure } from "@hookline/schema/Hook"
import type { Json } from "@hookline/schema/Json"

/**
 * The scope of a settings file: the user's in all projects, everyone's in a project, or the user's in a project.
 *
 * @category models
 * @since 0.1.0
 */
export type SettingsScope = "user" | "project" | "local"

/**
 * The exits by which a host reads a denial from a command that could not answer: exit code 2, unless noted here.
 *
 * @category models
 * @since 0.1.0
 */
export interface HostExits {
  /** Outputs that deny, by the events on which the host reads no denial from an exit code. */
  readonly denials?: Readonly<Record<string, Json>>
  /** Events on which any exit code but 0 prevents the action, or does anything else to it; `all` events, or these. */
  readonly anyDenies?: "all" | ReadonlyArray<string>
  /** True if exit code 2 denies only beside a text on standard error. */
  readonly needsText?: true
}

/**
 * A value in a host's settings that switches hooks off: equal to `is`, or a list that `has` it.
 *
 * @category models
 * @since 0.1.0
 */
export interface Switch {
  readonly at: ReadonlyArray<string>
  readonly is?: boolean
  readonly has?: string
}

/**
 * The path of a settings file. A variable of the environment may name another folder in place of the path's first one.
 *
 * @category models
 * @since 0.1.0
 */
export interface SettingsPlace {
  readonly base: Base
  readonly path: string
  readonly variable?: string
}

/**
 * The settings files in which a host looks for commands to run on its events.
 *
 * @category models
 * @since 0.1.0
 */
export interface HostSettings {
  readonly files: Readonly<Partial<Record<SettingsScope, SettingsPlace>>>
  /** True if the file is a program as a whole, which the host loads: Hookline has a file of its own there. */
  readonly isPlugin?: true
  /** True if the file names bundles that the host mounts: Hookline has a bundle and a module beside it. */
  readonly isModule?: true
  /** Reports whether a command may be a program with its arguments, and not only a text for a shell. */
  readonly execForm: boolean
  /** True if it ignores arguments, and runs the program alone with the payload as its standard input. */
  readonly runsPayload?: true
  /** Events that are registered on request only. */
  readonly onRequest?: ReadonlyArray<string>
  /** The names of events in these files, where they are not the canonical ones. Several events may have one name. */
  readonly eventNames?: Readonly<Record<string, string>>
  /** The unit of timeouts, and the greatest number that is read in this unit. Defaults to seconds. */
  readonly timeouts?: {
    readonly perSecond: number
    readonly most?: number
    /** The greatest limits, in seconds, of events that the host hardly waits for. */
    readonly caps?: Readonly<Record<string, number>>
  }
  /** Fields of each entry beside its command and timeout. */
  readonly fields?: Json
  /** Fields of an entry whose failures deny, if the host reads that from the entry. */
  readonly closedFields?: Json
  /** Fields that the file itself must have beside `hooks`. */
  readonly rootFields?: Json
  /** True if an entry for all tools has no matcher. */
  readonly withoutMatcher?: true
  /** The scope in which a command is registered unless another is named: the one in which it surely counts. If absent, the narrowest. */
  readonly usualScope?: SettingsScope
  /** Values of its settings, in any scope, that switch our entries off. */
  readonly switches?: ReadonlyArray<Switch>
  /** True if the host knows a group by its position, so that one that is taken out leaves an empty one behind. */
  readonly keepsPlaces?: true
  /** True if the host ends, or reads nothing, where its file is no strict JSON, comments aside. */
  readonly isStrict?: true
  /** A limit on what commands may have in their text, beside what shells read: why a text is refused, or `undefined`. */
  readonly refuses?: (command: string) => string | undefined
  readonly exits?: HostExits
  /** Explains why a scope has no file, and how to register a command by hand. */
  readonly withoutFile?: (scope: SettingsScope) => { readonly why: string; readonly byHand: string }
}

/**
 * The meaning of a variable that hooks read. Variables of one meaning replace each other; `other` has no counterpart.
 *
 * @category models
 * @since 0.1.0
 */
export type VariableMeaning = "project" | "session" | "envFile" | "plugin" | "hooks" | "other"

/**
 * The variables that commands of a host's hooks read.
 *
 * @category models
 * @since 0.1.0
 */
export interface HostVariables {
  /** The meaning of each variable that the host introduced. */
  readonly meanings: Readonly<Record<string, VariableMeaning>>
  /** The variable of a meaning that hooks of the host's own settings get. */
  readonly names: Readonly<Partial<Record<VariableMeaning, string>>>
  /** The variables, other hosts' included, that mean the same in those hooks. */
  readonly kept: ReadonlyArray<string>
  /** Reports whether variables of folders are set for hooks of every file, and not only for those of a plugin. */
  readonly foldersInEveryFile?: true
}

/**
 * The rules for hooks that are written for a host, or taken from it, beside what its files may hold.
 *
 * @category models
 * @since 0.1.0
 */
export interface MigrationRules {
  /** The way in which the host reads matchers: `whole` if an expression is for the whole name; otherwise it may match anywhere. */
  readonly matchers: {
    readonly whole: boolean
    readonly ignoreCase: boolean
    /** False if names are expressions, too. Targets other than tools are compared whole then. */
    readonly hasLists?: false
  }
  /** The kinds of handlers that the host runs. */
  readonly kinds: ReadonlyArray<Kind>
  /** Reports whether the host itself skips a hook that is disabled. */
  readonly honorsEnabled: boolean
  /** Reports whether a hook can have a permission rule. */
  readonly hasRules: boolean
  /** The way in which hooks of a group run: together, in turn, or either, as the group states. */
  readonly groups: "together" | "either" | "inTurn"
  /** Reports whether a command is one text for the default shell: no arguments, no other shell, no background. */
  readonly plainCommands: boolean
  /** The failure policies that a hook can name. */
  readonly onFailure: ReadonlyArray<OnFailure>
  /** The kinds of handlers whose failure policy the host itself ignores. */
  readonly ignoresOnFailureOf: ReadonlyArray<Kind>
  /** Fields of its entries that no other file may have, because they are a part of what the hook runs, or when. */
  readonly ownFields?: ReadonlyArray<string>
  /** The events on which any failure of a command denies, whatever its policy is. */
  readonly failuresDeny?: ReadonlyArray<string>
  /** True if limits are whole seconds: another limit is the next one above it. */
  readonly wholeTimeouts?: true
  /** True if it has names of its own for all tools, so that a matcher for none that is known here is not taken over. */
  readonly onlyKnownTools?: true
  /** The one tool that does the work of others there, by their canonical names: a hook on one of them alone has no match. */
  readonly oneTool?: { readonly name: string; readonly others: ReadonlyArray<string> }
  /** Returns why a file with this command would not be read, or `undefined`. */
  readonly refuses?: (command: string) => string | undefined
  /** The tools that start agents, if matchers of `SubagentStart` and `SubagentStop` may name them. */
  readonly agentTools?: ReadonlyArray<string>
  /** The scopes in which the host reads the first of its files only. */
  readonly firstFileOnly?: ReadonlyArray<SettingsScope>
  readonly variables: HostVariables
  /** Notes on how answers of hooks are read: `to` is for hooks written for this host, `from` for hooks taken from it. */
  readonly answerNotes?: { readonly to: string; readonly from: string }
}

/**
 * A place at which users put hooks, and at which no host reads them.
 *
 * @category models
 * @since 0.1.0
 */
export interface UnreadPlace {
  /** The path from the project or the home. With the name `*.json` it is all such files of a folder. */
  readonly path: string
  /** The path at which hooks are read. */
  readonly belongs: string
  /**
   * Set if the paths are from a plugin's folder: of each plugin and the project, which may be one, or of plugins of which no hooks
   * are read.
   */
  readonly inPlugins?: "any" | "without hooks"
}

/**
 * The facts of a host.
 *
 * @category models
 * @since 0.1.0
 */
export interface HostFacts {
  /** The name of its dialect. */
  readonly name: string
  /** The events that the host reports: `all` events with canonical names, or these. */
  readonly events: "all" | ReadonlyArray<string>
  /** Those of them that the host declares, and does not fire in any version we know. */
  readonly silentEvents?: ReadonlyArray<string>
  /** The name of its program. */
  readonly program?: string
  /** The package and the version of the client from which its behaviour was recorded. */
  readonly recorded?: { readonly package: string; readonly version: string }
  /** Actions that no hook sees there, as sentences. */
  readonly unseen?: ReadonlyArray<string>
  /** True if all that is known of it is from its documents: no version of it was run. */
  readonly isUntried?: true
  /** The way in which its files list the handlers of an event: in groups below a matcher, or as a list, named or not. */
  readonly layout: "groups" | "handlers" | "list"
  readonly settings: HostSettings
  /** True if some of its payloads do not name their event, so that the command line names it. */
  readonly leavesOutNames?: true
  /** Places at which its hooks are found by mistake. */
  readonly unread?: ReadonlyArray<UnreadPlace>
  /** Absent if hooks cannot be written for this host. */
  readonly migration?: MigrationRules
}
