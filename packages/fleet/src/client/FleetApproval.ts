/**
 * Asks approvers of a fleet, who answer from any machine.
 *
 * **Details**
 *
 * The question survives this process: asked again by its id, as after a restart, it joins the one that waits, or gets the
 * answer that was given in the meantime. The first answer counts, and after the deadline none but the default. While the
 * fleet is away the question is asked again until its deadline; then it is denied, unless its hook allows silence.
 *
 * @since 0.1.0
 */
import { type Answer, type Approval, layerEffect, type Request, Unanswered } from "@hookline/coordinator/Approval"
import { questionText } from "@hookline/coordinator/kit/approval/questionText"
import type { ThisProject } from "@hookline/core/ThisProject"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { randomUUID } from "node:crypto"
import { storable } from "../ids.ts"
import { type Answered, limits } from "../Protocol.ts"
import { type Calls, FleetClient } from "./FleetClient.ts"

/** The time between two tries to reach the fleet. */
const retryMillis = 500

const answerOf = ({ answer, isDefault }: Answered): Effect.Effect<Answer, Unanswered> =>
  isDefault && answer !== "allow"
    ? Effect.fail(new Unanswered({ why: "no approver of the fleet answered before the deadline" }))
    : Effect.succeed({ answer, found: "asked" })

/**
 * Asks a question of this machine.
 *
 * @example
 * ```ts
 * import * as FleetApproval from "@hookline/fleet/FleetApproval"
 * import { FleetClient } from "@hookline/fleet/FleetClient"
 * import * as Effect from "effect/Effect"
 *
 * const ask = Effect.map(FleetClient, (calls) => FleetApproval.ask(calls))
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const ask = ({ ask: call }: Pick<Calls, "ask">) =>
  Effect.fnUntraced(function* (request: Request): Effect.fn.Return<Answer, Unanswered> {
    const { by, deadline, default: silence, id, options, session } = request
    const prompt = yield* questionText(request)
    if (prompt.length > limits.prompt) {
      return yield* new Unanswered({
        why: "its input is too long for approvers of the fleet, who have to see it whole"
      })
    }
    const question = {
      id: storable(id),
      session: storable(session ?? "no session"),
      by: storable(by),
      // Lone surrogates do not go over a wire; what replaces them is visible.
      prompt: prompt.toWellFormed().replaceAll("\0", "\uFFFD"),
      options,
      default: silence
    }
    // One asking: the answer that it gets serves no later one.
    const token = randomUUID()
    for (;;) {
      const now = yield* Clock.currentTimeMillis
      const leftMillis = Math.max(0, Math.min(Math.ceil(deadline - now), limits.questionMillis))
      const asked = yield* Effect.result(call({ ...question, leftMillis }, token))
      if (asked._tag === "Success") return yield* answerOf(asked.success)
      const { _tag, message } = asked.failure
      if (_tag === "Refused" || leftMillis <= retryMillis) {
        return yield* new Unanswered({ why: `the fleet could not be asked: ${message}` })
      }
      yield* Effect.sleep(retryMillis)
    }
  })

/**
 * Asks approvers of a fleet.
 *
 * @example
 * ```ts
 * import * as FleetApproval from "@hookline/fleet/FleetApproval"
 * import { FleetClient } from "@hookline/fleet/FleetClient"
 * import { Hookline } from "@hookline/node"
 * import * as Layer from "effect/Layer"
 *
 * const fleet = FleetClient.layer({ url: "https://fleet.example:7420", token: "hookline_machine_…" })
 * const hooks = Hookline.layer({ project: ".", provide: [Layer.provide(FleetApproval.layer, fleet)] })
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layer: Layer.Layer<Approval, never, FleetClient | ThisProject> = layerEffect(
  Effect.map(FleetClient, (calls) => ({ ask: ask(calls) }))
)
