// The versions that `doctor` and `check` compare with are those behind which the scenarios were played.
import { assert, describe, it } from "@effect/vitest"
import * as Hosts from "@hookline/dialects/kit/Hosts"
import { readTable } from "../../agents/table.ts"

describe("the recorded versions of agents", () => {
  it("are those of the table of agents", () => {
    const played = readTable().map(({ host, package: name, version }) => [host, { package: name, version }] as const)
    const recorded = Hosts.all.flatMap(({ name, recorded: its }) => (its === undefined ? [] : [[name, its] as const]))
    assert.deepStrictEqual(Object.fromEntries(recorded), Object.fromEntries(played))
  })
})
