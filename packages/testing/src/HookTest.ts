/**
 * Hooks against the cases that are written beside them, as tests of vitest or of node's own runner: each case is one.
 *
 * **Details**
 *
 * ```ts
 * import { test } from "node:test" // or from "vitest"
 * import * as HookTest from "@hookline/testing/HookTest"
 *
 * HookTest.suite(".amplifier/hooks", test)
 * ```
 *
 * It is imported by its own path: the index of this package brings suites that need vitest.
 *
 * @since 0.1.0
 */
import type { LanguageModel } from "effect/ai/LanguageModel"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as HookCaseFiles from "hookline/HookCaseFiles"
import * as HookCaseListing from "hookline/HookCaseListing"
import * as HookCases from "hookline/HookCases"

/**
 * What registers a test: `test` of vitest, of `node:test`, or of any runner that takes a name and a function.
 *
 * @category models
 * @since 0.1.0
 */
export type Register = (name: string, body: () => Promise<void>) => unknown

/**
 * What can be said beside where the hooks are.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  /** The project that the cases are about; where each file lies says so, if this is left out. */
  readonly project?: string
  /** Judges prompt hooks: a real model, or `TestModel`. */
  readonly model?: Layer.Layer<LanguageModel>
  /** Policies, such as `FailurePolicy.layerClosed`. */
  readonly policies?: Layer.Layer<never>
}

const failure = (verdict: HookCases.Verdict): Error => {
  const error = new Error(HookCaseListing.format(verdict))
  // Where it was thrown tells nobody anything; where the case stands does.
  error.stack = `${error.message}\n    at ${verdict.file}:${verdict.line}:${verdict.column}`
  return error
}

const passes = async (verdict: Effect.Effect<HookCases.Verdict>): Promise<void> => {
  const came = await Effect.runPromise(verdict)
  if (came.status === "failed") throw failure(came)
}

const provided = (verdict: Effect.Effect<HookCases.Verdict>, { model, policies = Layer.empty }: Options) =>
  // A model is looked for where hooks are built, and is no need of theirs: without one, a prompt hook fails.
  Effect.provide(verdict, model === undefined ? policies : Layer.merge(policies, model))

/**
 * Registers a test for each case in a folder of hooks and below, or in a file of cases. What can't be read is a test
 * that fails, and so is a folder without a case.
 *
 * @category suites
 * @since 0.1.0
 */
export const suite = (target: string, test: Register, options: Options = {}): void => {
  const { files, problems } = HookCaseFiles.below(target)
  const readings = files.map(HookCaseFiles.readFile)
  const cases = readings.flatMap((reading) => reading.cases)
  const broken = [...problems, ...readings.flatMap((reading) => reading.problems)]
  for (const problem of broken) {
    test(`${problem.name ?? "cases"} can be read`, () => passes(Effect.succeed(HookCases.notRun(problem))))
  }
  for (const one of cases) {
    const subject = options.project === undefined ? HookCaseFiles.subjectOf(one.file) : { project: options.project }
    test(one.case.name, () => passes(provided(HookCases.run(one, subject), options)))
  }
  if (cases.length + broken.length === 0) {
    test(`${target} has cases`, () =>
      Promise.reject(new Error(`No case was found in ${target}: write some into a hooks.test.json beside the hooks.`)))
  }
}
