/** What hooks are opened with. */
import type { PlainEvent } from "./PlainEvent.ts"
import type { Signalled } from "./PlainOutcome.ts"
import type { PlainContext, PlainNotice } from "./PlainReport.ts"

/** What a person is asked. */
export interface Asking {
  /** The hook that asks. */
  readonly by: string
  readonly prompt: string
  readonly options: ReadonlyArray<string>
  /** What it is about. */
  readonly event: PlainEvent
  readonly timeout: number
  readonly default: "allow" | "deny"
}

/** What a person answers. `true` allows once; of the words only those that begin with "allow" grant anything. */
export type Answer = boolean | "allow once" | "allow always" | "deny" | (string & {})

/** A message for the model, made of the texts of one event that are of one role. */
export interface ContextMessage extends Pick<PlainContext, "role" | "ephemeral"> {
  readonly content: string
  readonly from: ReadonlyArray<{ readonly by: string; readonly event: string; readonly bytes: number }>
}

/** A model of a provider, for hooks that ask one. */
export interface ProvidedModel {
  /** `openai` is whatever speaks its chat completions: Ollama, llama.cpp, vLLM, gateways. */
  readonly provider: "anthropic" | "openai"
  readonly name: string
  /** `ANTHROPIC_API_KEY` or `OPENAI_API_KEY`, if it is left out. A server of one's own needs none. */
  readonly apiKey?: string | undefined
  /** Where its API is, if not at the provider's. */
  readonly baseUrl?: string | undefined
  readonly maxTokens?: number | undefined
}

/** What a model that is a function is asked. It answers `{"ok": true}`, or `{"ok": false, "reason": "…"}`. */
export interface ModelQuestion {
  readonly messages: ReadonlyArray<{ readonly role: "system" | "user" | "assistant"; readonly text: string }>
}

/** A model that is a function, for prompt hooks. Hooks that are agents need one with tools, which this has not. */
export type ModelFunction = (question: ModelQuestion, options: Signalled) => string | Promise<string>

/** What people decide about hooks as a whole. What is left out, nobody has decided here. */
export interface PlainSettings {
  readonly enabled?: boolean
  readonly allowUserHooks?: boolean
  readonly allowProjectHooks?: boolean
  /** Whether a project's modules may run in our own process. Where nobody says so, they may not. */
  readonly allowProjectModules?: boolean
  /** What a hook gets that does not say how long it may take. */
  readonly defaultTimeoutMillis?: number
  /** The most that a hook may take, whatever it says. */
  readonly maxTimeoutMillis?: number
  /** What a hook means that could not do its work. */
  readonly failurePolicy?: "open" | "closed" | "ask"
  /** What commands are run by: `sh`, `bash`, `powershell`, … */
  readonly shell?: string
  /** Which variables hooks get, beside those of their own dialect. */
  readonly env?: Readonly<Record<string, string>> | "minimal" | ReadonlyArray<string>
  /** A program and its arguments, inside which every command runs. */
  readonly wrap?: ReadonlyArray<string>
  readonly fastModel?: string
  /** Where hooks may send events. `*` stands for anything. */
  readonly allowedHttpUrls?: ReadonlyArray<string>
  /** Hooks that are switched off, by their identities or by the names of their plugins. */
  readonly disabled?: ReadonlyArray<string>
}

/** What hooks are opened with. An option that is not known is refused: one that was meant to guard must not be lost. */
export interface OpenOptions {
  /** The project's folder. */
  readonly project: string
  /** The folder of the person whose hooks run, too: that of this process, if it is left out. */
  readonly home?: string | undefined
  /** In whose words tools are called: Claude Code's, if it is left out. */
  readonly host?: "claude" | "amplifier" | "amcp" | "amplihack" | undefined
  readonly settings?: PlainSettings | undefined
  /** Asks a person. If it is left out nobody is there, which denies. So does one that throws, or answers nothing known. */
  readonly approve?: ((asking: Asking, options: Signalled) => Answer | Promise<Answer>) | undefined
  /** Shows the messages of an event. They stand in the report in any case. */
  readonly display?: ((notices: ReadonlyArray<PlainNotice>, event: string) => void | Promise<void>) | undefined
  /** Gets the texts of an event for the model. They stand in the report in any case. */
  readonly context?:
    | ((messages: ReadonlyArray<ContextMessage>, session: string | undefined) => void | Promise<void>)
    | undefined
  /** The folder of an audit log. If it is left out, none is kept. */
  readonly audit?: string | undefined
  /** The model for hooks that ask one. If it is left out, such a hook is a failure that says what to add. */
  readonly model?: ProvidedModel | ModelFunction | undefined
}
