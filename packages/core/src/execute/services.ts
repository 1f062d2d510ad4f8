/** The services that every event needs, read once when the pipeline is built. */
import * as Effect from "effect/Effect"
import type { CompiledCatalogs } from "../match/CompiledCatalogs.ts"
import type { Mapper } from "../map/Mapper.ts"
import { HostDialect } from "../HostDialect.ts"
import { Conflict } from "../policy/Conflict.ts"
import { FailurePolicy } from "../policy/FailurePolicy.ts"
import { ShortCircuit } from "../policy/ShortCircuit.ts"
import { Timeouts } from "../policy/Timeouts.ts"
import { SessionEnv } from "../session/SessionEnv.ts"
import { SessionState } from "../session/SessionState.ts"
import { ThisProject } from "../ThisProject.ts"
import { Translator } from "../translate/Translator.ts"
import { Background } from "./Background.ts"
import type { PipelineServices } from "./EventContext.ts"
import { Executor } from "./Executor.ts"
import { boundedExecutor } from "./ownExecutors.ts"
import { Sandbox } from "./Sandbox.ts"
import { Trust } from "../trust/Trust.ts"
import { TrustPolicy } from "../trust/TrustPolicy.ts"

/**
 * The services that the stages of a pipeline require.
 *
 * @category models
 * @since 0.1.0
 */
export type PipelineNeeds =
  | Background
  | CompiledCatalogs
  | Conflict
  | Executor
  | FailurePolicy
  | HostDialect
  | Mapper
  | SessionEnv
  | SessionState
  | ShortCircuit
  | ThisProject
  | Timeouts
  | Translator
  | Sandbox
  | Trust
  | TrustPolicy

/** Reads the services of the pipeline, with the scope in which it is built. */
export const services = Effect.gen(function* () {
  const { project } = yield* ThisProject
  const all: PipelineServices = {
    host: yield* HostDialect,
    projectDir: project.project,
    executor: boundedExecutor(yield* Executor),
    translator: yield* Translator,
    state: yield* SessionState,
    timeouts: yield* Timeouts,
    shortCircuit: yield* ShortCircuit,
    conflict: (yield* Conflict).resolution,
    background: yield* Background,
    sessionEnv: yield* SessionEnv,
    trust: yield* Trust,
    trustPolicy: yield* TrustPolicy,
    sandbox: yield* Sandbox,
    scope: yield* Effect.scope,
    onFailure: (yield* FailurePolicy).onFailure
  }
  return all
})
