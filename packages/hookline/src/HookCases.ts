/**
 * Runs cases: each event goes through the hooks of its project, and what comes of it is held against what was expected.
 *
 * @since 0.1.0
 */
import * as Approval from "@hookline/coordinator/Approval"
import { HookDialects } from "@hookline/core/HookDialects"
import { nearest } from "@hookline/core/Nearest"
import { Pipeline } from "@hookline/core/Pipeline"
import * as Positions from "@hookline/core/Positions"
import type { Project } from "@hookline/core/SourceFiles"
import * as Dialects from "@hookline/dialects/Dialects"
import { differences, type Difference } from "@hookline/schema/HookCaseDifference"
import type { HookCase } from "@hookline/schema/HookCases"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as RunOutput from "@hookline/schema/RunOutput"
import { Skills } from "@hookline/skills/Skills"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import { availableParallelism } from "node:os"
import path from "node:path"
import { eventFrom } from "./command/eventArguments.ts"
import * as ConfigFilesNode from "./ConfigFilesNode.ts"
import type { Case, Problem, Subject } from "./HookCaseFiles.ts"
import * as HookCaseFiles from "./HookCaseFiles.ts"
import { Hookline } from "./Hookline.ts"
import { folderFor, NotRun } from "./internal/cases/folders.ts"

/**
 * What came of one case.
 *
 * @category models
 * @since 0.1.0
 */
export interface Verdict {
  readonly name: string
  readonly file: string
  readonly line: number
  readonly column: number
  readonly status: "passed" | "failed"
  readonly millis: number
  /** Where what came is not what was expected. */
  readonly differences: ReadonlyArray<Difference>
  /** Why the case could not be run. */
  readonly problem?: string
  /** What came of the event, where it was run. */
  readonly output?: RunOutput.RunOutput
}

/**
 * A case that did not run, as a case that failed.
 *
 * @category constructors
 * @since 0.1.0
 */
export const notRun = ({ column, file, line, name, text }: Problem): Verdict => ({
  name: name ?? "a case without a name",
  file,
  line,
  column,
  status: "failed",
  millis: 0,
  differences: [],
  problem: text
})

/** Nobody's home: what a person has configured for themselves would decide on their machine only. */
const nobody = { home: "/dev/null/home", config: "/dev/null/config" }

/**
 * The event that a case tells, in this folder.
 *
 * @category constructors
 * @since 0.1.0
 */
export const eventOf = (
  { event, input, prompt, session = "test", source, tool }: HookCase,
  cwd: string
): Result.Result<HookEvent.HookEvent, string> =>
  eventFrom({
    event,
    cwd,
    session,
    ...(tool !== undefined && { tool }),
    ...(input !== undefined && { input }),
    ...(prompt !== undefined && { prompt }),
    ...(source !== undefined && { source })
  })

/** A person who answers what the case says, and what was not asked in the end. */
const person = (answers: ReadonlyArray<string>) => {
  const rest = [...answers]
  const layer = Approval.layer(() =>
    Effect.suspend(() => {
      const answer = rest.shift()
      return answer === undefined
        ? Effect.fail(new Approval.Unanswered({ why: "the case has no answer for this" }))
        : Effect.succeed({ answer, found: "asked" as const })
    })
  )
  const difference = (): ReadonlyArray<Difference> =>
    rest.length === 0
      ? []
      : [{ field: "answers", expected: answers, got: answers.slice(0, answers.length - rest.length) }]
  return { layer, difference }
}

const inputOf = (event: HookEvent.HookEvent): unknown => ("toolInput" in event ? event.toolInput : undefined)

/** Fires the event, with the skill open and the person there. */
const fired = (
  one: HookCase,
  event: HookEvent.HookEvent
): Effect.Effect<RunOutput.RunOutput, NotRun, Hookline | Pipeline | Skills | Scope.Scope> =>
  Effect.gen(function* () {
    const hooks = yield* Hookline
    const pipeline = yield* Pipeline
    if (one.skill !== undefined) {
      const skills = yield* Skills
      const where = event.sessionId === undefined ? {} : { session: event.sessionId }
      yield* Effect.mapError(skills.activate(one.skill, where), ({ message }) => new NotRun(message))
    }
    // Without answers a question is what came of it, as `hookline run` tells it.
    const report = yield* one.answers === undefined ? pipeline.answer(event) : hooks.emit(event)
    const catalog = yield* Effect.flatMap(pipeline.catalog(event.sessionId), Positions.add).pipe(
      Effect.provide([ConfigFilesNode.layerOnce, HookDialects.layer(Dialects.all)])
    )
    const sources = new Map(catalog.hooks.map(({ id, source }) => [id, source]))
    const runs = report.runs.map((run) => ({ ...run, source: sources.get(run.id) ?? run.source }))
    return RunOutput.of({ ...report, runs }, inputOf(event))
  })

