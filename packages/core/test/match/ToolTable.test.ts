import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import * as ToolTable from "../../src/match/ToolTable.ts"

// Few keys, so that tables and inputs meet: theirs, ours, both, and those that an object takes for orders.
const Key = Schema.Literals(["a", "b", "c", "d", "__proto__", "constructor"])
const Input = Schema.Record(Key, Schema.Unknown).pipe((all) =>
  Arbitrary.schema(Schema.Struct({ all, some: Schema.Array(Key) }))
)

/** Inputs with some of the keys, in any order. */
const inputs = Arbitrary.map(Input, ({ all, some }) =>
  Object.fromEntries([...new Set(some)].map((key) => [key, Object.entries(all).find(([name]) => name === key)?.[1]]))
)

/** Any keys at all, also of tables that nobody should write: chains, circles, two keys for one. */
const keyTables = Arbitrary.schema(Schema.Array(Schema.Tuple([Key, Key]))).pipe(
  Arbitrary.map((pairs): Readonly<Record<string, string>> => Object.fromEntries(pairs))
)

const tableOf = (keys: Readonly<Record<string, string>>): ToolTable.ToolTable => ({
  tools: [{ host: "write_file", canonical: "Write", keys }]
})

describe("a tool table", () => {
  it.prop("brings every input back as it went, whatever the table", [keyTables, inputs], ([keys, input]) => {
    const seen = ToolTable.toCanonical(tableOf(keys), "write_file", input)
    assert.deepStrictEqual(ToolTable.toHost(seen, seen.input), input)
    assert.strictEqual(Object.getPrototypeOf(seen.input), Object.prototype)
  })

  it.prop("loses no value on the way, and makes none up", [keyTables, inputs], ([keys, input]) => {
    const { input: seen } = ToolTable.toCanonical(tableOf(keys), "write_file", input)
    assert.deepStrictEqual(Object.values(seen), Object.values(input))
  })

  it.prop(
    "shows under our key what stands under theirs, whatever else is there",
    [keyTables, inputs],
    ([keys, input]) => {
      const { input: seen } = ToolTable.toCanonical(tableOf(keys), "write_file", input)
      const shown = new Set<string>()
      for (const [theirs, ours] of Object.entries(keys)) {
        // Of two of their keys for one of ours, the first that is there is the one.
        if (!Object.hasOwn(input, theirs) || shown.has(ours)) continue
        shown.add(ours)
        assert.strictEqual(Object.entries(seen).find(([key]) => key === ours)?.[1], input[theirs])
      }
    }
  )

  it.prop("leaves an input alone that has none of their keys", [keyTables, inputs], ([keys, input]) => {
    const others = Object.fromEntries(Object.entries(input).filter(([key]) => !Object.hasOwn(keys, key)))
    assert.deepStrictEqual(ToolTable.toCanonical(tableOf(keys), "write_file", others).input, others)
  })

  const files = tableOf({ path: "file_path" })

  it("shows the value that the tool will use, and not a decoy under our name", () => {
    const { input, name } = ToolTable.toCanonical(files, "write_file", { file_path: "/harmless", path: "/etc/passwd" })
    assert.deepStrictEqual([name, input], ["Write", { path: "/harmless", file_path: "/etc/passwd" }])
  })

  it("brings a change back under their key", () => {
    const seen = ToolTable.toCanonical(files, "write_file", { path: "/a" })
    assert.deepStrictEqual(ToolTable.toHost(seen, { file_path: "/b", added: 1 }), { path: "/b", added: 1 })
  })

  it("brings a change back under our key where theirs was not used", () => {
    const seen = ToolTable.toCanonical(files, "write_file", { file_path: "/a" })
    assert.deepStrictEqual(ToolTable.toHost(seen, { file_path: "/b" }), { file_path: "/b" })
  })

  it("leaves alone what it does not know", () => {
    const seen = ToolTable.toCanonical(files, "other", { path: "/a" })
    assert.deepStrictEqual([seen.name, seen.hostName, seen.input], ["other", "other", { path: "/a" }])
    assert.deepStrictEqual(ToolTable.toCanonical(ToolTable.none, "Write", { path: "/a" }).input, { path: "/a" })
  })

  it("knows the names that a matcher may use", () => {
    assert.deepStrictEqual(ToolTable.namesOf(files, "write_file"), ["write_file", "Write"])
    assert.deepStrictEqual(ToolTable.namesOf(files, "Write"), ["Write"])
    assert.deepStrictEqual(ToolTable.namesOf({ tools: [], mcpSeparator: "." }, "mcp.a.b"), ["mcp.a.b", "mcp__a__b"])
  })

  it("knows a tool's other names, whichever of them is said", () => {
    const renamed: ToolTable.ToolTable = { tools: [{ host: "task", canonical: "Old" }], aliases: [["Old", "New"]] }
    assert.deepStrictEqual(ToolTable.namesOf(renamed, "task"), ["task", "Old", "New"])
    assert.deepStrictEqual(ToolTable.namesOf(renamed, "New"), ["New", "Old"])
    assert.deepStrictEqual(ToolTable.namesOf(renamed, "Other"), ["Other"])
  })

  it.each([
    ["mcp.server.tool", "mcp__server__tool"],
    ["mcp.server.tool.with.dots", "mcp__server__tool.with.dots"],
    ["mcp.server", "mcp.server"],
    ["mcp__server__tool", "mcp__server__tool"],
    ["amcp.server.tool", "amcp.server.tool"]
  ])("calls the MCP tool %s as hooks do: %s", (theirs, ours) => {
    assert.strictEqual(ToolTable.toCanonical({ tools: [], mcpSeparator: "." }, theirs, {}).name, ours)
    assert.strictEqual(ToolTable.toCanonical({ tools: [] }, theirs, {}).name, theirs)
  })
})
