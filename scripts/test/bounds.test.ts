// The user's guards run the same with and without whatever a project holds: a seeded slice of `npm run fuzz -- bounds`.
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { renameSync } from "node:fs"
import * as Law from "../../fuzz/bounds/law.ts"
import { known } from "../../fuzz/bounds/Person.ts"
import { productions } from "../../fuzz/bounds/productions.ts"

let law: Law.Law

beforeAll(async () => {
  law = await Law.make()
}, 60_000)

afterAll(() => law.close())

/** The productions in so many parts, each of which is one project, and those that are played apart. */
const parts = (count: number): ReadonlyArray<ReadonlyArray<string>> => {
  const together = law.names.filter((name) => !law.apart.includes(name))
  const shared = Array.from({ length: count }, (_, part) => together.filter((__, at) => at % count === part))
  return [...shared, ...law.apart.map((name) => [name])]
}

describe("the user's guards", () => {
  it("run and are recorded, in each kind", async () => {
    const { seen } = await law.baseline()
    const recorded = new Set(seen.records.map((record) => record.arguments.trim().replaceAll("\n", " ")))
    assert.includeMembers(
      [...recorded],
      ["absolute", "exec form", "path", "once", "amplifier", "amcp", "python script", "command in Python", "skill"]
    )
    assert.deepStrictEqual(seen.strays, [])
  })

  // proves: docs/security.md
  it("run the same with and without whatever a project holds", async () => {
    for (const [at, names] of parts(3).entries()) {
      const finding = await law.check(names, 16 + at)
      assert.isUndefined(finding && (await law.shortened(finding)))
    }
  })

  it("are found to differ where another program takes the place of one", async () => {
    const [real, away] = [`${law.folders.bin}/${known.program}`, `${law.folders.bin}/away`]
    renameSync(real, away)
    const finding = await law.check([], 1).finally(() => renameSync(away, real))
    assert.match(finding?.differences.join("\n") ?? "", /only without the project: .*"event":"Stop"/)
    assert.isUndefined(await law.check([], 1))
  })

  it("are compared by productions of which each is played, or is left out with its reason", () => {
    assert.strictEqual(law.names.length + law.left.length, Object.keys(productions).length)
    for (const left of law.left) assert.match(left, /: only root can make files of another user$/)
  })
})
