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
import { Background } from "./Background.ts"
import { Conflict } from "./Conflict.ts"
import type { HostReply, SkillChange } from "./Dialect.ts"
import { Discoverer } from "./Discoverer.ts"
import { Executor } from "./Executor.ts"
import { FailurePolicy } from "./FailurePolicy.ts"
import { HostDialect } from "./HostDialect.ts"
import { answer as answerAll } from "./internal/answer/answer.ts"
import { ready, type Ready, tells } from "./internal/answer/ready.ts"
import { hasRan } from "./internal/answer/runHook.ts"
import { onFailureOf, type Parts, type Scene } from "./internal/answer/Scene.ts"
import { withoutCopies } from "./internal/answer/withoutCopies.ts"
import { isToldAgain } from "./internal/answer/oneStop.ts"
import { aboutState } from "./internal/answer/aboutState.ts"
import { Mapper } from "./Mapper.ts"
import { Matcher, none } from "./Matcher.ts"
import * as Measures from "./Measures.ts"
import { Garbled, PipelineError, sentence } from "./PipelineError.ts"
import * as NextEvents from "./NextEvents.ts"
import type { Soon } from "./Runner.ts"
import { nothing as nothingExported, SessionEnv } from "./SessionEnv.ts"
import { type SessionKey, SessionState } from "./SessionState.ts"
import type * as SettingsFiles from "./SettingsFiles.ts"
import { ShortCircuit } from "./ShortCircuit.ts"
import type { Project } from "./SourceFiles.ts"
import { Timeouts } from "./Timeouts.ts"
import { Translator } from "./Translator.ts"

/**
 * What a host knows beside the event.
 *
 * @category models
 * @since 0.1.0
 */
export interface Asked {
  /** How often the agent has been made to go on since its last tool call. From eight on it is let go. */
  readonly continuations?: number
}

/**
 * What came of a payload: a report for each of its events, what they amount to together, and the answer to the host.
 *
 * @category models
 * @since 0.1.0
 */
