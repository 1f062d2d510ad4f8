/** Reports and plans as plain objects, in forms that stay: fields may be added to them within one version. */

/** How strictly an action is judged: `pass` says nothing, `deny` keeps it from happening. */
export type PlainVerdict = "pass" | "allow" | "ask" | "defer" | "deny"

/** Who says something, by the hook's identity or the handler's name. */
interface By {
  readonly by: string
}

/** Why a verdict was given. */
export interface PlainReason extends By {
  readonly text: string
}

/** A text for the model. */
export interface PlainContext extends By {
  readonly text: string
  readonly role: "system" | "user" | "assistant"
  /** Whether it is for the next call of the model only, and not kept in the conversation. */
  readonly ephemeral: boolean
}

/** A message to the user. */
export interface PlainNotice extends By {
  readonly level: "info" | "warning" | "error"
  readonly text: string
}

/** Where a hook was found. */
export interface PlainSource {
  readonly dialect: string
  readonly file: string
  readonly line?: number
  readonly plugin?: string
  readonly skill?: string
}

/** One hook that matched. */
export interface PlainRun {
  readonly id: string
  readonly kind: string
  readonly source: PlainSource
  readonly status: "ran" | "skipped" | "failed" | "interrupted"
  /** Why it did not run, or what failed. */
  readonly why?: string
  readonly exit?: number
  /** How many milliseconds it ran, and how many it waited for a place before that. */
  readonly ms?: number
  readonly queued?: number
}

/** Something that is wrong in a configuration. */
export interface PlainDiagnostic {
  readonly code: string
  readonly level: string
  readonly file: string
  readonly line: number
  readonly column: number
  readonly text: string
  readonly fix?: string
}

/** An edit that a hook made. It is in force already in the report's `input`, `result` and `prompt`. */
export interface PlainChange extends By {
  readonly target: "input" | "result" | "prompt"
  readonly mode: "replace" | "merge"
  readonly value: unknown
}

/** What came of an event: what `hookline run --json` prints, with the result and the prompt as hooks left them. */
export interface PlainReport {
  readonly version: 1
  readonly event: string
  readonly verdict: PlainVerdict
  /** Whether the action, or the agent, goes on. It is the one question to ask. */
  readonly goesOn: boolean
  readonly reasons: ReadonlyArray<PlainReason>
  /** The tool's input as the hooks left it: run the tool with this. `null` where there is no tool. */
  readonly input: unknown
  /** The tool's result as the hooks left it, or `null`. */
  readonly result: unknown
  /** The prompt as the hooks left it, or `null`. */
  readonly prompt: string | null
  readonly changes: ReadonlyArray<PlainChange>
  /** What the model is to be told. */
  readonly context: ReadonlyArray<PlainContext>
  /** What the user is to be told. */
  readonly notices: ReadonlyArray<PlainNotice>
  /** Who wants the agent to stop, and why. */
  readonly halt: { readonly by: string; readonly reason: string } | null
  /** The hooks whose own output is not to be shown. */
  readonly quiet: ReadonlyArray<string>
  /** What only a host can do: titles, paths to watch, permissions. */
  readonly effects: ReadonlyArray<{ readonly by: string; readonly kind: string; readonly value: unknown }>
  /** What hooks exported for the session. */
  readonly env: Readonly<Record<string, string>>
  readonly runs: ReadonlyArray<PlainRun>
  readonly diagnostics: ReadonlyArray<PlainDiagnostic>
}

/** A hook in a plan. */
export interface PlainPlanned {
  readonly id: string
  readonly file?: string
  readonly line?: number
}

/** Which hooks an event would run, in what order, and why the others would not: what `hookline plan --json` prints. */
export interface PlainPlan {
  readonly version: 1
  readonly event: string
  readonly groups: ReadonlyArray<{
    readonly dialect: string
    readonly parallel: boolean
    readonly hooks: ReadonlyArray<PlainPlanned>
  }>
  readonly others: ReadonlyArray<PlainPlanned & { readonly text: string }>
}