/** Tells places of a copy as those that they were copied from: the copy is gone when somebody looks. */
const inPlace = (came: RunOutput.RunOutput, folder: string, { plugin, project }: Subject): RunOutput.RunOutput => {
  const copied = plugin === undefined ? folder : path.join(folder, ".amplifier/hooks", path.basename(plugin))
  const real = (file: string): string =>
    file.startsWith(`${copied}/`) ? path.join(plugin ?? project, file.slice(copied.length)) : file
  return {
    ...came,
    runs: came.runs.map((run) => ({ ...run, source: { ...run.source, file: real(run.source.file) } })),
    diagnostics: came.diagnostics.map((one) => ({ ...one, file: real(one.file) }))
  }
}

/**
 * What comes of a case's event. What a person has configured for themselves does not count: it is the same on every
 * machine.
 *
 * @category running
 * @since 0.1.0
 */
export const output = (
  one: HookCase,
  subject: Subject
): Effect.Effect<{ readonly output: RunOutput.RunOutput; readonly differences: ReadonlyArray<Difference> }, NotRun> =>
  Effect.scoped(
    Effect.gen(function* () {
      const folder = yield* folderFor(subject, one.files)
      const event = yield* Effect.mapError(Effect.fromResult(eventOf(one, folder)), (why) => new NotRun(why))
      const { difference, layer } = person(one.answers ?? [])
      const project: Project = { project: folder, ...nobody }
      const hooks = Hookline.layer({ project, once: true, ...(one.env && { settings: { env: one.env } }) })
      const came = yield* Effect.provide(fired(one, event), Layer.provide(hooks, layer))
      const shown = inPlace(came, folder, subject)
      return { output: shown, differences: [...differences(one.expect, came), ...difference()] }
    })
  )

const misnamed = (event: string): string | undefined => {
  if (HookEvent.isName(event)) return undefined
  const meant = nearest(event, HookEvent.names)
  return meant === undefined ? undefined : `${event} is no event that we know; is ${meant} meant?`
}

/**
 * Runs one case. A case that can't be run has failed.
 *
 * @category running
 * @since 0.1.0
 */
export const run = (
  { case: one, column, file, line }: Case,
  subject: Subject = HookCaseFiles.subjectOf(file)
): Effect.Effect<Verdict> =>
  Effect.gen(function* () {
    const begun = performance.now()
    const came = yield* Effect.result(output(one, subject))
    const found = { name: one.name, file, line, column, millis: Math.round(performance.now() - begun) }
    if (Result.isFailure(came)) {
      return { ...found, status: "failed", differences: [], problem: `It could not be run: ${came.failure.why}.` }
    }
    // An event that is misspelled runs nothing, which is what a case may expect that is to show that something passes.
    const about = misnamed(one.event)
    const isPassed = came.success.differences.length === 0 && about === undefined
    return {
      ...found,
      ...came.success,
      status: isPassed ? "passed" : "failed",
      ...(about !== undefined && { problem: about })
    }
  })

/**
 * What is to be run, and how.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  /** The project that all cases are about; where each file lies says so, if this is left out. */
  readonly project?: string
  /** How many run at once. */
  readonly jobs?: number
  /** Is told of each as it ends. */
  readonly onEnd?: (verdict: Verdict) => Effect.Effect<void>
}

/**
 * Runs cases beside each other, and tells of them in their order. What could not be read stands among them as failed.
 *
 * @category running
 * @since 0.1.0
 */
export const runAll = (
  { cases, problems }: HookCaseFiles.Reading,
  { jobs = Math.max(2, availableParallelism()), onEnd = () => Effect.void, project }: Options = {}
): Effect.Effect<ReadonlyArray<Verdict>> =>
  Effect.gen(function* () {
    const failed = problems.map(notRun)
    yield* Effect.forEach(failed, onEnd, { discard: true })
    const ran = yield* Effect.forEach(
      cases,
      (one) => Effect.tap(run(one, project === undefined ? undefined : { project }), onEnd),
      { concurrency: jobs }
    )
    return [...failed, ...ran]
  })
