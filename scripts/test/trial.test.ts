// A trial of a mutant: which tests it runs, what counts as found, and what is remembered of it.
import { assert, describe, it } from "@effect/vitest"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as memory from "../mutate/memory.ts"
import { parse } from "../mutate/options.ts"
import * as related from "../mutate/related.ts"
import { make } from "../mutate/Source.ts"
import type { Ended } from "../mutate/tests.ts"
import { attempt, type Fate } from "../mutate/trial.ts"

const mutant = {
  id: "one",
  source: make("packages/sample/src/Sample.ts", "const a = 1\n", "sample"),
  edit: { start: 10, end: 11, text: "2" }
}

const fileOf = (path: string, isOwn = true): related.TestFile => ({
  path,
  project: "sample",
  isOwn,
  distance: 1,
  needsBundle: false
})

const files = [fileOf("a"), fileOf("b"), fileOf("c", false)]

const passed: Ended = { _tag: "Passed" }
const failed: Ended = { _tag: "Failed", file: "b", test: "holds" }

/** Tries the mutant with these ends of the runs, with the mutant in place or not, and returns what was run. */
const tried = async (ends: (isPlanted: boolean, count: number) => Ended, hint?: string) => {
  let isPlanted = false
  const runs: Array<string> = []
  const plant = () => void (isPlanted = true)
  const restore = () => void (isPlanted = false)
  const run = (some: ReadonlyArray<related.TestFile>): Promise<Ended> => {
    runs.push(`${isPlanted ? "with" : "without"} ${some.map(({ path }) => path).join(" ")}`)
    return Promise.resolve(ends(isPlanted, runs.length))
  }
  const sound = new Set<string>()
  const fate = await attempt({ plant, restore, run, sound, related: () => files, limitMillis: 60_000 }, mutant, hint)
  assert.isFalse(isPlanted)
  return { fate, runs }
}

describe("a trial", () => {
  it("runs the test that is known to find the mutant first, then the package's own", async () => {
    const { fate, runs } = await tried(() => passed, "c")
    assert.deepStrictEqual(fate, { _tag: "Survived", run: 3, of: 3 })
    assert.deepStrictEqual(runs, ["with c", "with a b"])
  })

  it("counts a failure that repeats, and that the mutant causes", async () => {
    const { fate, runs } = await tried((isPlanted) => (isPlanted ? failed : passed))
    assert.deepStrictEqual(fate, { _tag: "Killed", file: "b", test: "holds" })
    assert.deepStrictEqual(runs, ["with a b", "with b", "without b"])
  })

  it("does not count a failure that does not repeat", async () => {
    const { fate } = await tried((_, count) => (count === 1 ? failed : passed))
    assert.deepStrictEqual(fate, { _tag: "Survived", run: 3, of: 3 })
  })

  it("does not count a failure without the mutant", async () => {
    assert.strictEqual((await tried(() => failed)).fate._tag, "Unclear")
  })

  it("ends without a result if no test can be run either way", async () => {
    let problem = ""
    try {
      await tried(() => ({ _tag: "Broken", output: "no such file" }))
    } catch (error) {
      problem = String(error)
    }
    assert.include(problem, "no such file")
  })

  it("does not count a time limit that the tests reach without the mutant", async () => {
    const { fate } = await tried(() => ({ _tag: "TimedOut" }))
    assert.deepStrictEqual(fate, { _tag: "Survived", run: 0, of: 3 })
  })
})

describe("the memory of trials", () => {
  const folder = mkdtempSync(join(tmpdir(), "mutate-memory-"))
  const opened = (tests: string) =>
    memory.open(
      join(folder, "kept.json"),
      () => files,
      () => tests
    )
  const survived: Fate = { _tag: "Survived", run: 3, of: 3 }

  it("holds while neither the source nor the tests change", () => {
    try {
      opened("test").keep(mutant, survived)
      assert.deepStrictEqual(opened("test").of(mutant), survived)
      assert.isUndefined(opened("another test").of(mutant))
      assert.isUndefined(opened("test").of({ ...mutant, edit: { ...mutant.edit, text: "3" } }))
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe("the related tests", () => {
  it("import the module, the package's own and the nearest first", () => {
    const found = related.make().to("packages/schema/src/Verdict.ts")
    assert.strictEqual(found[0]?.isOwn, true)
    assert.strictEqual(found[0]?.distance, 1)
    assert.isTrue(found.some(({ needsBundle }) => needsBundle))
    const others = found.filter(({ isOwn }) => !isOwn).map(({ distance }) => distance)
    assert.deepStrictEqual(
      others,
      others.toSorted((self, that) => self - that)
    )
  })
})

describe("the options", () => {
  it("are one worker and the named faults by default, and refuse what is no number", () => {
    const { ids, sample, workers } = parse([])
    assert.deepStrictEqual({ ids, sample, workers }, { ids: [], sample: undefined, workers: 1 })
    assert.strictEqual(parse(["--sample", "40", "--package", "core", "one"]).sample, 40)
    assert.throws(() => parse(["--sample", "many"]), /--sample/)
    assert.throws(() => parse(["--colour"]), /--colour/)
  })
})
