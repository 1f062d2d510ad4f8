/**
 * Runs cases: each event passes the hooks of its project, and the result is compared with the expectation.
 *
 * @since 0.1.0
 */
import * as Approval from "@hookline/coordinator/Approval"
import { HookDialects } from "@hookline/core/HookDialects"
import { nearest } from "@hookline/core/kit/discover/Suggestions"
import { Pipeline } from "@hookline/core/Pipeline"
import * as Trust from "@hookline/core/Trust"
import * as Locations from "@hookline/core/kit/discover/Locations"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import * as Dialects from "@hookline/dialects/Dialects"
import * as plugins from "@hookline/dialects/kit/plugins"
import { differences, type Difference } from "@hookline/schema/kit/HookCaseDifference"
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
import { eventFrom } from "./eventArguments.ts"
import * as ConfigFilesNode from "../node/ConfigFilesNode.ts"
import type { Case, Problem, Subject } from "./HookCaseFiles.ts"
import * as HookCaseFiles from "./HookCaseFiles.ts"
import type { ModelQuestion } from "../promise/OpenOptions.ts"
import { Hookline, type Provided } from "../Hookline.ts"
import { folderFor, NotRun } from "./folders.ts"

/**
 * The result of one case.
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
  /** The fields that differ from the expectation. */
  readonly differences: ReadonlyArray<Difference>
  /** The reason for which the case could not run. */
  readonly problem?: string
  /** The result of the event, if it ran. */
  readonly output?: RunOutput.RunOutput
}

/**
 * Creates the result of a case that could not run, which is a failure.
 *
 * @example
 * ```ts
import * as HookCaseFiles from "@hookline/node/kit/cases/HookCaseFiles"
 * import * as HookCases from "@hookline/node/kit/cases/HookCases"
 *
 * const { problems } = HookCaseFiles.readFile("hooks.test.json")
 * const failed = problems.map(HookCases.notRun)
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const notRun = ({ column, file, line, name, text }: Problem): Verdict => ({
  name: name ?? `cases of ${path.basename(file)}`,
  file,
  line,
  column,
  status: "failed",
  millis: 0,
  differences: [],
  problem: text
})

/** Folders without a user's configuration, so that results are equal on every machine. */
const nobody = { home: "/dev/null/home", config: "/dev/null/config" }

/**
 * Creates the event of a case in a folder.
 *
 * @example
 * ```ts
 * import * as HookCases from "@hookline/node/kit/cases/HookCases"
 *
 * const event = HookCases.eventOf({ name: "denies it", event: "PreToolUse", tool: "Bash", expect: {} }, "/project")
 * ```
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

/** Provides an approver with the case's answers, and returns those that remain. */
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

/** Provides a model with the case's answers, and returns those that remain and the prompts that it was given. */
const judgeOf = (answers: ReadonlyArray<string>) => {
  const rest = [...answers]
  const prompts: Array<string> = []
  const answered = ({ messages }: ModelQuestion): string => {
    prompts.push(messages.map(({ text }) => text).join("\n\n"))
    const answer = rest.shift()
    if (answer === undefined) throw new Error("the case has no answer of its judge for this")
    return answer
  }
  // Most cases have no judge, and models take long to load.
  const layer = Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("../promise/model.ts")),
      ({ modelOf }) => modelOf(answered)
    )
  )
  const difference = (): ReadonlyArray<Difference> =>
    rest.length === 0
      ? []
      : [{ field: "judge", expected: answers, got: answers.slice(0, answers.length - rest.length) }]
  return { layer, prompts, difference }
}

const inputOf = (event: HookEvent.HookEvent): unknown => ("toolInput" in event ? event.toolInput : undefined)

/** Emits the event, with the skill open and the approver provided. */
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
    // Without answers a question is the result, like in `hookline run`.
    const report = yield* one.answers === undefined ? pipeline.answer(event) : hooks.emit(event)
    const catalog = yield* Effect.flatMap(pipeline.catalog(event.sessionId), Locations.add).pipe(
      Effect.provide([ConfigFilesNode.layerOnce, HookDialects.layer(Dialects.all)])
    )
    const sources = new Map(catalog.hooks.map(({ id, source }) => [id, source]))
    const runs = report.runs.map((run) => ({ ...run, source: sources.get(run.id) ?? run.source }))
    return RunOutput.of({ ...report, runs }, inputOf(event))
  })

/** Replaces paths of a copy by those of the original, because the copy is deleted. */
const inPlace = (came: RunOutput.RunOutput, folder: string, { plugin, project }: Subject): RunOutput.RunOutput => {
  const copied = plugin === undefined ? folder : path.join(folder, plugins.folder, path.basename(plugin))
  const real = (file: string): string =>
    file.startsWith(`${copied}/`) ? path.join(plugin ?? project, file.slice(copied.length)) : file
  return {
    ...came,
    runs: came.runs.map((run) => ({ ...run, source: { ...run.source, file: real(run.source.file) } })),
    diagnostics: came.diagnostics.map((one) => ({ ...one, file: real(one.file) }))
  }
}

