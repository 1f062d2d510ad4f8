/**
 * A vendor's formats of files, payloads and replies, as a value without state.
 *
 * **Details**
 *
 * A dialect has two roles, since host and scripts often speak different ones: the host's dialect reads payloads and
 * writes answers, the hook's own dialect reads its file, feeds it, and reads its reply.
 *
 * @since 0.1.0
 */
import type { Capabilities } from "@hookline/schema/Capabilities"
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import type { DiagnosticCode } from "@hookline/schema/DiagnosticCode"
import type { Kind } from "@hookline/schema/Handler"
import type { Hook } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { HookReply } from "@hookline/schema/HookReply"
import type { Notice, Outcome } from "@hookline/schema/Outcome"
import type { Carrier, File, Path, Scope } from "@hookline/schema/Source"
import type * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import type { ConfigFiles } from "./discover/ConfigFiles.ts"
import type { MatchRule } from "./match/MatchRule.ts"
import type { HookFailed, InvalidReply, Unreadable } from "./PipelineError.ts"
import type { ToolTable } from "./match/ToolTable.ts"

/**
 * A place where a dialect's hooks are written. `base` is the user's home folder, their folder for configurations, or the
 * project.
 *
 * **Details**
 *
 * `File` is one file. `Files` are all files of a folder whose names have an ending, in the order of their names; `file` is
 * the one to which hooks are added. A `variable` of the environment may name another folder in the place of the path's first
 * step. `Folder` is a folder with a file of its own and one folder per plugin: the plugin's own
 * file, or where it has none those of its layout. A plugin with a nested file or a manifest is one of `pluginDialect`: all of its
 * files are read and run by that dialect's rules.
 *
 * @category models
 * @since 0.1.0
 */
export type HookFiles =
  | {
      readonly _tag: "File"
      readonly scope: Scope
      readonly base: Base
      readonly path: string
      readonly variable?: string
    }
  | {
      readonly _tag: "Files"
      readonly scope: Scope
      readonly base: Base
      readonly path: string
      readonly variable?: string
      readonly file: string
      readonly ending: string
    }
  | {
      readonly _tag: "Folder"
      readonly scope: Scope
      readonly base: Base
      readonly path: string
      readonly file: string
      readonly layout: PluginLayout
      readonly pluginDialect: string
    }

/**
 * The layout of a plugin: the file of its hooks, its manifest, which may name more of them under `key`, and the folders
 * of its skills, agents and commands, of which the manifest may name more under a kind's `key`.
 *
 * @category models
 * @since 0.1.0
 */
export interface PluginLayout {
  readonly nested: string
  readonly manifest: { readonly path: string; readonly key: string }
  readonly carriers: ReadonlyArray<{ readonly kind: "skill" | Carrier; readonly path: string; readonly key: string }>
}

/**
 * A plugin that a host installed in its own way and the user has enabled. Its hooks are the user's.
 *
 * @category models
 * @since 0.1.0
 */
export interface HostPlugin {
  /** The host's name for it, without a version. */
  readonly id: string
  readonly name: string
  readonly folder: string
  /** The folder in which it may keep data. */
  readonly data: string
  /** True if the host does not use it in this project. */
  readonly hostSkips?: true
  /** The hooks that a list outside of its folder gives it. */
  readonly listed?: { readonly file: string; readonly text: string }
}

/**
 * The plugins that a host installs in its own way.
 *
 * @category models
 * @since 0.1.0
 */
export interface HostPlugins {
  /** The dialect of the host. A dialect that is made from that one does not have the plugins a second time. */
  readonly host: string
  readonly layout: PluginLayout
  /** Finds the enabled ones, in the order in which their hooks run. It never fails: a problem is a diagnostic. */
  readonly find: (
    folders: Readonly<Record<Base, string>> & { readonly named?: Readonly<Record<string, string>> }
  ) => Effect.Effect<
    { readonly plugins: ReadonlyArray<HostPlugin>; readonly diagnostics: ReadonlyArray<Diagnostic> },
    never,
    ConfigFiles
  >
}

