// Tries one mutant: plants it, and runs the tests that may find it, the nearest first.
import type { Mutant } from "./Mutant.ts"
import type { Related, TestFile } from "./related.ts"
import type { Ended, FailedTest } from "./tests.ts"

/** What became of a mutant. */
export type Fate =
  | ({ readonly _tag: "Killed" } & FailedTest)
  /** Tests that end without the mutant do not end with it. */
  | { readonly _tag: "Stuck"; readonly files: ReadonlyArray<string> }
  /** No test failed; `of` counts the related test files, and `run` those for which there was time. */
  | { readonly _tag: "Survived"; readonly run: number; readonly of: number }
  /** A test fails, but not every time, or without the mutant too. */
  | { readonly _tag: "Unclear"; readonly problem: string }

/** What a trial needs. */
export interface Trial {
  readonly plant: (mutant: Mutant) => void
  readonly restore: (mutant: Mutant) => void
  readonly run: (files: ReadonlyArray<TestFile>, limitMillis: number) => Promise<Ended>
  readonly related: Related["to"]
  /** The test files that have passed without a mutant, which the trials add to. */
  readonly sound: Set<string>
  /** How long all tests of one mutant may take. */
  readonly limitMillis: number
}

/** Few files at a time, so that a fault near its tests is found soon. */
const filesAtOnce = 8

const chunksOf = (files: ReadonlyArray<TestFile>): ReadonlyArray<ReadonlyArray<TestFile>> =>
  Array.from({ length: Math.ceil(files.length / filesAtOnce) }, (_, index) =>
    files.slice(index * filesAtOnce, (index + 1) * filesAtOnce)
  )

/** Returns the files in turns: the one that found the mutant last time, then the tests of its own package. */
const inTurns = (files: ReadonlyArray<TestFile>, first: string | undefined): ReadonlyArray<ReadonlyArray<TestFile>> => {
  const hint = files.filter(({ path }) => path === first)
  const rest = files.filter(({ path }) => path !== first)
  return [hint, rest.filter(({ isOwn }) => isOwn), rest.filter(({ isOwn }) => !isOwn)].flatMap(chunksOf)
}

/** How often test files are run again if a failure does not repeat. */
const attempts = 3

/** Runs some test files with a mutant planted. Returns `undefined` if they pass, or a fate that ends the trial. */
const runSome = async (
  trial: Trial,
  mutant: Mutant,
  some: ReadonlyArray<TestFile>,
  limitMillis: number
): Promise<Exclude<Fate, { readonly _tag: "Survived" }> | "late" | undefined> => {
  const passesWithout = async (files: ReadonlyArray<TestFile>): Promise<boolean> => {
    trial.restore(mutant)
    const { _tag } = await trial.run(files, trial.limitMillis)
    trial.plant(mutant)
    if (_tag === "Passed") for (const { path } of files) trial.sound.add(path)
    return _tag === "Passed"
  }
  let unstable: FailedTest | undefined
  for (let tried = 0; tried < attempts; tried += 1) {
    const started = performance.now()
    const ended = await trial.run(some, limitMillis)
    const millis = performance.now() - started
    if (ended._tag === "Passed") return undefined
    if (ended._tag === "Broken") {
      if (await passesWithout(some)) return { _tag: "Killed", file: some[0]?.path ?? "", test: "no test can be run" }
      throw new Error(`the tests cannot be run, with or without ${mutant.id}:\n${ended.output}`)
    }
    if (ended._tag === "TimedOut") {
      const before = performance.now()
      const isQuick = (await passesWithout(some)) && (performance.now() - before) * 2 < millis
      return isQuick ? { _tag: "Stuck", files: some.map(({ path }) => path) } : "late"
    }
    const { file, test } = ended
    const failed = some.filter(({ path }) => path === file)
    const again = await trial.run(failed, trial.limitMillis)
    // A test that fails once in a while on a busy machine says nothing about the mutant.
    const isSound = again._tag !== "Passed" && (trial.sound.has(file) || (await passesWithout(failed)))
    if (isSound) return { _tag: "Killed", file, test }
    unstable = { file, test }
  }
  return (
    unstable && {
      _tag: "Unclear",
      problem: `${unstable.file} fails with and without it, or only sometimes: ${unstable.test}`
    }
  )
}

/**
 * Tries a mutant. A failure counts only if it repeats, and if the same tests pass without the mutant. Rejects if no test
 * can be run either way, because nothing can be tried then.
 */
export const attempt = async (trial: Trial, mutant: Mutant, hint?: string): Promise<Fate> => {
  const files = trial.related(mutant.source.path)
  const deadline = performance.now() + trial.limitMillis
  let run = 0
  trial.plant(mutant)
  try {
    for (const some of inTurns(files, hint)) {
      const left = deadline - performance.now()
      const fate = left <= 0 ? "late" : await runSome(trial, mutant, some, left)
      if (fate === "late") break
      if (fate !== undefined) return fate
      run += some.length
    }
    return { _tag: "Survived", run, of: files.length }
  } finally {
    trial.restore(mutant)
  }
}
