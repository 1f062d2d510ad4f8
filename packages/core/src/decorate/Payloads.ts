/** Runs payloads through the decorated answer, so that every event passes the same decorators. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { HostDialect } from "../HostDialect.ts"
import type { Mapper } from "../map/Mapper.ts"
import { payloadServices, runPayload } from "../map/runPayload.ts"
import { Pipeline } from "../Pipeline.ts"
import type { SessionState } from "../session/SessionState.ts"
import type { ThisProject } from "../ThisProject.ts"
import type { Translator } from "../translate/Translator.ts"

/** Replaces `run`. It is the outermost decorator. */
export const layer: Layer.Layer<
  Pipeline,
  never,
  HostDialect | Mapper | Pipeline | SessionState | ThisProject | Translator
> = Layer.effect(
  Pipeline,
  Effect.gen(function* () {
    const pipeline = yield* Pipeline
    const services = yield* payloadServices(pipeline)
    return Pipeline.of({
      ...pipeline,
      run: (payload, options) => runPayload(services, pipeline.answer, pipeline.wants, payload, options)
    })
  })
)
