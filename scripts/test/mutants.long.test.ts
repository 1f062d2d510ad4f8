// A planted fault in a copy of the repository: the test that finds it is reported, and so is a fault that no test finds.
import { assert, describe, it } from "@effect/vitest"
import { named } from "../mutate/choose.ts"
import * as related from "../mutate/related.ts"
import { isFound, line, summary } from "../mutate/report.ts"
import * as sandboxes from "../mutate/sandbox.ts"
import { readAll } from "../mutate/Source.ts"
import * as tests from "../mutate/tests.ts"
import { attempt } from "../mutate/trial.ts"

const sources = readAll()

describe("a planted fault", () => {
  // Tests run in processes of their own here, which a busy machine may delay.
  const patience = 600_000

  it("is reported by the test that finds it, and as a survivor if none does", { timeout: patience }, async () => {
    const law = named(sources).find(({ id }) => id === "deny-outweighs")
    const file = related
      .make()
      .to(law?.source.path ?? "")
      .find(({ path }) => path.endsWith(`/${law?.source.module}.test.ts`))
    if (law === undefined || file === undefined) throw new Error("no law, or no test of its module")
    const sandbox = sandboxes.make()
    try {
      const run = tests.run.bind(undefined, sandbox.folder)
      const sound = new Set([file.path])
      const trial = { ...sandbox, run, sound, related: () => [file], limitMillis: patience }
      // A line more changes nothing that a test could find.
      const harmless = { ...law, id: "harmless", edit: { start: 0, end: 0, text: "\n" } }
      const killed = { mutant: law, fate: await attempt(trial, law) }
      const survived = { mutant: harmless, fate: await attempt(trial, harmless) }
      assert.isTrue(isFound(killed))
      assert.include(line(killed), `killed    ${file.path}: `)
      assert.deepStrictEqual(survived.fate, { _tag: "Survived", run: 1, of: 1 })
      assert.include(summary([killed, survived], new Map()), "2 tried, 1 killed, 1 not")
      assert.include(summary([killed, survived], new Map()), "SURVIVED  1 of 1 related test files")
    } finally {
      sandbox.remove()
    }
  })
})
