/** Runs payloads through the decorated answer, so that every event passes the same decorators. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { HostDialect } from "../HostDialect.ts"
import { Mapper } from "../map/Mapper.ts"
import { runPayload } from "../map/runPayload.ts"
import { Pipeline } from "../Pipeline.ts"
import { SessionState } from "../session/SessionState.ts"
import { ThisProject } from "../ThisProject.ts"
import { Translator } from "../translate/Translator.ts"

/** Replaces `run`. It is the outermost decorator. */
export const layer: Layer.Layer<
  Pipeline,
  never,
  HostDialect | Mapper | Pipeline | SessionState | ThisProject | Translator
> = Layer.effect(
  Pipeline,
  Effect.gen(function* () {
    const pipeline = yield* Pipeline
    const { project } = yield* ThisProject
    const services = {
      host: yield* HostDialect,
      projectDir: project.project,
      mapper: yield* Mapper,
      state: yield* SessionState,
      translator: yield* Translator,
      policy: pipeline.onFailure
    }
    return Pipeline.of({
      ...pipeline,
      run: (payload, options) => runPayload(services, pipeline.answer, pipeline.wants, payload, options)
    })
  })
)
