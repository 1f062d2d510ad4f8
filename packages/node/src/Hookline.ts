/**
 * The hooks of a project, as one service for agents.
 *
 * @since 0.1.0
 */
import { Approval, type Approving } from "@hookline/coordinator/Approval"
import { Display, type Displaying } from "@hookline/coordinator/Display"
import type { Registration } from "@hookline/coordinator/Handlers"
import { Handlers } from "@hookline/coordinator/Handlers"
import { Settle } from "@hookline/coordinator/Settle"
import type * as Coordinator from "@hookline/coordinator/kit/slots"
import { slots } from "@hookline/coordinator/kit/slots"
import * as NativeRunner from "@hookline/coordinator/NativeRunner"
import { deferred, immediate } from "@hookline/core/kit/decorate/deferred"
import * as Broken from "@hookline/core/kit/execute/broken"
import { payloadServices, runPayload } from "@hookline/core/kit/map/runPayload"
import { Composition, type Description, type Slot, withoutDefault } from "@hookline/core/kit/stack"
import type { Provide } from "@hookline/core/kit/provide"
import * as Stages from "@hookline/core/kit/stages"
import { isolatedWithin } from "@hookline/core/kit/surroundings"
import * as FailurePolicy from "@hookline/core/FailurePolicy"
import type { ManagedPolicy } from "@hookline/core/ManagedPolicy"
import { named } from "@hookline/core/kit/match/misnamed"
import { type EmitOptions, type PayloadAnswer, Pipeline } from "@hookline/core/Pipeline"
import type { PipelineError } from "@hookline/core/PipelineError"
import type { Runners } from "@hookline/core/Runners"
import { SessionEnv } from "@hookline/core/SessionEnv"
import { SessionState } from "@hookline/core/SessionState"
import type { Models } from "@hookline/prompt/Models"
import { type HookEvent, nameOf } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import type { Plan } from "@hookline/schema/Plan"
import type { Report } from "@hookline/schema/Report"
import type { SkillIndex } from "@hookline/skills/kit/internal/SkillIndex"
import type { LanguageModel } from "effect/ai/LanguageModel"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import type { LayerMap } from "effect/LayerMap"
import type * as Scope from "effect/Scope"
import type * as Stream from "effect/Stream"
import { runners } from "./node/NodeExecutor.ts"
import * as NodePipeline from "./node/NodePipeline.ts"
import { projectMap } from "./node/projectMap.ts"
import * as ReportFeed from "./node/ReportFeed.ts"
import type { Hooks } from "./promise/Hooks.ts"
import type { OpenOptions } from "./promise/OpenOptions.ts"
import * as Promises from "./Promises.ts"

export { HooklineError, type HooklineErrorCode } from "./promise/HooklineError.ts"
export type * from "./promise/Hooks.ts"
export type * from "./promise/OpenOptions.ts"
export type * from "./promise/PlainAnswer.ts"
export type * from "./promise/PlainEvent.ts"
export type * from "./promise/PlainOutcome.ts"
export type * from "./promise/PlainReport.ts"

/**
 * Options for the hooks of a project.
 *
 * @category models
 * @since 0.1.0
 */
export type HooklineOptions = NodePipeline.Options

/**
 * Options for the hooks of many projects.
 *
 * @category models
 * @since 0.1.0
 */
export interface ProjectsOptions extends Omit<HooklineOptions, "project"> {
  /** The time without use after which the hooks of a project are closed. Defaults to five minutes. */
  readonly idleTimeToLive?: Duration.Input
}

/** The services of a layer, by the folder of the project. */
type ProjectsOf<L> =
  L extends Layer.Layer<infer A, infer E, infer R>
    ? Effect.Effect<LayerMap<string, A, E>, never, R | Scope.Scope>
    : never

/**
 * A constructor of the hooks of many projects.
 *
 * @category models
 * @since 0.1.0
 */
