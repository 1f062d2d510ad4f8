/** The answer to a question of the playground, as plain data. */
import type { Json } from "@hookline/schema/Json"

/** A diagnostic of the file, at its line. */
export interface Finding {
  readonly code: string
  readonly level: "error" | "warning" | "info"
  readonly line: number
  readonly column: number
  readonly text: string
  readonly fix?: string
}

/** A hook of the file. */
export interface Entry {
  readonly id: string
  readonly line: number
  /** The command, the address or the prompt. */
  readonly text: string
  readonly kind: string
  readonly event: string
}

/** A hook that the event runs: the replies to choose from, the one that was chosen, and what became of it. */
export interface Running extends Entry {
  readonly presets: ReadonlyArray<{ readonly name: string; readonly title: string }>
  /** The preset that holds without a choice. */
  readonly usual: string
  /** The reply as what a process would print, if the hook is one. */
  readonly reply?: { readonly exit: number; readonly stdout: string; readonly stderr: string }
  readonly status: string
  readonly verdict?: string
  readonly failure?: string
  readonly isSecondLook: boolean
}

/** A group of hooks that run together, or in turn. */
export interface RunningGroup {
  readonly dialect: string
  readonly parallel: boolean
  readonly hooks: ReadonlyArray<Running>
}

/** A hook that the event does not run, and the reason. */
export interface Other extends Entry {
  readonly tag: string
  readonly why: string
}

/** The answer to the agent: what `hookline dispatch` prints, and its exit code. */
export interface Reply {
  readonly stdout: string
  readonly stderr: string
  readonly exit: number
}

/** The answer to a question. */
export interface Judged {
  readonly _tag: "Judged"
  readonly findings: ReadonlyArray<Finding>
  readonly groups: ReadonlyArray<RunningGroup>
  readonly others: ReadonlyArray<Other>
  readonly payload: Json
  readonly verdict: string
  readonly reply: Reply
  /** The number of hooks in the file. */
  readonly hooks: number
}

/** A question that has no answer: what is wrong with its event. */
export interface Unclear {
  readonly _tag: "Unclear"
  readonly problem: string
}
