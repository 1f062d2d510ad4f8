/**
 * The pipeline of one event: discover, match, execute, translate. `map` is in front where a host's payload comes in, and
 * everything that surrounds these stages is a decorator in `decorate/`.
 *
 * @since 0.1.0
 */
import type { Catalog } from "@hookline/schema/Catalog"
import { type HookEvent, nameOf } from "@hookline/schema/HookEvent"
import type { Hook, OnFailure } from "@hookline/schema/Hook"
import type { Outcome } from "@hookline/schema/Outcome"
import type { Plan } from "@hookline/schema/Plan"
import type { Report } from "@hookline/schema/Report"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import type { HostReply, SkillChange } from "./Dialect.ts"
import { type EventContext, onFailureOf, type PipelineServices } from "./execute/EventContext.ts"
import { Background } from "./execute/Background.ts"
import { Executor } from "./execute/Executor.ts"
import { runGroups } from "./execute/groups.ts"
import { hasRan } from "./execute/once.ts"
import { monotonic } from "./execute/monotonic.ts"
import { withSecondLook } from "./execute/planSecondLook.ts"
import { withoutCopies } from "./execute/planWithoutDuplicates.ts"
import { HostDialect } from "./HostDialect.ts"
import { runPayload } from "./map/runPayload.ts"
import { Mapper } from "./map/Mapper.ts"
import { CompiledCatalogs } from "./match/CompiledCatalogs.ts"
import type { Compiled } from "./match/Matcher.ts"
import type { PipelineError } from "./PipelineError.ts"
import { Conflict } from "./policy/Conflict.ts"
import { FailurePolicy } from "./policy/FailurePolicy.ts"
import { ShortCircuit } from "./policy/ShortCircuit.ts"
import { Timeouts } from "./policy/Timeouts.ts"
import { SessionEnv } from "./session/SessionEnv.ts"
import { SessionState } from "./session/SessionState.ts"
import { ThisProject } from "./ThisProject.ts"
import { combine } from "./translate/combine.ts"
import { diagnosticsOf } from "./translate/report.ts"
import { Translator } from "./translate/Translator.ts"

/**
 * What a host knows beside the event.
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

/**
 * The result of a payload: its events with their reports, the combined outcome, and the answer for the host.
 *
 * @category models
 * @since 0.1.0
 */
export interface PayloadAnswer {
  /** The events of the payload, in order. */
  readonly events: ReadonlyArray<HookEvent>
  /** The events that were answered: not those after one that does not proceed, nor a turn's end under a second name. */
  readonly answered: ReadonlyArray<HookEvent>
  /** A report for each event that was answered. */
  readonly reports: ReadonlyArray<Report>
  readonly outcome: Outcome
  readonly reply: HostReply
  readonly skill?: SkillChange
}

/** Returns the services that every event needs. */
const services = Effect.fnUntraced(function* () {
  const { project } = yield* ThisProject
  const all: PipelineServices = {
    host: yield* HostDialect,
    projectDir: project.project,
    executor: yield* Executor,
    translator: yield* Translator,
    state: yield* SessionState,
    timeouts: yield* Timeouts,
    shortCircuit: yield* ShortCircuit,
    conflict: (yield* Conflict).resolution,
    background: yield* Background,
    sessionEnv: yield* SessionEnv,
    scope: yield* Effect.scope,
    onFailure: (yield* FailurePolicy).onFailure
  }
  return all
})

/** Reads the references of an event at once, because each lookup costs as much as all of them. */
const surroundings = Effect.withFiber((fiber) =>
  Effect.succeed({ clock: fiber.getRef(Clock.Clock), traced: fiber.getRef(References.TracerEnabled) })
)