export interface ComposingProjects {
  (options?: ProjectsOptions & { readonly provide?: undefined }): ProjectsOf<Layer.Layer<Hookline | HooklineParts>>
  <const L extends ReadonlyArray<Layer.Any>>(
    options: ProjectsOptions & { readonly provide: L & Provide<L, Replaceable> }
  ): ProjectsOf<Stages.Layered<Hookline | HooklineParts, L, Replaceable, Inside>>
}

/**
 * The services that `provide` replaces: stages, runners, ports, policies, and the model.
 *
 * @category models
 * @since 0.1.0
 */
export type Replaceable = Coordinator.Replaceable | NodePipeline.Replaceable

/**
 * The services that a provided layer may need of the project: those that can be replaced, and those of every project.
 *
 * @category models
 * @since 0.1.0
 */
export type Inside = Handlers | NodePipeline.Inside | Replaceable

/** The services without which no hooks run. An executor needs runners, and hooks that ask a model need one. */
type Needs = Exclude<Replaceable, LanguageModel | ManagedPolicy | Models | Runners>

/** The services that a project has by itself. */
type Own = Handlers | Exclude<Inside, Replaceable> | SkillIndex

/**
 * A layer of a list that is made at run time. A layer that replaces nothing is an error when the hooks are built.
 *
 * @category models
 * @since 0.1.0
 */
export type Provided = Layer.Layer<never, never, Inside>

/**
 * The services behind `Hookline`.
 *
 * @category models
 * @since 0.1.0
 */
export type HooklineParts = Handlers | NodePipeline.Parts | Settle

/** The functions that `Hookline` adds to the pipeline. */
const additions = { runners: { ...runners, Native: NativeRunner.layer }, slots } as const

/** Checks whether an answer was decided without any hook, so that there is nothing to settle. */
const isEmpty = (answered: Effect.Effect<Report>): boolean => {
  if (!Exit.isExit(answered)) return false
  // An effect that is an exit already has the effect's own type.
  const exit = answered as Exit.Exit<Report>
  return Exit.isSuccess(exit) && exit.value.runs.length === 0 && exit.value.outcome === Outcome.empty
}

const make = Effect.fnUntraced(function* (describe: ReadonlyArray<Description>) {
  const pipeline = yield* Pipeline
  const handlers = yield* Handlers
  const { settle } = yield* Settle
  const services = yield* payloadServices(pipeline)
  // `emit` defers: a second deferral would cost another turn of Effect's loop.
  const answer = immediate(pipeline.answer)
  const feed = yield* ReportFeed.make

  /** Returns a report that no stage has settled: the policy for failures decides besides. */
  const unsettled = (event: HookEvent, report: Report, issue: string): Report => {
    const text = `the outcome of ${nameOf(event)} could not be settled, because the Settle stage broke: ${issue}`
    const failure = FailurePolicy.decide(pipeline.onFailure(), { by: "hookline", text }, event)
    return { ...report, outcome: Outcome.reducer.combine(failure, report.outcome) }
  }

  const answerAndSettle = (event: HookEvent, answered: Effect.Effect<Report>): Effect.Effect<Report> =>
    Effect.flatMap(Clock.currentTimeMillis, (start) =>
      Effect.flatMap(answered, (report) =>
        Broken.orElse(
          Broken.called(() => settle(event, report, { start })),
          (issue) => Effect.sync(() => unsettled(event, report, issue))
        )
      )
    )

  const decide = (event: HookEvent, options?: EmitOptions): Effect.Effect<Report> => {
    const complete = handlers.complete(event)
    const answered = answer(complete, options)
    // A turn and a session begin and end without hooks, too. An event without a name has no empty answer.
    const settled =
      isEmpty(answered) && event._tag !== "UserPromptSubmit" && event._tag !== "SessionEnd"
        ? answered
        : answerAndSettle(named(complete), answered)
    return feed.isRead() ? Effect.tap(settled, (report) => Effect.sync(() => feed.publish(report))) : settled
  }
  const wants = (event: HookEvent): boolean => pipeline.wants(handlers.complete(event))

  return Hookline.of({
    emit: deferred(decide),
    run: (payload, options) => runPayload(services, decide, wants, payload, options),
    register: handlers.register,
    plan: (event) => Effect.suspend(() => pipeline.plan(handlers.complete(event))),
    refresh: pipeline.refresh,
    wants,
    approval: yield* Approval,
    display: yield* Display,
    reports: feed.reports,
    describe
  })
})

