import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { compare, type Run } from "../../bench/compare.ts"

const runOf = (ratios: Readonly<Record<string, number>>, noise = 0): Run => ({
  version: 1,
  noise,
  results: Object.entries(ratios).map(([name, ratio]) => ({ name, ratio, p50: 1, p95: 1, unit: "ms" }))
})

const changes = (before: Run, now: Run) =>
  Object.fromEntries(compare(before, now).map(({ change, name }) => [name, change]))

const ratio = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1000 }))
const noise = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 2 }))

describe("compare", () => {
  it("flags a ratio that is worse by more than the noise of both runs", () => {
    assert.deepStrictEqual(changes(runOf({ a: 1, b: 1, c: 1 }), runOf({ a: 1.05, b: 1.2, c: 0.5 })), {
      a: "same",
      b: "worse",
      c: "better"
    })
    assert.deepStrictEqual(changes(runOf({ b: 1 }, 0.1), runOf({ b: 1.2 }, 0.15)), { b: "same" })
    assert.deepStrictEqual(changes(runOf({ b: 1 }, 0.1), runOf({ b: 1.3 }, 0.15)), { b: "worse" })
  })

  it("tells what has come, and what is no more", () => {
    assert.deepStrictEqual(changes(runOf({ a: 1 }), runOf({ b: 1 })), { a: "gone", b: "new" })
  })

  it.prop("finds nothing in a run beside itself", [ratio, noise], ([value, own]) => {
    const run = runOf({ a: value }, own)
    assert.deepStrictEqual(changes(run, run), { a: "same" })
  })

  it.prop("never calls one direction worse and the other worse, too", [ratio, ratio, noise], ([one, other, own]) => {
    const there = changes(runOf({ a: one }, own), runOf({ a: other }, own))["a"]
    const back = changes(runOf({ a: other }, own), runOf({ a: one }, own))["a"]
    assert.isFalse(there === "worse" && back === "worse")
    if (there === "worse") assert.isAbove(other, one)
  })
})
