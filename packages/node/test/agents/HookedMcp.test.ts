// An MCP server whose tools pass the hooks: a real process and effect's own client.
import { assert, describe, it } from "@effect/vitest"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { TestProject } from "@hookline/testing"
import * as McpClient from "effect/ai/McpClient"
import * as McpProtocol from "effect/ai/McpProtocol"
import * as Effect from "effect/Effect"
import * as ChildProcess from "effect/process/ChildProcess"
import { join } from "node:path"
import { hooks, says, specific } from "./fixtures.ts"

const tool = "mcp__files__read"

/** What the server answers to a call of its tool, in a project with these hooks. */
const read = (files: TestProject.Files, path = "notes.md") =>
  Effect.gen(function* () {
    const { project } = yield* TestProject.make(files)
    const server = join(import.meta.dirname, "mcpServer.ts")
    const command = ChildProcess.make(process.execPath, ["--conditions=@hookline/source", server, project])
    const transport = yield* McpClient.stdio({ command, protocol: McpProtocol.v2025_11_25 })
    const client = yield* McpClient.make({ name: "test", version: "1.0.0" }).pipe(
      Effect.provideService(McpClient.Transport, transport)
    )
    const [found] = yield* client.listTools()
    assert(found !== undefined)
    const result = yield* client.callTool({ tool: found, arguments: { path } })
    const texts = result.content.map((part) => (part.type === "text" ? part.text : part.type))
    const metas = result.content.map(({ _meta }) => _meta)
    return { metas, texts, isError: result.isError === true, structured: result.structuredContent, project }
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))

describe("HookedMcp", () => {
  it.live("answers a call that no hook minds", () =>
    Effect.gen(function* () {
      const { isError, structured, texts } = yield* read({})
      assert.deepStrictEqual([texts, isError], [[`{"text":"text of notes.md"}`], false])
      assert.deepStrictEqual(structured, { text: "text of notes.md" })
    })
  )

  it.live("answers a denied call by an error that says why", () =>
    Effect.gen(function* () {
      const { isError, texts } = yield* read(
        hooks({ [`PreToolUse:${tool}`]: "echo not that file >&2; exit 2" }),
        ".env"
      )
      assert.isTrue(isError)
      assert.include(texts.join(), "not that file")
    })
  )

  it.live("calls the tool with the input that a hook changed, and gives the result that a hook changed", () =>
    Effect.gen(function* () {
      const { structured } = yield* read(
        hooks({ PreToolUse: specific("PreToolUse", { updatedInput: { path: "public.md" } }) })
      )
      assert.deepStrictEqual(structured, { text: "text of public.md" })
      const redacted = yield* read(
        hooks({ PostToolUse: specific("PostToolUse", { updatedToolOutput: { text: "[redacted]" } }) })
      )
      assert.deepStrictEqual(redacted.structured, { text: "[redacted]" })
      assert.notInclude(redacted.texts.join(), "text of")
    })
  )

  it.live("tells what hooks add, and who wants the agent stopped, after the result", () =>
    Effect.gen(function* () {
      const { metas, structured, texts } = yield* read(
        hooks({
          [`PostToolUse:${tool}`]: says({
            continue: false,
            stopReason: "Enough.",
            hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext: "It is old." }
          })
        })
      )
      assert.deepStrictEqual(structured, { text: "text of notes.md" })
      assert.strictEqual(texts[1], "It is old.")
      assert.match(
        JSON.stringify(metas[1]),
        /^{"hookline":{"from":\[{"by":"claude\/PostToolUse.*","event":"PostToolUse","bytes":10,"time":\d+}\]}}$/
      )
      assert.match(texts[2] ?? "", /asks you to stop here: Enough\./)
    })
  )
})
