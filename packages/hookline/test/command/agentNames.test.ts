// The names that flags take, beside what they stand for.
import { assert, describe, it } from "@effect/vitest"
import * as Dialects from "@hookline/dialects/Dialects"
import * as agentNames from "../../src/command/agentNames.ts"
import { names } from "../../src/command/migrateSource.ts"
import * as AttachSettings from "../../src/AttachSettings.ts"
import * as Migration from "../../src/Migration.ts"

describe("the agents that flags name", () => {
  it("are those that are known", () => {
    assert.deepStrictEqual(
      agentNames.hosts,
      Dialects.all.map(({ name }) => name)
    )
    assert.deepStrictEqual(agentNames.attachable, AttachSettings.names)
    assert.deepStrictEqual(agentNames.sources, names)
    assert.deepStrictEqual(agentNames.targets, Migration.targetNames)
  })
})
