/** The options with which hooks are opened. */
import type { PlainEvent } from "./PlainEvent.ts"
import type { Signalled } from "./PlainOutcome.ts"
import type { PlainContext, PlainNotice } from "./PlainReport.ts"

/** A question to the approver. Show the user the hook, the prompt, the tool and the input. */
export interface Asking {
  /** A hash of session, hook, prompt and event, which is equal for equal questions. */
  readonly id: string
  /** The hook that asks. */
  readonly by: string
  readonly prompt: string
  /** The answers. "Allow always" is among them only if the hook offers it; where it does not, it allows once. */
  readonly options: ReadonlyArray<string>
  /** The event of the question, with the changes of all hooks. */
  readonly event: PlainEvent
  readonly session?: string
  /** The tool, and the input with which it will run, on events about a tool. */
  readonly tool?: string
  readonly input?: Readonly<Record<string, unknown>>
  /** The scope of "Allow always" for this tool, if the hook names one. By default it is this input. */
  readonly scope?: string
  /** The time limit in milliseconds. */
  readonly timeout: number
  /** The time at which the default takes effect, in milliseconds since 1970. */
  readonly deadline: number
  readonly default: "allow" | "deny"
}

/**
 * The answer of the approver. `true` allows once. Of strings, only "allow", "allow once" and "allow always" grant, in any
 * case of letters.
 */
export type Answer = boolean | "allow" | "allow once" | "allow always" | "deny" | (string & {})

/** A message for the model, made of one event's texts with one role. */
export interface ContextMessage extends Pick<PlainContext, "role" | "ephemeral"> {
  readonly content: string
  readonly from: ReadonlyArray<{
    readonly by: string
    readonly event: string
    readonly bytes: number
    /** In milliseconds since 1970. */
    readonly time: number
  }>
}

/** A model of a provider, for hooks that ask one. */
export interface ProvidedModel {
  /** `openai` is every server with its chat completions: Ollama, llama.cpp, vLLM, gateways. */
  readonly provider: "anthropic" | "openai"
  readonly name: string
  /** Defaults to `ANTHROPIC_API_KEY` or `OPENAI_API_KEY`. A local server needs none. */
  readonly apiKey?: string | undefined
  /** The address of its API. Defaults to the provider's. */
  readonly baseUrl?: string | undefined
  readonly maxTokens?: number | undefined
}

/** The question to a model that is a function. It answers `{"ok": true}`, or `{"ok": false, "reason": "…"}`. */
export interface ModelQuestion {
  readonly messages: ReadonlyArray<{ readonly role: "system" | "user" | "assistant"; readonly text: string }>
}

/** A model that is a function, for prompt hooks. Agent hooks need a model with tools instead. */
export type ModelFunction = (question: ModelQuestion, options: Signalled) => string | Promise<string>

/** Settings for all hooks. An omitted setting is not decided here. */
export interface PlainSettings {
  readonly enabled?: boolean
  readonly allowUserHooks?: boolean
  readonly allowProjectHooks?: boolean
  /** Allows modules of the project to run in this process. Defaults to false. */
  readonly allowProjectModules?: boolean
  /** The time limit of a hook without its own. */
  readonly defaultTimeoutMillis?: number
  /** The upper bound of every hook's time limit. */
  readonly maxTimeoutMillis?: number
  /** The effect of a failed hook. */
  readonly failurePolicy?: "open" | "closed" | "ask"
  /** The shell that runs commands: `sh`, `bash`, `powershell`, … */
  readonly shell?: string
  /** The environment variables that hooks inherit, beside those of their dialect. */
  readonly env?: Readonly<Record<string, string>> | "minimal" | ReadonlyArray<string>
  /** A program and its arguments that wraps every command. */
  readonly wrap?: ReadonlyArray<string>
  readonly fastModel?: string
  /** The URLs to which hooks may send events. `*` matches any text. */
  readonly allowedHttpUrls?: ReadonlyArray<string>
  /** Disabled hooks, by their ids or by the names of their plugins. */
  readonly disabled?: ReadonlyArray<string>
}

/** The options with which hooks are opened. An unknown option is an error, because it may have been meant to guard. */
export interface OpenOptions {
  /** The project's folder. */
  readonly project: string
  /** The home folder of the user, whose hooks run too. Defaults to that of this process. */
  readonly home?: string | undefined
  /** The dialect of tools' names. Defaults to Claude Code's. */
  readonly host?:
    | "claude"
    | "amplifier"
    | "amcp"
    | "amplihack"
    | "codex"
    | "cursor"
    | "gemini"
    | "qwen"
    | "copilot"
    | "opencode"
    | undefined
  readonly settings?: PlainSettings | undefined
  /**
   * The trust in the project's hooks. By default `"store"`: the decisions of the user, and the folders that the user's
   * settings trust. Other hooks run confined: they can deny and ask, nothing else. `"all"` trusts all of them, for
   * projects that the program has judged itself.
   */
  readonly trust?: "store" | "all" | undefined
  /**
   * Asks the approver, one question of a session at a time. Without it, or if it throws or answers with an unknown word,
   * the action is denied. `"host"` leaves questions to the receiver of the report: its verdict is `ask` then, which is no
   * permission.
   */
  readonly approve?: "host" | ((asking: Asking, options: Signalled) => Answer | Promise<Answer>) | undefined
  /** True if the host itself runs the hooks of its own files, so that they are excluded here. Defaults to false. */
  readonly excludeHostHooks?: boolean | undefined
  /** Shows the notices of an event. They are also in the report. */
  readonly display?: ((notices: ReadonlyArray<PlainNotice>, event: string) => void | Promise<void>) | undefined
  /** Receives the context of an event. It is also in the report. */
  readonly context?:
    | ((messages: ReadonlyArray<ContextMessage>, session: string | undefined) => void | Promise<void>)
    | undefined
  /** The folder of an audit log. By default none is written. */
  readonly audit?: string | undefined
  /** The model for hooks that ask one. Without it, such a hook is a failure that names the missing option. */
  readonly model?: ProvidedModel | ModelFunction | undefined
}
