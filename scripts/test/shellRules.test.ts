// Rules on shell commands beside bash: a seeded slice of what `npm run fuzz -- shell` does for longer.
import { assert, describe, it } from "@effect/vitest"
import { differential } from "../../fuzz/shell/differential.ts"
import { defects } from "../../fuzz/shell/defects.ts"
import { meetsRule } from "../../fuzz/shell/meetsRule.ts"
import { mutants } from "../../fuzz/shell/planted.ts"
import { productions } from "../../fuzz/shell/productions.ts"
import { texts } from "../../fuzz/shell/texts.ts"
import { inCage } from "./inCage.ts"

const runs = { runs: 2000, seed: 15, sampleEvery: 10 }

describe("a rule on a shell command, beside bash", () => {
  it("is given the same texts by the same seed, and others by another", () => {
    const made = (seed: number) => Array.from({ length: 200 }, texts(seed))
    assert.deepStrictEqual(made(7), made(7))
    assert.notDeepEqual(made(7), made(8))
    assert.isAbove(new Set(made(7).map(({ text }) => text)).size, 150)
  })

  // proves: docs/failure-policy.md, docs/which-hooks-fire.md
  it(
    "excludes no text that runs the program",
    inCage(async (cage) => {
      const { excluded, lost, sampled, sampledRan } = await differential({ ...runs, cage, meets: meetsRule("rm *") })
      assert.deepStrictEqual(lost, [])
      assert.isAbove(excluded, 100)
      assert.isAbove(sampledRan / sampled, 0.05)
    })
  )

  it(
    "is given texts of every class that run the program",
    inCage(async (cage) => {
      const next = texts(3)
      const made = Array.from({ length: 4000 }, next).filter(({ production }) => production !== undefined)
      const ran = await cage.ran(made.slice(0, 400).map(({ text }) => text))
      const classes = new Set(made.slice(0, 400).flatMap(({ production }, at) => (ran[at]?.length ? [production] : [])))
      assert.sameMembers([...classes], Object.keys(productions))
    })
  )

  it(
    "is found to exclude them where it only looks at the first word",
    inCage(async (cage) => {
      const meets = (text: string): boolean => text.startsWith("rm")
      const { lost } = await differential({ cage, meets, runs: 200, seed: 1, sampleEvery: 10 })
      assert.isAbove(lost.length, 20)
    })
  )

  it("has one place in the sources for each defect that is planted", () => {
    const ids = mutants().map(({ id }) => id)
    assert.deepStrictEqual(
      ids,
      defects.map(({ id }) => id)
    )
    assert.strictEqual(new Set(ids).size, ids.length)
  })
})