/**
 * Returns the result of a case's event. User-level configuration is ignored, so that the result is equal on every
 * machine.
 *
 * @category running
 * @since 0.1.0
 */
export const output = (
  one: HookCase,
  subject: Subject,
  provide: ReadonlyArray<Provided> = []
): Effect.Effect<{ readonly output: RunOutput.RunOutput; readonly differences: ReadonlyArray<Difference> }, NotRun> =>
  Effect.scoped(
    Effect.gen(function* () {
      const folder = yield* folderFor(subject, one.files)
      const event = yield* Effect.mapError(Effect.fromResult(eventOf(one, folder)), (why) => new NotRun(why))
      const { difference, layer } = person(one.answers ?? [])
      const judge = judgeOf(one.judge ?? [])
      const project: Project = { project: folder, ...nobody }
      const hooks = Hookline.layer({
        project,
        once: true,
        // Its outcome reaches no agent, and a case states what the hook does once it is trusted.
        trust: Trust.layerAll,
        ...(one.env && { settings: { env: one.env } }),
        provide: [...provide, layer, ...(one.judge === undefined ? [] : [judge.layer])]
      })
      const came = yield* Effect.provide(fired(one, event), hooks)
      const shown = inPlace(came, folder, subject)
      return {
        output: shown,
        differences: [...differences(one.expect, came, judge.prompts), ...difference(), ...judge.difference()]
      }
    })
  )

/**
 * Returns a sentence about an unknown event with nearly the name of a known one.
 *
 * @category running
 * @since 0.1.0
 */
export const misnamed = (event: string): string | undefined => {
  if (HookEvent.isName(event)) return undefined
  const meant = nearest(event, HookEvent.names)
  return meant === undefined ? undefined : `${event} is no event that we know; is ${meant} meant?`
}

/** Returns the problem of a case that passes whatever hooks do. Answers that are left over fail a case. */
const provesNothing = ({ answers = [], expect, judge = [] }: HookCase): string | undefined =>
  Object.keys(expect).length + answers.length + judge.length > 0
    ? undefined
    : 'Its "expect" compares nothing, so that it passes whatever hooks do: write a "verdict", or another field.'

/**
 * Runs one case. A case that can't run has failed.
 *
 * @category running
 * @since 0.1.0
 */
export const run = (
  { case: one, column, file, line }: Case,
  subject: Subject = HookCaseFiles.subjectOf(file),
  provide: ReadonlyArray<Provided> = []
): Effect.Effect<Verdict> =>
  Effect.gen(function* () {
    const begun = performance.now()
    const came = yield* Effect.result(output(one, subject, provide))
    const found = { name: one.name, file, line, column, millis: Math.round(performance.now() - begun) }
    if (Result.isFailure(came)) {
      return { ...found, status: "failed", differences: [], problem: `It could not be run: ${came.failure.why}.` }
    }
    // A misspelled event runs no hook, so that a case for an allowed action would pass by mistake.
    const about = misnamed(one.event) ?? provesNothing(one)
    const isPassed = came.success.differences.length === 0 && about === undefined
    return {
      ...found,
      ...came.success,
      status: isPassed ? "passed" : "failed",
      ...(about !== undefined && { problem: about })
    }
  })

/**
 * Options for running cases.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  /** The project of all cases. Defaults to the project of each file's folder. */
  readonly project?: string
  /** The number of cases that run in parallel. */
  readonly jobs?: number
  /** Layers for the hooks of every case, such as a model or policies: `provide` of `Hookline.layer`. */
  readonly provide?: ReadonlyArray<Provided>
  /** Called with each result. */
  readonly onEnd?: (verdict: Verdict) => Effect.Effect<void>
}

/**
 * Runs cases in parallel, and returns the results in order. A file that can't be read is a failed result.
 *
 * @category running
 * @since 0.1.0
 */
export const runAll = (
  { cases, problems }: HookCaseFiles.Reading,
  { jobs = Math.max(2, availableParallelism()), onEnd = () => Effect.void, project, provide }: Options = {}
): Effect.Effect<ReadonlyArray<Verdict>> =>
  Effect.gen(function* () {
    const failed = problems.map(notRun)
    yield* Effect.forEach(failed, onEnd, { discard: true })
    const ran = yield* Effect.forEach(
      cases,
      (one) => Effect.tap(run(one, project === undefined ? undefined : { project }, provide), onEnd),
      { concurrency: jobs }
    )
    return [...failed, ...ran]
  })
