/** The problem of a failure, as a sentence. */
import * as Cause from "effect/Cause"

export const textOf = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""))

export const sentence = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  return error instanceof Error ? error.message : textOf(error)
}
