/**
 * The kinds of handlers that a sandbox can hold.
 *
 * @since 0.1.0
 */
import type { Handler } from "@hookline/schema/Handler"

const kinds: ReadonlySet<string> = new Set(["Command", "Python"])

/**
 * Checks whether a handler has a process of its own, which a sandbox can hold.
 *
 * @category guards
 * @since 0.1.0
 */
export const isConfinable = ({ _tag }: Handler): boolean => kinds.has(_tag)