export interface Answered {
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
  const parts: Parts = {
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

  let last = ready(matcher.compile(yield* catalogs.fresh))
  /** Whether any session has variables, so that no report is the same for all. */
  let exporting = false

  /** What was compiled stays as long as its catalog: sessions with different skills take turns. */
  const known = new WeakMap<Catalog, Ready>([[last.compiled.catalog, last]])
  const readyOf = (catalog: Catalog): Ready => {
    const of = known.get(catalog) ?? ready(matcher.compile(catalog))
    known.set(catalog, of)
    return of
  }
  const readyFor = (catalog: Catalog): Ready => (catalog === last.compiled.catalog ? last : (last = readyOf(catalog)))

  /** The catalog as it is in force in a session, or nothing where files have changed. */
  const current = (session: string | undefined): Ready | undefined => {
    const catalog = catalogs.current(session)
    return catalog === undefined ? undefined : readyFor(catalog)
  }

  const fresh = (session: string | undefined): Effect.Effect<Ready> =>
    Effect.map(catalogs.freshIn === undefined ? catalogs.fresh : catalogs.freshIn(session), readyFor)

  /** The same with what is not in force there, so that a plan can say why. */
  const whole = (session: string | undefined): Effect.Effect<Ready> =>
    catalogs.wholeIn === undefined ? fresh(session) : Effect.map(catalogs.wholeIn(session), readyOf)

  /** A skill that a host opened or closed: its hooks are in force from the next event on, or are no more. */
  const skillChanged = (change: SkillChange): Effect.Effect<void> => {
    const { _tag, name, sessionId: session, ...told } = change
    const key = { project: project.project, session }
    return _tag === "Loaded"
      ? parts.state.skills.open(key, { ...told, name, dialect: parts.host.name })
      : parts.state.skills.close(key, { name })
  }

  const sceneOf = ({ compiled }: Ready, event: HookEvent.HookEvent, traced: boolean): Scene => ({
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
      : Effect.map(report, (made) => ({ ...made, outcome: aboutState(made.outcome, problems()) }))

  const prewarms = parts.executor.prewarm !== undefined

  /** Makes ready for the one of these events that runs most hooks. */
  const prewarmFor = (
    { compiled }: Ready,
    events: ReadonlyArray<HookEvent.HookEvent>,
    session: SessionKey
  ): Effect.Effect<void> => {
    const { settings } = compiled.catalog
    const wanted = events.map((event) => compiled.steps(event).flatMap(({ hooks }) => hooks))
    const hooks = wanted.reduce((most, one) => (one.length > most.length ? one : most), [])
    const soon: Soon = { hooks, settings, session }
    return parts.executor.prewarm?.(soon) ?? Effect.void
  }

  const answerWith = (from: Ready, event: HookEvent.HookEvent, { continuations = 0 }: Asked): Effect.Effect<Report> => {
    if (!tells(from, event) && from.compiled.steps(event) === none) {
      // The one event that touches the state though nothing wants it.
      const { session } = sceneOf(from, event, false)
      const nothing = exporting ? withExports(from.nothing(event), session) : from.nothing(event)
      return withProblems(event._tag === "SessionEnd" ? Effect.tap(nothing, ended(session)) : nothing)
    }
    return Effect.flatMap(References.TracerEnabled, (traced) => {
      const scene = sceneOf(from, event, traced)
      const answered = Measures.event(traced, HookEvent.nameOf(event), answerAll(scene, continuations))
      if (event._tag === "SessionEnd") return withProblems(Effect.tap(answered, ended(scene.session)))
      if (!prewarms && !parts.sessionEnv.isKept) return withProblems(answered)
      const prepared = Effect.tap(answered, () => {
        exporting ||= parts.sessionEnv.exports(scene.session) !== nothingExported
        return prewarms ? prewarmFor(from, NextEvents.after(event), scene.session) : Effect.void
      })
      return withProblems(prepared)
    })
  }

  const nothingAsked: Asked = {}

  const answerSlowly = (event: HookEvent.HookEvent, asked: Asked = nothingAsked): Effect.Effect<Report> => {
    const from = current(event.sessionId)
    return from === undefined
      ? Effect.flatMap(fresh(event.sessionId), (read) => answerWith(read, event, asked))
      : answerWith(from, event, asked)
  }

  /** Whether the catalog that was compiled last is in force, and has nothing to say by itself. */
  const isPlain = (from: Ready, event: HookEvent.HookEvent): boolean =>
    !from.mayTell && catalogs.current(event.sessionId) === from.compiled.catalog

  /** Whether an event that nothing wants has nothing to say either. */
  const isSilent = ({ _tag }: HookEvent.HookEvent): boolean =>
    !exporting && problems === undefined && _tag !== "SessionEnd"

  const answer = (event: HookEvent.HookEvent, asked?: Asked): Effect.Effect<Report> => {
    const from = last
    return isPlain(from, event) && isSilent(event) && from.compiled.steps(event) === none
      ? from.nothing(event)
      : answerSlowly(event, asked)
  }

  const wantsNow = (event: HookEvent.HookEvent): boolean => {
    const from = current(event.sessionId)
    return from === undefined || tells(from, event) || from.compiled.wants(event)
  }

  const wants = (event: HookEvent.HookEvent): boolean => {
    const from = last
    return isPlain(from, event) ? from.compiled.wants(event) : wantsNow(event)
  }

  const run = Effect.fnUntraced(function* (
    payload: unknown,
    asked: Asked = nothingAsked
  ): Effect.fn.Return<Answered, PipelineError> {
    const { events, skill } = yield* mapper.map(payload)
    if (skill?._tag === "Loaded") yield* skillChanged(skill)
    const reports: Array<Report> = []
    for (const event of events) {
      const session = { project: project.project, session: event.sessionId }
      // What nothing wants does not touch the state; a turn begins whether anybody wants it or not.
      const isTold = event._tag === "UserPromptSubmit" || wants(event)
      if (isTold && (yield* isToldAgain(parts.host.event, parts.state, session, event))) continue
      const report = yield* answer(event, asked)
      reports.push(report)
      if (!Outcome.goesOn(report.outcome)) break
    }
    if (skill?._tag === "Unloaded") yield* skillChanged(skill)
    const said = Outcome.reducer.combineAll(reports.map((report) => report.outcome))
    const outcome = aboutState(said, problems?.() ?? [])
    const reply = yield* Effect.try({
      try: () => parts.translator.answer(outcome, events[0] ?? noEvent),
      catch: (error) =>
        new PipelineError({
          stage: "translate",
          reason: new Garbled({ hook: "the answer", issue: sentence(error) })
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

  yield* prewarmFor(last, NextEvents.after(undefined), { project: project.project, session: undefined })
  const catalog = (session?: string): Effect.Effect<Catalog> =>
    Effect.suspend(() => Effect.map(whole(session), ({ compiled }) => compiled.catalog))

  return Pipeline.of({
    answer,
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
     * Whether anything runs is decided when this is called, on the catalog that is in force then. On an event that
     * nothing wants it is one and the same effect each time: nothing is allocated, looked up or traced.
     */
    answer(event: HookEvent.HookEvent, asked?: Asked): Effect.Effect<Report>
    /** What they make of a host's payload, and the answer in the host's words. */
    run(payload: unknown, asked?: Asked): Effect.Effect<Answered, PipelineError>
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
