/** A call of the tool of an MCP server, which is a real process, by effect's own client. */
import { assert } from "@effect/vitest"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { TestProject } from "@hookline/testing"
import * as McpClient from "effect/ai/McpClient"
import * as McpProtocol from "effect/ai/McpProtocol"
import * as Effect from "effect/Effect"
import * as ChildProcess from "effect/process/ChildProcess"
import { join } from "node:path"

/** What the server answers to a call of its tool, in a project with these hooks. */
export const read = (files: TestProject.Files, path = "notes.md") =>
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
