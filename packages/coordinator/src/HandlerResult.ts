/**
 * The result of a native handler: any part of an outcome, and data for `Handlers.collect`.
 *
 * @since 0.1.0
 */
import { isJson } from "@hookline/schema/Json"
import type * as Outcome from "@hookline/schema/Outcome"

/**
 * The result of a handler. Absent parts are empty. An empty `by` means the handler's own name.
 *
 * @category models
 * @since 0.1.0
 */
export interface HandlerResult extends Partial<Outcome.Outcome> {
  /** Data for `Handlers.collect`. An event ignores it. */
  readonly data?: unknown
}

/**
 * Returns the data of a result, if it has any.
 *
 * @category getters
 * @since 0.1.0
 */
export const dataOf = (result: unknown): unknown => (isJson(result) ? (result["data"] ?? undefined) : undefined)
