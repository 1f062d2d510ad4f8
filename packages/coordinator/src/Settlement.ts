/**
 * Does what hooks said about an event that somebody else had answered: whoever asks the pipeline itself, as a host's hook
 * command does, still wants a person asked, and a log.
 *
 * @since 0.1.0
 */
import type { SessionState } from "@hookline/core/SessionState"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Report } from "@hookline/schema/Report"
import * as Effect from "effect/Effect"
import * as SettlePorts from "./internal/SettlePorts.ts"
import { of, settle } from "./internal/settle.ts"

/**
 * When an event was answered, in milliseconds since 1970. It ends when it is settled, unless it is said.
 *
 * @category models
 * @since 0.1.0
 */
export interface Times {
  readonly start: number
  readonly end?: number
}

/**
 * Settles an event that was answered: the report is final then, as that of `Coordinator.coordinate` is.
 *
 * @category models
 * @since 0.1.0
 */
export type Settle = (event: HookEvent, report: Report, times: Times) => Effect.Effect<Report>

/**
 * Settles the events of one project, by the ports that the coordinator has. What turns have spent is counted for as long
 * as this is held.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (project: string): Effect.Effect<Settle, never, SessionState> =>
  Effect.map(
    SettlePorts.make,
    (parts): Settle =>
      (event, report, { end, start }) =>
        settle(parts, of(event, project), report, start, end)
  )