const make = Effect.gen(function* () {
  const all = yield* services()
  const mapper = yield* Mapper
  const catalogs = yield* CompiledCatalogs

  const contextOf = (
    compiled: Compiled,
    event: HookEvent,
    clock: Clock.Clock,
    traced: boolean,
    forHost = false
  ): EventContext => ({
    ...all,
    at: clock.currentTimeMillisUnsafe(),
    now: monotonic(clock),
    traced,
    compiled,
    settings: compiled.catalog.settings,
    event,
    forHost,
    session: { project: all.projectDir, session: event.sessionId }
  })

  const answer = Effect.fnUntraced(function* (event: HookEvent, options?: EmitOptions): Effect.fn.Return<Report> {
    const { clock, traced } = yield* surroundings
    // Discover: the files are read again only after a change.
    const compiled = catalogs.current(event.sessionId) ?? (yield* catalogs.read(event.sessionId))
    // Match.
    const groups = compiled.groups(event)
    // Execute and translate, hook by hook: what one changes, the next one gets.
    const contributions = yield* runGroups(contextOf(compiled, event, clock, traced, options?.forHost), groups)
    return {
      event: nameOf(event),
      outcome: combine(event, contributions, options?.continuations ?? 0),
      runs: contributions.map(({ run }) => run),
      diagnostics: diagnosticsOf(compiled),
      env: {}
    }
  })

  const plan = Effect.fnUntraced(function* (event: HookEvent): Effect.fn.Return<Plan> {
    const compiled = yield* catalogs.readWhole(event.sessionId)
    const context = contextOf(compiled, event, yield* Clock.Clock, false)
    const once = compiled.catalog.hooks.filter((hook) => hook.once)
    const planned = compiled.groups(event).flatMap(({ hooks }) => hooks.filter((hook) => hook.once))
    const ran = new Set<Hook>(yield* Effect.filter([...once, ...planned], (hook) => hasRan(context, hook)))
    const explained = compiled.explain(event, (hook) => ran.has(hook))
    const policy = onFailureOf(context)
    return withSecondLook(compiled, withoutCopies(compiled, explained, event, policy), event, policy, ran)
  })

  const policy = () => onFailureOf({ onFailure: all.onFailure, settings: catalogs.last().catalog.settings })

  return Pipeline.of({
    answer,
    run: (payload, options) => runPayload({ ...all, mapper, policy }, answer, () => true, payload, options),
    plan,
    wants: (event) => catalogs.current(event.sessionId)?.wants(event) ?? true,
    prewarm: () => Effect.void,
    catalog: (session) =>
      Effect.map(
        Effect.suspend(() => catalogs.readWhole(session)),
        ({ catalog }) => catalog
      ),
    refresh: catalogs.refresh,
    onFailure: policy
  })
})

/**
 * The hooks of one project.
 *
 * @example
 * ```ts
 * import { Pipeline } from "@hookline/core/Pipeline"
 * import * as HookEvent from "@hookline/schema/HookEvent"
 * import * as Effect from "effect/Effect"
 *
 * const event = HookEvent.cases.PreToolUse.make({ toolName: "Bash", toolInput: { command: "rm -rf /" } })
 *
 * const verdict = Effect.gen(function* () {
 *   const pipeline = yield* Pipeline
 *   const report = yield* pipeline.answer(event)
 *   return report.outcome.verdict
 * })
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class Pipeline extends Context.Service<
  Pipeline,
  {
    /**
     * Runs the hooks of an event.
     *
     * **Gotchas**
     *
     * The effect decides when it runs, on the catalog that is current then. For an event without hooks it is one small
     * object: nothing is looked up or traced.
     */
    answer(event: HookEvent, options?: EmitOptions): Effect.Effect<Report>
    /** Runs the hooks of a host's payload, and encodes the answer for the host. */
    run(payload: unknown, options?: EmitOptions): Effect.Effect<PayloadAnswer, PipelineError>
    /** Returns the hooks that an event would run, in order, and the reason for every other hook. */
    plan(event: HookEvent): Effect.Effect<Plan>
    /** Checks whether an event would run any hook. */
    wants(event: HookEvent): boolean
    /**
     * Prepares for an event that is about to come, such as a tool whose name a model has already sent. It runs no hook.
     * Likely events are prepared for in any case.
     */
    prewarm(event: HookEvent): Effect.Effect<void>
    /** Returns the catalog of a session, with the hooks of its open skills and with all diagnostics. */
    catalog(session?: string): Effect.Effect<Catalog>
    /** Reads all configurations again. */
    readonly refresh: Effect.Effect<void>
    /** Returns the policy for failures, by the layer and the settings, of hooks without one. */
    onFailure(): OnFailure
  }
>()("@hookline/core/Pipeline") {
  /** The four stages alone, without decorators. */
  static readonly layerStages: Layer.Layer<Pipeline, never, PipelineNeeds> = Layer.effect(Pipeline, make)
}

/**
 * What the stages of a pipeline require.
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
