/**
 * Tests of hooks from the cases that are written beside them, for vitest or node's own runner: a test for each case.
 *
 * **Details**
 *
 * Import this module by its own path, because the index of this package contains suites that need vitest.
 *
 * @example
 * ```ts
 * import * as HookTest from "@hookline/testing/HookTest"
 * import { test } from "node:test" // or from "vitest"
 *
 * HookTest.suite(".amplifier/hooks", test)
 * ```
 *
 * @since 0.1.0
 */
import type { Provided } from "@hookline/node/Hookline"
import * as Effect from "effect/Effect"
import * as HookCaseFiles from "@hookline/node/kit/cases/HookCaseFiles"
import * as HookCaseListing from "@hookline/node/kit/cases/HookCaseListing"
import * as HookCases from "@hookline/node/kit/cases/HookCases"

/**
 * Registers a test: `test` of vitest, of `node:test`, or of any runner with a name and a function.
 *
 * @category models
 * @since 0.1.0
 */
export type Register = (name: string, body: () => Promise<void>) => unknown

/**
 * Options for the suite.
 *
 * @category models
 * @since 0.1.0
 */
export interface Options {
  /** The project of the cases. Defaults to the project of each file's folder. */
  readonly project?: string
  /** Layers for the hooks, such as a model or `FailurePolicy.layerClosed`: `provide` of `Hookline.layer`. */
  readonly provide?: ReadonlyArray<Provided>
}

const failure = (verdict: HookCases.Verdict): Error => {
  const error = new Error(HookCaseListing.format(verdict))
  // The stack of the throw does not help, but the position of the case does.
  error.stack = `${error.message}\n    at ${verdict.file}:${verdict.line}:${verdict.column}`
  return error
}

const passes = async (verdict: Effect.Effect<HookCases.Verdict>): Promise<void> => {
  const came = await Effect.runPromise(verdict)
  if (came.status === "failed") throw failure(came)
}

/**
 * Registers a test for each case of a file, or of all files in a folder at any depth. A file that can't be read is a
 * failing test, and so is a folder without cases.
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
    test(one.case.name, () => passes(HookCases.run(one, subject, options.provide)))
  }
  if (cases.length + broken.length === 0) {
    test(`${target} has cases`, () =>
      Promise.reject(new Error(`No case was found in ${target}: write some into a hooks.test.json beside the hooks.`)))
  }
}
