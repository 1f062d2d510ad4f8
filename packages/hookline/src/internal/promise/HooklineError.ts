/** What keeps the hooks from being asked. What a hook itself does wrong is never this: it stands in the report. */

/**
 * What went wrong, in one word that stays.
 *
 * - `bad-option`: an option that is not known, or not of its kind
 * - `no-project`: the project's folder is not there
 * - `bad-event`: an event that could not be told to hooks as it is
 * - `closed`: the hooks were closed before, or meanwhile
 * - `broken`: a mistake of Hookline's own
 */
export type HooklineErrorCode = "bad-option" | "no-project" | "bad-event" | "closed" | "broken"

/**
 * The error that promises of Hookline reject with, but for the reason of a signal that was aborted. Whoever gets one has
 * no answer of the hooks, and does not go on with what they were asked about.
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
