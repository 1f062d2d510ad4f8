/**
 * The pipeline: discover → match → execute → translate for one event, with map in front and the host's answer behind
 * where a payload comes in.
 *
 * @since 0.1.0
 */
import type { Catalog } from "@hookline/schema/Catalog"
import * as HookEvent from "@hookline/schema/HookEvent"
import type { Hook, OnFailure } from "@hookline/schema/Hook"
import * as Outcome from "@hookline/schema/Outcome"
import type { Plan } from "@hookline/schema/Plan"
import type { Report } from "@hookline/schema/Report"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import { deferred } from "./decorate/deferred.ts"
import { Background } from "./execute/Background.ts"
import { Conflict } from "./policy/Conflict.ts"
import type { HostReply, SkillChange } from "./Dialect.ts"
import { Discoverer } from "./discover/Discoverer.ts"
import { Executor } from "./execute/Executor.ts"
import { FailurePolicy } from "./policy/FailurePolicy.ts"
import { HostDialect } from "./HostDialect.ts"
import { answer as answerAll } from "./execute/answer.ts"
import { compile, type CompiledCatalog, hasNotices } from "./decorate/CompiledCatalog.ts"
import { hasRan } from "./execute/hook.ts"
import { onFailureOf, type PipelineServices, type EventContext } from "./execute/EventContext.ts"
import { withoutCopies } from "./execute/planWithoutDuplicates.ts"
import { isDuplicateTurnEnd } from "./map/turnEnd.ts"
import { ofState } from "./decorate/stateNotices.ts"
import { Mapper } from "./map/Mapper.ts"
import { Matcher, none } from "./match/Matcher.ts"
import * as Telemetry from "./Telemetry.ts"
import { InvalidReply, PipelineError, sentence } from "./PipelineError.ts"
import * as likelyNext from "./decorate/likelyNext.ts"
import type { PrewarmRequest } from "./execute/Runner.ts"
import { nothing as nothingExported, SessionEnv } from "./session/SessionEnv.ts"
import { type SessionKey, SessionState } from "./session/SessionState.ts"
import type * as SettingsFiles from "./discover/SettingsFiles.ts"
import { ShortCircuit } from "./policy/ShortCircuit.ts"
import type { Project } from "./discover/ConfigLocations.ts"
import { Timeouts } from "./policy/Timeouts.ts"
import { Translator } from "./translate/Translator.ts"

/**
 * What a host knows beside the event.
 *
 * @category models
 * @since 0.1.0
 */
export interface EmitOptions {
  /** How often the agent has been made to go on since its last tool call. From eight on it is let go. */
  readonly continuations?: number
}

/**
 * What came of a payload: a report for each of its events, what they amount to together, and the answer to the host.
 *
 * @category models
 * @since 0.1.0
 */
export interface PayloadAnswer {
  readonly reports: ReadonlyArray<Report>
  readonly outcome: Outcome.Outcome
  readonly reply: HostReply
  readonly skill?: SkillChange
}

/** An event that stands for a payload without one. */
const noEvent = HookEvent.cases.Other.make({ name: "none", data: {} })

