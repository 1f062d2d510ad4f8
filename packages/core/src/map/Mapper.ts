/**
 * Stage 1, map: the host's payload becomes events.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import type { DecodedPayload } from "../Dialect.ts"
import { HostDialect } from "../HostDialect.ts"
import { PipelineError } from "../PipelineError.ts"

/**
 * Reads payloads.
 *
 * @example
 * ```ts
 * import { Mapper } from "@hookline/core/Mapper"
 *
 * const decoded = Mapper.use((mapper) => mapper.map({ hook_event_name: "Stop" }))
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class Mapper extends Context.Service<
  Mapper,
  {
    map(payload: unknown): Effect.Effect<DecodedPayload, PipelineError>
  }
>()("@hookline/core/Mapper") {
  /** Reads payloads in the host's dialect. */
  static readonly layerNoDeps = Layer.effect(
    Mapper,
    Effect.map(HostDialect, (host) =>
      Mapper.of({
        map: (payload) =>
          Result.match(host.event.read(payload), {
            onSuccess: Effect.succeed,
            onFailure: (reason) => Effect.fail(new PipelineError({ stage: "map", reason }))
          })
      })
    )
  )

  /** Requires no service that could be given by default. */
  static readonly layer = Mapper.layerNoDeps
}
