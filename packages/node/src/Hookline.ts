/**
 * The hooks of a project, as an agent holds them: one service that is told what happens, and answers what to do.
 *
 * @since 0.1.0
 */
import * as EventNames from "@hookline/coordinator/kit/EventNames"
import { Coordinator } from "@hookline/coordinator/Coordinator"
import { type Registration, Registry } from "@hookline/coordinator/Registry"
import { HostDialect } from "@hookline/core/HostDialect"
import { type EmitOptions, Pipeline } from "@hookline/core/Pipeline"
import type { SessionState } from "@hookline/core/SessionState"
import { ClaudeCode } from "@hookline/dialects/ClaudeCode"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Plan } from "@hookline/schema/Plan"
import type { Report } from "@hookline/schema/Report"
import type { Skills } from "@hookline/skills/Skills"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as NodeDiscovery from "./node/NodeDiscovery.ts"
import * as DefaultPipeline from "./node/DefaultPipeline.ts"
import { detect } from "./node/executorHere.ts"
import type { Hooks } from "./promise/Hooks.ts"
import type { OpenOptions } from "./promise/OpenOptions.ts"
import * as Promises from "./Promises.ts"

export { HooklineError, type HooklineErrorCode } from "./promise/HooklineError.ts"
export type * from "./promise/Hooks.ts"
export type * from "./promise/OpenOptions.ts"
export type * from "./promise/PlainEvent.ts"
export type * from "./promise/PlainOutcome.ts"
export type * from "./promise/PlainReport.ts"

/**
 * What a project's hooks are made of. Events are told in Claude Code's words, unless the host has others.
 *
 * @category models
 * @since 0.1.0
 */
export interface HooklineOptions extends Omit<DefaultPipeline.Options, "host"> {
  readonly host?: DefaultPipeline.Options["host"]
}

/**
 * The parts that stand behind it, for whoever needs one of them.
 *
 * @category models
 * @since 0.1.0
 */
export type HooklineParts = Coordinator | Registry | Pipeline | Skills | SessionState

const make = Effect.gen(function* () {
  const { coordinate } = yield* Coordinator
  const { register, wants } = yield* Registry
  const { plan, refresh } = yield* Pipeline
  return Hookline.of({ emit: coordinate, register, plan, refresh, wants })
})

/**
 * The hooks of a project.
 *
 * @category services
 * @since 0.1.0
 */
export class Hookline extends Context.Service<
  Hookline,
  {
    /** Answers an event, with everything settled: `Coordinator.coordinate`. The effect decides when it runs. */
    emit(event: HookEvent, asked?: EmitOptions): Effect.Effect<Report>
    /** Registers a native handler until the scope closes: `Registry.register`. */
    register<const Name extends string, E, R>(
      registration: Registration<Name, E, R>
    ): Effect.Effect<void, never, R | Scope.Scope>
    /** Which configured hooks an event would run, and why the others would not. */
    plan(event: HookEvent): Effect.Effect<Plan>
    /** Whether an event would run anything. */
    wants(event: HookEvent): boolean
    /** Reads all configurations again, whatever the watchers have seen. */
    readonly refresh: Effect.Effect<void>
  }
>()("hookline/Hookline") {
  /**
   * The hooks of a project for programs without Effect: `await using hooks = await Hookline.open({ project: "." })`.
   * What it takes and gives is in `hookline/Promises`.
   */
  static readonly open: (options: OpenOptions) => Promise<Hooks> = Promises.open

  /**
   * The hooks of a project on this machine.
   *
   * **Details**
   *
   * All that it stands on has a default: nobody is there to be asked, nothing is displayed or logged, and texts for the
   * model stand in the report. Layers that are provided to it say otherwise: `Approval`, `Display`, `ContextSink`,
   * `ContextBudget`, `Audit`, and the policies of the pipeline. A `LanguageModel` that is provided judges prompt hooks.
   */
  static readonly layer = ({
    host = ClaudeCode,
    project: said,
    ...options
  }: HooklineOptions): Layer.Layer<Hookline | HooklineParts> => {
    const project = typeof said === "string" ? NodeDiscovery.project(said) : said
    return Layer.unwrap(
      Effect.map(detect, (executor) =>
        Layer.effect(Hookline, make).pipe(
          Layer.provideMerge(Coordinator.layer(project.project)),
          Layer.provide(Layer.fresh(EventNames.layerHost).pipe(Layer.provide(HostDialect.layer(host)))),
          Layer.provideMerge(DefaultPipeline.layer({ executor, ...options, project, host }))
        )
      )
    )
  }
}