/** Composes the hooks of a project from these services. */
const composed = (options: NodePipeline.Given, slots: ReadonlyArray<Slot>): Layer.Layer<Hookline | HooklineParts> =>
  isolatedWithin(
    () => Stages.taken(slots),
    Layer.effectContext(
      Effect.gen(function* () {
        const { built, context, describe, shown } = yield* NodePipeline.stack(options, slots)
        // Every service that `make` needs has a slot.
        const inside = Context.merge(context as Context.Context<Inside | Settle>, built)
        const hooks = yield* Effect.provideContext(make(describe), inside)
        const parts = Context.merge(shown([Handlers, SessionEnv, SessionState, Settle]), built)
        return Context.add(Context.add(parts, Composition, describe), Hookline, hooks)
      })
    )
  )

/**
 * The hooks of a project.
 *
 * @example
 * ```ts
 * import * as HookEvent from "@hookline/schema/HookEvent"
 * import { Hookline } from "@hookline/node"
 * import * as FailurePolicy from "@hookline/core/FailurePolicy"
 * import * as Effect from "effect/Effect"
 *
 * const event = HookEvent.cases.PreToolUse.make({ toolName: "Bash", toolInput: { command: "rm -rf /" } })
 *
 * const verdict = Hookline.use((hooks) => Effect.map(hooks.emit(event), ({ outcome }) => outcome.verdict)).pipe(
 *   // A hook that can't do its work denies.
 *   Effect.provide(Hookline.layer({ project: ".", provide: [FailurePolicy.layerClosed] }))
 * )
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class Hookline extends Context.Service<
  Hookline,
  {
    /**
     * Runs the hooks of an event, and applies their outcome. The effect decides when it runs: handlers, files and skills
     * count as they are then.
     */
    emit(event: HookEvent, options?: EmitOptions): Effect.Effect<Report>
    /** Runs the hooks of a host's payload like `emit`, and encodes the answer for the host. */
    run(payload: unknown, options?: EmitOptions): Effect.Effect<PayloadAnswer, PipelineError>
    /** Registers a native handler until the scope closes. */
    register<const Name extends string, E, R>(
      registration: Registration<Name, E, R>
    ): Effect.Effect<void, never, R | Scope.Scope>
    /** Returns the hooks that an event would run, in order, and the reason for every other hook. */
    plan(event: HookEvent): Effect.Effect<Plan>
    /** Checks whether an event would run any hook, or have anything to report: `false` means that its answer is empty. */
    wants(event: HookEvent): boolean
    /** Reads all configurations again. */
    readonly refresh: Effect.Effect<void>
    /** The approver in force, for questions of the agent itself. */
    readonly approval: Approving
    /** The display in force, for messages of the agent itself. */
    readonly display: Displaying
    /**
     * The reports of all events from now on, also of those that run no hook. A slow reader misses the oldest of more than a thousand;
     * no event waits for it.
     */
    readonly reports: Stream.Stream<Report>
    /** The layer in force of every service: one of `provide`, one around, or the default. */
    readonly describe: ReadonlyArray<Description>
  }