const make = Effect.fnUntraced(function* (project: Project, options: SettingsFiles.Options) {
  const matcher = yield* Matcher
  const mapper = yield* Mapper
  const catalogs = yield* (yield* Discoverer).open(project, options)
  const { onFailure } = yield* FailurePolicy
  const parts: PipelineServices = {
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
    onFailure
  }

  let last = compile(matcher.compile(yield* catalogs.fresh, project.project))
  /** Whether any session has variables, so that no report is the same for all. */
  let exporting = false

  /** What was compiled stays as long as its catalog: sessions with different skills take turns. */
  const known = new WeakMap<Catalog, CompiledCatalog>([[last.compiled.catalog, last]])
  const readyOf = (catalog: Catalog): CompiledCatalog => {
    const of = known.get(catalog) ?? compile(matcher.compile(catalog, project.project))
    known.set(catalog, of)
    return of
  }
  const readyFor = (catalog: Catalog): CompiledCatalog =>
    catalog === last.compiled.catalog ? last : (last = readyOf(catalog))

  /** The catalog as it is in force in a session, or nothing where files have changed. */
  const current = (session: string | undefined): CompiledCatalog | undefined => {
    const catalog = catalogs.current(session)
    return catalog === undefined ? undefined : readyFor(catalog)
  }

  const fresh = (session: string | undefined): Effect.Effect<CompiledCatalog> =>
    Effect.map(catalogs.freshIn === undefined ? catalogs.fresh : catalogs.freshIn(session), readyFor)

  /** The same with what is not in force there, so that a plan can say why. */
  const whole = (session: string | undefined): Effect.Effect<CompiledCatalog> =>
    catalogs.wholeIn === undefined ? fresh(session) : Effect.map(catalogs.wholeIn(session), readyOf)

  /** A skill that a host opened or closed: its hooks are in force from the next event on, or are no more. */
  const skillChanged = (change: SkillChange): Effect.Effect<void> => {
    const { _tag, name, sessionId: session, ...told } = change
    const key = { project: project.project, session }
    return _tag === "Loaded"
      ? parts.state.skills.open(key, { ...told, name, dialect: parts.host.name })
      : parts.state.skills.close(key, { name })
  }

  const sceneOf = ({ compiled }: CompiledCatalog, event: HookEvent.HookEvent, traced: boolean): EventContext => ({
    ...parts,
    at: Date.now(),
    traced,
    compiled,
    settings: compiled.catalog.settings,
    event,
    session: { project: project.project, session: event.sessionId }
  })

  /** With a session its marks, its open skills and its variables are over. */
  const ended = (session: SessionKey): Effect.Effect<void> =>
    Effect.andThen(parts.state.end(session), parts.sessionEnv.end(session))

  const withExports = (report: Effect.Effect<Report>, session: SessionKey): Effect.Effect<Report> =>
    Effect.map(report, (made) => ({ ...made, env: parts.sessionEnv.exports(session).set }))

  const { problems } = parts.state

  /** The report, and what went wrong with the state of sessions on the way to it. */
  const withProblems = (report: Effect.Effect<Report>): Effect.Effect<Report> =>
    problems === undefined
      ? report
      : Effect.map(report, (made) => ({ ...made, outcome: ofState(made.outcome, problems()) }))

  const prewarms = parts.executor.prewarm !== undefined

  /** Makes ready for the one of these events that runs most hooks. */
  const prewarmFor = (
    { compiled }: CompiledCatalog,
    events: ReadonlyArray<HookEvent.HookEvent>,
    session: SessionKey
  ): Effect.Effect<void> => {
    const { settings } = compiled.catalog
    const wanted = events.map((event) => compiled.groups(event).flatMap(({ hooks }) => hooks))
    const hooks = wanted.reduce((most, one) => (one.length > most.length ? one : most), [])
    const soon: PrewarmRequest = { hooks, settings, session }
    return parts.executor.prewarm?.(soon) ?? Effect.void
  }

  const answerCompiled = (
    from: CompiledCatalog,
    event: HookEvent.HookEvent,
    { continuations = 0 }: EmitOptions
  ): Effect.Effect<Report> => {
    if (!hasNotices(from, event) && from.compiled.groups(event) === none) {
      // The one event that touches the state though nothing wants it.
      const { session } = sceneOf(from, event, false)
      const nothing = exporting ? withExports(from.nothing(event), session) : from.nothing(event)
      return withProblems(event._tag === "SessionEnd" ? Effect.tap(nothing, ended(session)) : nothing)
    }
    return Effect.flatMap(References.TracerEnabled, (traced) => {
      const scene = sceneOf(from, event, traced)
      const answered = Telemetry.event(traced, HookEvent.nameOf(event), answerAll(scene, continuations))
      if (event._tag === "SessionEnd") return withProblems(Effect.tap(answered, ended(scene.session)))
      if (!prewarms && !parts.sessionEnv.isKept) return withProblems(answered)
      const prepared = Effect.tap(answered, () => {
        exporting ||= parts.sessionEnv.exports(scene.session) !== nothingExported
        return prewarms ? prewarmFor(from, likelyNext.likelyNext(event), scene.session) : Effect.void
      })
      return withProblems(prepared)
    })
  }

  const nothingAsked: EmitOptions = {}

  const answerUncached = (event: HookEvent.HookEvent, asked: EmitOptions = nothingAsked): Effect.Effect<Report> => {
    const from = current(event.sessionId)
    return from === undefined
      ? Effect.flatMap(fresh(event.sessionId), (read) => answerCompiled(read, event, asked))
      : answerCompiled(from, event, asked)
  }

  /** Whether the catalog that was compiled last is in force, and has nothing to say by itself. */
  const isPlain = (from: CompiledCatalog, event: HookEvent.HookEvent): boolean =>
    !from.mayHaveNotices && catalogs.current(event.sessionId) === from.compiled.catalog

  /** Whether an event that nothing wants has nothing to say either. */
  const isSilent = ({ _tag }: HookEvent.HookEvent): boolean =>
    !exporting && problems === undefined && _tag !== "SessionEnd"

  /** Decides the answer now: `answer` defers this to the moment in which its effect runs. */
  const decide = (event: HookEvent.HookEvent, asked?: EmitOptions): Effect.Effect<Report> => {
    const from = last
    return isPlain(from, event) && isSilent(event) && from.compiled.groups(event) === none
      ? from.nothing(event)
      : answerUncached(event, asked)
  }

  const wantsNow = (event: HookEvent.HookEvent): boolean => {
    const from = current(event.sessionId)
    return from === undefined || hasNotices(from, event) || from.compiled.wants(event)
  }

  const wants = (event: HookEvent.HookEvent): boolean => {
    const from = last
    return isPlain(from, event) ? from.compiled.wants(event) : wantsNow(event)
  }

  const run = Effect.fnUntraced(function* (
    payload: unknown,
    asked: EmitOptions = nothingAsked
  ): Effect.fn.Return<PayloadAnswer, PipelineError> {
    const { events, skill } = yield* mapper.map(payload)
    if (skill?._tag === "Loaded") yield* skillChanged(skill)
    const reports: Array<Report> = []
    for (const event of events) {
      const session = { project: project.project, session: event.sessionId }
      // What nothing wants does not touch the state; a turn begins whether anybody wants it or not.
      const isTold = event._tag === "UserPromptSubmit" || wants(event)
      if (isTold && (yield* isDuplicateTurnEnd(parts.host.event, parts.state, session, event))) continue
      const report = yield* decide(event, asked)
      reports.push(report)
      if (!Outcome.proceeds(report.outcome)) break
    }
    if (skill?._tag === "Unloaded") yield* skillChanged(skill)
    const said = Outcome.reducer.combineAll(reports.map((report) => report.outcome))
    const outcome = ofState(said, problems?.() ?? [])
    const reply = yield* Effect.try({
      try: () => parts.translator.answer(outcome, events[0] ?? noEvent),
      catch: (error) =>
        new PipelineError({
          stage: "translate",
          reason: new InvalidReply({ hook: "the answer", issue: sentence(error) })
        })
    })
    return { reports, outcome, reply, ...(skill !== undefined && { skill }) }
  })

  const plan = Effect.fnUntraced(function* (event: HookEvent.HookEvent): Effect.fn.Return<Plan> {
    const from = yield* whole(event.sessionId)
    const scene = sceneOf(from, event, false)
    const once = from.compiled.catalog.hooks.filter((hook) => hook.once)
    const ran = new Set<Hook>(yield* Effect.filter(once, (hook) => hasRan(scene, hook)))
    return withoutCopies(
      from.compiled,
      from.compiled.explain(event, (hook) => ran.has(hook)),
      event,
      onFailureOf(scene)
    )
  })

  const prewarm = (event: HookEvent.HookEvent): Effect.Effect<void> =>
    Effect.suspend(() =>
      prewarmFor(current(event.sessionId) ?? last, [event], { project: project.project, session: event.sessionId })
    )

  yield* prewarmFor(last, likelyNext.likelyNext(undefined), { project: project.project, session: undefined })
  const catalog = (session?: string): Effect.Effect<Catalog> =>
    Effect.suspend(() => Effect.map(whole(session), ({ compiled }) => compiled.catalog))

  return Pipeline.of({
    answer: deferred(decide),
    run,
    plan,
    wants,
    prewarm,
    catalog,
    refresh: Effect.asVoid(catalogs.refresh),
    onFailure: () => onFailureOf({ onFailure, settings: last.compiled.catalog.settings })
  })
})

