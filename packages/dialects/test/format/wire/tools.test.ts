import { assert, describe, it } from "@effect/vitest"
import * as ToolTable from "@hookline/core/ToolTable"
import { Amcp } from "@hookline/dialects/Amcp"
import { Amplifier } from "@hookline/dialects/Amplifier"
import { Amplihack } from "@hookline/dialects/Amplihack"
import * as Schema from "effect/Schema"

const tables = [Amplifier, Amcp, Amplihack].map(({ title, tools }) => ({ name: title, table: tools }))

/** The tools whose names and keys are ours, as their vendor writes them down. */
const ours = new Set(["Bash", "Read", "Write", "Edit", "Glob", "Grep", "WebFetch", "WebSearch", "TodoWrite", "Task"])

describe.each(tables)("the tools of $name", ({ table }) => {
  it("are each named once, after tools that hooks know", () => {
    const theirs = table.tools.map((tool) => tool.host)
    assert.deepStrictEqual(theirs, [...new Set(theirs)])
    for (const tool of table.tools) assert.isTrue(ours.has(tool.canonical), tool.canonical)
  })

  it("may be matched as Agent where they are the task tool", () => {
    assert.includeMembers([...ToolTable.namesOf(table, "task")], ["task", "Task", "Agent"])
  })

  it("have no two keys for one of ours", () => {
    for (const { keys = {} } of table.tools) {
      assert.deepStrictEqual(Object.values(keys), [...new Set(Object.values(keys))])
    }
  })

  it.prop(
    "come back as they went",
    [
      Schema.Literals(table.tools.map(({ host }) => host)),
      Schema.Record(Schema.String, Schema.Unknown),
      Schema.Unknown
    ],
    ([name, others, value]) => {
      const tool = table.tools.find(({ host }) => host === name)
      for (const [theirs, own] of Object.entries(tool?.keys ?? {})) {
        for (const input of [
          others,
          { ...others, [theirs]: value },
          { ...others, [own]: value },
          { ...others, [theirs]: value, [own]: others }
        ]) {
          const seen = ToolTable.toCanonical(table, name, input)
          assert.deepStrictEqual(ToolTable.toHost(seen, seen.input), input)
          if (Object.hasOwn(input, theirs))
            assert.strictEqual(seen.input[own], (input as Record<string, unknown>)[theirs])
        }
      }
      const seen = ToolTable.toCanonical(table, name, others)
      assert.deepStrictEqual(ToolTable.toHost(seen, seen.input), others)
    },
    { arbitrary: { runs: 50, size: 20 } }
  )
})

describe("a call, as hooks know it,", () => {
  it.each([
    [Amplifier.tools, "write_file", { path: "/f", content: "x" }, "Write", { file_path: "/f", content: "x" }],
    [Amplifier.tools, "write_file", { file_path: "/f", content: "x" }, "Write", { file_path: "/f", content: "x" }],
    [Amplifier.tools, "bash", { command: "ls" }, "Bash", { command: "ls" }],
    [Amplifier.tools, "glob", { pattern: "*", path: "/d" }, "Glob", { pattern: "*", path: "/d" }],
    [Amplifier.tools, "delegate", { agent: "a", instruction: "i" }, "Task", { subagent_type: "a", prompt: "i" }],
    [Amplifier.tools, "mcp.files.list", {}, "mcp.files.list", {}],
    [Amcp.tools, "mcp.files.list", { path: "/" }, "mcp__files__list", { path: "/" }],
    [Amcp.tools, "read_file", { path: "/f", ranges: ["1-2"] }, "Read", { file_path: "/f", ranges: ["1-2"] }],
    [
      Amplihack.tools,
      "edit",
      { path: "/f", old_str: "a", new_str: "b" },
      "Edit",
      { file_path: "/f", old_string: "a", new_string: "b" }
    ],
    [Amplihack.tools, "create", { path: "/f", file_text: "x" }, "Write", { file_path: "/f", content: "x" }],
    [Amplihack.tools, "Bash", { command: "ls" }, "Bash", { command: "ls" }]
  ])("has our names and keys: %j", (table, theirName, theirInput, name, input) => {
    const seen = ToolTable.toCanonical(table, theirName, theirInput)
    assert.deepStrictEqual([seen.name, seen.input], [name, input])
  })
})
