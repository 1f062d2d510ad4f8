/** The errors that prevent hooks from running. A failure of a hook is never one of them; it is in the report. */

/**
 * The code of an error, which is stable.
 *
 * - `bad-option`: an unknown option, or one of a wrong type
 * - `no-project`: the project's folder does not exist
 * - `bad-event`: an event that can't be encoded for hooks
 * - `closed`: the hooks are closed
 * - `broken`: a defect of Hookline
 */
export type HooklineErrorCode = "bad-option" | "no-project" | "bad-event" | "closed" | "broken"

/**
 * The error with which Hookline's promises reject, except for the reason of an aborted signal. The hooks have given no
 * answer then, so the action must not run.
 *
 * @category errors
 * @since 0.1.0
 */
export class HooklineError extends Error {
  override readonly name = "HooklineError"
  readonly code: HooklineErrorCode

  constructor(code: HooklineErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options)
    this.code = code
  }
}