/**
 * The hooks of one project.
 *
 * @category services
 * @since 0.1.0
 */
export class Pipeline extends Context.Service<
  Pipeline,
  {
    /**
     * What the hooks make of an event.
     *
     * **Gotchas**
     *
     * The effect decides when it runs, on the catalog that is in force at that moment. For an event that no hook wants it
     * is one small object: nothing is looked up or traced.
     */
    answer(event: HookEvent.HookEvent, asked?: EmitOptions): Effect.Effect<Report>
    /** What they make of a host's payload, and the answer in the host's words. */
    run(payload: unknown, asked?: EmitOptions): Effect.Effect<PayloadAnswer, PipelineError>
    /** Which hooks an event would run, in what order, and why every other would not. */
    plan(event: HookEvent.HookEvent): Effect.Effect<Plan>
    /** Whether an event would run anything. */
    wants(event: HookEvent.HookEvent): boolean
    /**
     * Makes ready for an event that is about to come, such as a tool whose name a model has already said. It runs
     * nothing. What is likely to come next is made ready without being asked.
     */
    prewarm(event: HookEvent.HookEvent): Effect.Effect<void>
    /** What was found, and what is wrong with it, in a session: with the hooks of its open skills. */
    catalog(session?: string): Effect.Effect<Catalog>
    /** Reads all configurations again, whatever the watchers have seen. */
    readonly refresh: Effect.Effect<void>
    /** What a failure means, by the layers and the settings, where the hook itself does not say. */
    onFailure(): OnFailure
  }
>()("@hookline/core/Pipeline") {
  /** The pipeline of a project, from stages that are given. `options` are settings, and variables that hold some. */
  static readonly layerNoDeps = (project: Project, options: SettingsFiles.Options = {}) =>
    Layer.effect(Pipeline, make(project, options))

  /** The pipeline of a project; files, dialects, the host's dialect and the runners are given. */
  static readonly layer = (project: Project, options: SettingsFiles.Options = {}) =>
    Pipeline.layerNoDeps(project, options).pipe(
      // Each its own: layers are shared by whoever builds them together, and another pipeline may have another host.
      Layer.provide([
        Layer.fresh(Discoverer.layerNoDeps),
        Layer.fresh(Matcher.layerNoDeps),
        Layer.fresh(Mapper.layerNoDeps),
        Layer.fresh(Translator.layerNoDeps),
        Layer.fresh(Executor.layerNoDeps),
        SessionState.layerMemory
      ])
    )
}
