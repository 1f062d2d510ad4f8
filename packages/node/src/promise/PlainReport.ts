/** Reports and plans as plain objects, in stable forms: within one version fields may be added. */

/** The verdict on an action: `pass` has no opinion, `deny` prevents the action. */
export type PlainVerdict = "pass" | "allow" | "ask" | "defer" | "deny"

/** The author: a hook's id, or a handler's name. */
interface By {
  readonly by: string
}

/** The reason of a verdict. */
export interface PlainReason extends By {
  readonly text: string
}

/** A text for the model. */
export interface PlainContext extends By {
  readonly text: string
  readonly role: "system" | "user" | "assistant"
  /** True if the text is for the next call of the model only, and is not kept in the conversation. */
  readonly ephemeral: boolean
}

/** A message to the user. */
export interface PlainNotice extends By {
  readonly level: "info" | "warning" | "error"
  readonly text: string
}

/** The source of a hook. */
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
  /** 2 or 3 if it ran once more, on an input that was changed after it ran. */
  readonly look?: 2 | 3
  /** The reason for which it did not run, or its failure. */
  readonly why?: string
  readonly exit?: number
  /** The duration in milliseconds, and the time before in which it waited for a free slot. */
  readonly ms?: number
  readonly queued?: number
}

/** A problem in a configuration. */
export interface PlainDiagnostic {
  readonly code: string
  readonly level: string
  readonly file: string
  readonly line: number
  readonly column: number
  readonly text: string
  readonly fix?: string
}

/** A change by a hook. The report's `input`, `result` and `prompt` contain it already. */
export interface PlainChange extends By {
  readonly target: "input" | "result" | "prompt"
  readonly mode: "replace" | "merge"
  readonly value: unknown
}

/**
 * The result of an event: the output of `hookline run --json`, with the result and the prompt after the hooks' changes.
 */
export interface PlainReport {
  readonly version: 1
  readonly event: string
  readonly verdict: PlainVerdict
  /** True if the action, or the agent, may proceed. This is the one field to check. */
  readonly goesOn: boolean
  readonly reasons: ReadonlyArray<PlainReason>
  /** The tool's input after the hooks' changes: run the tool with it. `null` without a tool. */
  readonly input: unknown
  /** The tool's result after the hooks' changes, or `null`. */
  readonly result: unknown
  /** The prompt after the hooks' changes, or `null`. */
  readonly prompt: string | null
  readonly changes: ReadonlyArray<PlainChange>
  /** Context for the model. */
  readonly context: ReadonlyArray<PlainContext>
  /** Notices to the user. */
  readonly notices: ReadonlyArray<PlainNotice>
  /** The hook that stops the agent, with its reason. */
  readonly halt: { readonly by: string; readonly reason: string } | null
  /** The hooks whose own output is not shown. */
  readonly quiet: ReadonlyArray<string>
  /** Effects that only a host has: titles, paths to watch, permissions. */
  readonly effects: ReadonlyArray<{ readonly by: string; readonly kind: string; readonly value: unknown }>
  /** Environment variables that hooks exported for the session. */
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

/**
 * The hooks that an event would run, in order, and the reasons for which others would not run: the output of
 * `hookline plan --json`.
 */
export interface PlainPlan {
  readonly version: 1
  readonly event: string
  readonly groups: ReadonlyArray<{
    readonly dialect: string
    readonly parallel: boolean
    readonly hooks: ReadonlyArray<PlainPlanned>
  }>
  /** The hooks that a change of the input would run once more on what it became, if they were not given that. */
  readonly secondLook?: ReadonlyArray<PlainPlanned>
  /** The failures on which the policy would decide before any hook, because hooks may be missing from the plan. */
  readonly failures?: ReadonlyArray<{ readonly stage: string; readonly reason: string; readonly text: string }>
  readonly others: ReadonlyArray<PlainPlanned & { readonly text: string }>
}
