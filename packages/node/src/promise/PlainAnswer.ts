/** The answer to a host's payload as plain objects. */
import type { PlainReport } from "./PlainReport.ts"

/** The answer in the host's own format: what a hook command of the host prints, and the code with which it exits. */
export interface PlainReply {
  readonly body?: Readonly<Record<string, unknown>>
  /** A plain line that the host wants in place of an object. */
  readonly text?: string
  readonly exit: number
  readonly stderr?: string
}

/**
 * The result of a payload: a report for each of its events that was answered, and the answer for the host.
 */
export interface PlainAnswer {
  readonly reports: ReadonlyArray<PlainReport>
  readonly reply: PlainReply
  /** Parts of the outcome that the answer can't express, as messages to the user. */
  readonly unsupported: ReadonlyArray<string>
}