>()("hookline/Hookline") {
  /**
   * The hooks of a project for programs without Effect: `await using hooks = await Hookline.open({ project: "." })`.
   * `hookline/Promises` documents it.
   */
  static readonly open: (options: OpenOptions) => Promise<Hooks> = Promises.open

  /**
   * The hooks of a project on this machine.
   *
   * **Details**
   *
   * Everything has a default: there is no approver, nothing is shown or recorded, and texts for the model stay in the
   * report. Layers in `provide` replace defaults. A service is taken from `provide`, or else, for runners, ports and the
   * model, from the context around this layer, unless it belongs to another `Hookline`; or else it is the default.
   *
   * **Gotchas**
   *
   * Layers of policies and ports fit into `provide` alone. Anywhere else they do not compile, because hooks would not use
   * them. Nothing is shared between two layers: each has its own stages, runners and state. A layer that is used in two
   * surroundings, such as two sandboxes, is built once for each.
   */
  static readonly layer: Stages.Composing<HooklineOptions, Hookline | HooklineParts, Replaceable, Inside> =
    Stages.composing((options) => composed(options, NodePipeline.slotsOf(options, additions)))

  /**
   * The hooks of many projects, for a server: a map of `layer` by the project's folder.
   *
   * **Details**
   *
   * The hooks of a project are made at the first use. They are closed, with their processes and watchers, after
   * `idleTimeToLive` without use, or by `invalidate`. A folder is one project however it is named.
   *
   * @example
   * ```ts
   * import * as HookEvent from "@hookline/schema/HookEvent"
   * import { Hookline } from "@hookline/node"
   * import * as FailurePolicy from "@hookline/core/FailurePolicy"
   * import * as Effect from "effect/Effect"
   *
   * const serve = Effect.gen(function* () {
   *   const projects = yield* Hookline.layerMap({ idleTimeToLive: "10 minutes", provide: [FailurePolicy.layerClosed] })
   *   const event = HookEvent.cases.SessionStart.make({ sessionId: "one" })
   *   return yield* Effect.provide(
   *     Hookline.use((hooks) => hooks.emit(event)),
   *     projects.get("/srv/checkouts/one")
   *   )
   * })
   * ```
   */
  static readonly layerMap: ComposingProjects =
    // The list is typed by its elements, and composed at run time: the signature has what it adds.
    (({ idleTimeToLive, ...options }: ProjectsOptions & Pick<NodePipeline.Given, "provide"> = {}) =>
      projectMap(
        (project) => composed({ ...options, project }, NodePipeline.slotsOf({ ...options, project }, additions)),
        idleTimeToLive
      )) as unknown as ComposingProjects

  /**
   * Like `layer`, but without any default: a service that is not in `provide` is required, so that the compiler reports
   * whatever is missing.
   *
   * **Details**
   *
   * `provide` is the place of policies and ports; stages, runners and the model may also be provided around. A layer gets
   * the services of those before it: ports before `Settle.layer`, runners before `Executor.layerNoDeps`.
   *
   * @example
   * ```ts
   * import { Hookline } from "@hookline/node"
   * import * as FailurePolicy from "@hookline/core/FailurePolicy"
   * import type * as Timeouts from "@hookline/core/Timeouts"
   * import type * as Layer from "effect/Layer"
   *
   * const hooks = Hookline.layerNoDeps({ project: ".", provide: [FailurePolicy.layerClosed] })
   *
   * // The policy for timeouts is among those that are still missing.
   * const isMissing: Timeouts.Timeouts extends Layer.Services<typeof hooks> ? true : false = true
   * ```
   */
  static readonly layerNoDeps: Stages.Requiring<HooklineOptions, Hookline | HooklineParts, Needs, Replaceable, Own> =
    // The list is typed by its elements, and composed at run time: the signature has what it lacks.
    ((options: NodePipeline.Given) =>
      composed(options, NodePipeline.slotsOf(options, additions).map(withoutDefault))) as unknown as Stages.Requiring<
      HooklineOptions,
      Hookline | HooklineParts,
      Needs,
      Replaceable,
      Own
    >
}
