/** Errors of the system, among them those that concern the machine at this moment, and not the file. This module imports nothing, because `dispatch` loads it always. */

/** Returns the code of an error of the system, or the text of any other one. */
export const codeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error ? String(error.code) : String(error)

const codes = new Set(["EMFILE", "ENFILE", "ENOMEM", "EAGAIN", "EBUSY", "EINTR", "EIO", "ESTALE", "ETIMEDOUT"])

/**
 * Checks whether an error is of the machine. When it clears, no file event is emitted, so no result of it may be cached.
 *
 * @category guards
 * @since 0.1.0
 */
export const isTransient = (why: string): boolean => codes.has(why)
