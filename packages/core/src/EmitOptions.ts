/** Options of one event. */

/**
 * Facts that a host has beside the event.
 *
 * @category models
 * @since 0.1.0
 */
export interface EmitOptions {
  /** The number of continuations since the agent's last tool call. From eight on, the agent may stop. */
  readonly continuations?: number
  /** True if the answer goes to the host: changes that its dialect does not support are dropped before they are judged. */
  readonly forHost?: boolean
}