/** @since 0.1.0 */
export type Base = "home" | "config" | "project"

/**
 * A folder of files that bring hooks of their own, which are in force while what they describe is in use.
 *
 * **Details**
 *
 * A `skill` is a folder with a `SKILL.md`, however deep; an `agent` or a `command` is any file that ends in `.md`. The
 * folder is named from a base, or by a variable of the environment. A `variable` beside a base names the folder that takes the
 * place of the path's first step.
 *
 * @category models
 * @since 0.1.0
 */
export type SkillFolder = { readonly kind: "skill" | Carrier } & (
  | {
      readonly _tag: "Folder"
      readonly scope: Scope
      readonly base: Base
      readonly path: string
      readonly variable?: string
    }
  | { readonly _tag: "Variable"; readonly name: string }
)

/**
 * A file's hooks, its diagnostics, and the number of its entries: each of them is either among the hooks, or reported
 * as a loss by a diagnostic.
 *
 * @category models
 * @since 0.1.0
 */
export interface Reading {
  readonly hooks: ReadonlyArray<Hook>
  readonly diagnostics: ReadonlyArray<Diagnostic>
  readonly entries: number
  /** The switch that a file has for all hooks of its dialect, with its location, if the file has one. */
  readonly allOff?: { readonly off: boolean; readonly at: Path }
}

/** @since 0.1.0 */
export interface Position {
  readonly line: number
  readonly column: number
}

/**
 * Reads and writes the files of a dialect.
 *
 * @category models
 * @since 0.1.0
 */
export interface ConfigFormat {
  /** The shape of a valid file. */
  readonly schema: Schema.Top
  /** The canonical names of the events that its files can have, if they cannot have all. */
  readonly events?: ReadonlyArray<string>
  /** Reads one file. It never fails: what is wrong is a diagnostic, and costs no more than itself. */
  readonly read: (file: File, text: string) => Effect.Effect<Reading>
  /** The file's data for these hooks, ready for `JSON.stringify`. Fields that we do not model are kept. */
  readonly write: (hooks: ReadonlyArray<Hook>) => Readonly<Record<string, unknown>>
  /** Locates the values of a file. Reading a file does not need it. */
  readonly locate: (file: File, text: string) => Effect.Effect<(at: Path) => Position>
}

/**
 * A decoded payload: its events in order, and a skill that came or went.
 *
 * @category models
 * @since 0.1.0
 */
export interface DecodedPayload {
  readonly events: ReadonlyArray<HookEvent>
  readonly skill?: SkillChange
  /**
   * A sentence about two names of one field whose values differ, so that guards may judge something else than the host runs.
   * It is a failure, for which the policy decides.
   */
  readonly contradiction?: string
}

/**
 * A skill that came or went, in a session. A host may report itself the skill's folder, and the hooks that it brings.
 *
 * @category models
 * @since 0.1.0
 */
export type SkillChange =
  | {
      readonly _tag: "Loaded"
      readonly name: string
      readonly sessionId?: string
      readonly folder?: string
      readonly hooks?: unknown
    }
  | { readonly _tag: "Unloaded"; readonly name: string; readonly sessionId?: string }

/**
 * Reads and writes the events of a host.
 *
 * @category models
 * @since 0.1.0
 */
export interface EventWire {
  readonly read: (payload: unknown) => Result.Result<DecodedPayload, Unreadable>
  /** Returns the payload that this host sends for the event. */
  readonly write: (event: HookEvent) => Readonly<Record<string, unknown>>
  /** Returns this host's own name of the event, if it has one. */
  readonly nameOf?: (event: HookEvent) => string
  /** The canonical events of this host's names of events, where they are others. */
  readonly meanings?: Readonly<Record<string, ReadonlyArray<string>>>
  /** The names of events that only this host has, and for which hooks may be configured. */
  readonly ownEvents?: ReadonlyArray<string>
  /**
   * The canonical names of the events that this host fires in the versions that are known. Hooks of another event are
   * reported as ones that may never run. Left out where they are unknown.
   */
  readonly fires?: ReadonlyArray<string>
  /** True if the host reports no start of a session. Its first event gets the notices of the start. */
  readonly startsSilently?: true
  /** True if the host sets no limit to how often an agent is sent on at its end, so that it is set here. */
  readonly endless?: true
  /** The names under which this host fires the end of one and the same turn, if it has several. */
  readonly turnEnds?: ReadonlyArray<string>
  /**
   * The input of a hook of this dialect: the whole event, and its host's name of the tool if that differs. `configured` is
   * what the dialect's `configuredEvent` returns for the hook.
   */
  readonly encodeForHook: (
    event: HookEvent,
    hostTool?: HostTool,
    configured?: string
  ) => Readonly<Record<string, unknown>>
}

