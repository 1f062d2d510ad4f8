/**
 * Stage 6, settle: applies an outcome. It budgets texts for the model, requests approval, shows messages, and writes the
 * audit.
 *
 * @since 0.1.0
 */
import { ThisProject } from "@hookline/core/ThisProject"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Report } from "@hookline/schema/Report"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { of, settle } from "./internal/settle.ts"
import { withClampedNotice } from "./internal/clampedNotice.ts"
import * as SettlePorts from "./internal/SettlePorts.ts"

/**
 * The time at which an event was answered, in milliseconds since 1970. By default, it ends when it is settled.
 *
 * @category models
 * @since 0.1.0
 */
export interface Times {
  readonly start: number
  readonly end?: number
}

/**
 * Applies outcomes.
 *
 * @example
 * ```ts
 * import { Settle } from "@hookline/coordinator/Settle"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 *
 * // A stage that decorates Hookline's own: give it to `provide`.
 * const counted = Layer.effect(
 *   Settle,
 *   Effect.map(Settle, ({ settle }) => ({
 *     settle: (event, report, times) =>
 *       Effect.tap(settle(event, report, times), ({ runs }) => Effect.logDebug(`${runs.length} hooks ran`))
 *   }))
 * )
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class Settle extends Context.Service<
  Settle,
  {
    /**
     * Returns the final report: an `Ask` is answered, its context is what the model gets, and its notices report what
     * became of the rest. The parts of each hook remain in its run.
     */
    settle(event: HookEvent, report: Report, times: Times): Effect.Effect<Report>
  }
>()("@hookline/coordinator/Settle") {
  /** Applies outcomes through the ports. */
  static readonly layer: Layer.Layer<Settle, never, SettlePorts.Ports | ThisProject> = Layer.effect(
    Settle,
    Effect.gen(function* () {
      const { project } = yield* ThisProject
      const ports = yield* SettlePorts.make
      return Settle.of({
        settle: Effect.fnUntraced(function* (event, report, { end, start }) {
          const matter = of(event, project.project)
          // A turn begins with a prompt.
          if (event._tag === "UserPromptSubmit") ports.turns.reset(event.sessionId)
          const settled = yield* settle(ports, matter, yield* withClampedNotice(ports, matter, report), start, end)
          if (event._tag === "SessionEnd") {
            ports.turns.reset(event.sessionId)
            // What was approved for the session ends with it.
            const [, broken] = yield* SettlePorts.ofState(() => ports.state.end(matter.session), undefined)
            if (broken.length > 0) {
              const { outcome } = settled
              return { ...settled, outcome: { ...outcome, notices: [...outcome.notices, ...broken] } }
            }
          }
          return settled
        })
      })
    })
  )

  /** Returns every report as it is, for hosts that settle later or elsewhere. */
  static readonly layerNone: Layer.Layer<Settle> = Layer.succeed(Settle)({
    settle: (_, report) => Effect.succeed(report)
  })

  /** Delegates to a service that is created on first use. */
  static readonly forward = (real: Effect.Effect<Settle["Service"]>): Settle["Service"] =>
    Settle.of({ settle: (event, report, times) => Effect.flatMap(real, (made) => made.settle(event, report, times)) })
}
