// The names that flags take, beside what they stand for.
import { assert, describe, it } from "@effect/vitest"
import * as Dialects from "@hookline/dialects/Dialects"
import * as agentNames from "../../src/commands/agentNames.ts"
import { names } from "../../src/commands/migrate/source.ts"

describe("the agents that flags name", () => {
  it("are those that are known", () => {
    assert.deepStrictEqual(
      agentNames.hosts,
      Dialects.all.map(({ name }) => name)
    )
    assert.deepStrictEqual(agentNames.attachable.toSorted(), agentNames.hosts.toSorted())
    assert.deepStrictEqual(agentNames.sources, names)
    for (const name of agentNames.targets) assert.include(agentNames.sources, name)
  })
})