/**
 * A tool call in its host's own words.
 *
 * @category models
 * @since 0.1.0
 */
export interface HostTool {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
}

/**
 * The interpretation of a hook's reply. A failure keeps the reply's other parts: policy decides what the failure means,
 * and adds it.
 *
 * @category models
 * @since 0.1.0
 */
export interface Interpretation {
  readonly outcome: Outcome
  readonly failure?: InvalidReply | HookFailed
  /** The texts of notices that a session gets once, such as fields without a meaning. Each run has them. */
  readonly remarks?: ReadonlyArray<string>
  /** A failure only if the hook's policy is not open: its reply was valid, and it exited like one that failed. */
  readonly softFailure?: HookFailed
}

/**
 * The answer to a host: the body that goes to our standard output, or `undefined` for an empty one, the exit
 * code, and the parts that its words can't express.
 *
 * @category models
 * @since 0.1.0
 */
export interface HostReply {
  readonly body?: Readonly<Record<string, unknown>>
  /** The plain line that goes to our standard output in the body's place, if the host wants no object. */
  readonly text?: string
  readonly exit: number
  readonly stderr?: string
  readonly unsupported: ReadonlyArray<Notice>
}

/**
 * Reads the replies of hooks, and writes the answers to a host.
 *
 * @category models
 * @since 0.1.0
 */
export interface ReplyWire {
  readonly read: (reply: HookReply, hook: Hook, event: HookEvent) => Interpretation
  /** Returns an answer that is never weaker than the outcome: a part that the host can't express becomes stricter, or is reported. */
  readonly write: (outcome: Outcome, event: HookEvent) => HostReply
  /**
   * Returns the text of an answer that the host shows to its user on this event, or `undefined` if it shows none. Without
   * this function every answer is taken to be shown.
   */
  readonly shows?: (reply: HostReply, event: HookEvent) => string | undefined
  /** Returns the capabilities for this outcome, if the host makes only some changes of a target. */
  readonly supports?: (event: HookEvent, outcome: Outcome) => Capabilities
}

/**
 * The defaults of a dialect.
 *
 * @category models
 * @since 0.1.0
 */
export interface Defaults {
  readonly timeoutMillis: (kind: Kind, eventName: string) => number
  /** The most that a hook may ask for. */
  readonly capMillis?: number
  /** `true` if all matching hooks of an event, from all files, run together. */
  readonly parallel: boolean
  readonly shortCircuit: "never" | "onDeny"
  /** True if a deny of its hooks also skips the hooks of other dialects, unless `ShortCircuit` is `never`. */
  readonly endsEvent?: true
  /** `true` if a hook that stops the agent is the last of its group to run; otherwise the rest of the group runs, too. */
  readonly haltsAtOnce?: true
}

/**
 * The meaning of a hook that is in a dialect's own files twice, on the same event under the same matcher. `Once`: the
 * first runs. `ProjectReplaces`: a project's takes the place of a person's.
 *
 * @category models
 * @since 0.1.0
 */
export type Duplicates = "Once" | "ProjectReplaces"

/**
 * The facts about a hook that is about to run, for its variables.
 *
 * @category models
 * @since 0.1.0
 */
export interface EnvFacts {
  readonly projectDir: string
  readonly event: HookEvent
  readonly source: File
}

/**
 * The files of a project in which it sets variables of its host, which passes them on to its hooks.
 *
 * @category models
 * @since 0.1.0
 */
export interface ProjectEnv {
  /** Settings with the variables as an object under a key. `onlyMissing`: a variable that the host has keeps its value. */
  readonly settings?: { readonly files: ReadonlyArray<string>; readonly key: string; readonly onlyMissing?: true }
  /** Files of lines such as `NAME=value`, of which a host takes the variables that it does not have. */
  readonly dotenv?: ReadonlyArray<string>
}

/**
 * A vendor's format.
 *
 * @category models
 * @since 0.1.0
 */
export interface Dialect {
  readonly name: string
  /** The name that people use. */
  readonly title: string
  readonly files: ReadonlyArray<HookFiles>
  /** The plugins that its host installs. Their hooks come after those of the files. */
  readonly plugins?: HostPlugins
  /** The folders of its skills, in the order in which they are searched. */
  readonly skills?: ReadonlyArray<SkillFolder>
  readonly config: ConfigFormat
  readonly event: EventWire
  readonly matcher: (text: string | undefined, eventName: string) => MatchRule
  /** Further texts that a matcher may match beside the event's target. */
  readonly alsoMatches?: (event: HookEvent) => ReadonlyArray<string>
  readonly reply: ReplyWire
  /**
   * Returns canonical names of tools by which matchers and rules refer to the tool of an event beside its own name. A host
   * has it if one of its tools does the work of several canonical ones.
   */
  readonly alsoNamed?: (event: HookEvent) => ReadonlyArray<string>
  /** Returns what this host can express about an event. */
  readonly capabilities: (event: HookEvent) => Capabilities
  readonly defaults: Defaults
  /** All copies run, if left out. */
  readonly duplicates?: Duplicates
  /**
   * The files of hooks that an administrator writes for everybody on a machine, by the operating system. A path that ends with
   * a slash is a folder of such files.
   */
  readonly machineFiles?: Readonly<Record<string, ReadonlyArray<string>>>
  /** The variables that name further files of that kind, each with the names of files that the host then reads beside it. */
  readonly machineVariables?: Readonly<Record<string, ReadonlyArray<string>>>
  /** `true` if the host itself runs the hooks of its own files, so that they must not run a second time. */
  readonly runsItsOwn?: boolean
  /** The dialects whose files the host reads, too, and whose hooks it runs itself where `hostRuns` is true. */
  readonly hostReads?: ReadonlyArray<string>
  /** Checks whether the host itself runs this hook of its own files, if it does not run all of them. We run the others. */
  readonly hostRuns?: (hook: Hook) => boolean
  /** The problems for which the host refuses a whole file of its own, with all hooks in it. */
  readonly hostRefuses?: ReadonlySet<DiagnosticCode>
  /** The name by which a folder is known as a project, and the variable by which a host names that folder. */
  readonly marker?: string
  readonly projectVariable?: string
  /** The files of a project in which it sets variables of its host. */
  readonly projectEnv?: ProjectEnv
  readonly tools: ToolTable
  /** Returns the name of the event under which a hook is written, if what the hook is given depends on that name. */
  readonly configuredEvent?: (hook: Hook) => string | undefined
  /** True if its hooks get events as the host sent them, with the host's names of tools. */
  readonly takesEventsAsSent?: true
  /**
   * True if a permission rule on more than a program's name matches every command in which the shell expands something,
   * as in `Bash(git push *)` beside `$()`, a backtick or a variable. Otherwise only a command of that program matches.
   */
  readonly rulesMatchBesideExpansions?: true
  /** The variables that hooks of this dialect get, beside those that all get. */
  readonly env: (facts: EnvFacts) => Readonly<Record<string, string>>
  /** The variables that hooks of every dialect get where this one is the host's. */
  readonly hostEnv: (facts: Pick<EnvFacts, "projectDir" | "event">) => Readonly<Record<string, string>>
  /** All variables that this dialect ever sets: a hook that is not to have one does not inherit it either. */
  readonly variables: ReadonlyArray<string>
  /** The variable that names the file in which hooks export for their session. */
  readonly envFileVariable?: string
}
