// An MCP server whose tools the hooks of a project guard. Clients see a server like any other.
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Trust from "@hookline/core/Trust"
import * as McpClient from "effect/ai/McpClient"
import * as McpProtocol from "effect/ai/McpProtocol"
import * as McpServer from "effect/ai/McpServer"
import * as Tool from "effect/ai/Tool"
import * as Toolkit from "effect/ai/Toolkit"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpRouter from "effect/http/HttpRouter"
import { HttpServer } from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { Hookline } from "hookline"
import * as HookedMcp from "@hookline/node/HookedMcp"
import { createServer } from "node:http"

const Run = Tool.make("run", {
  parameters: Schema.Struct({ command: Schema.String }),
  success: Schema.Struct({ output: Schema.String })
})
const Tools = Toolkit.make(Run)
const handlers = Tools.toLayer({ run: ({ command }) => Effect.succeed({ output: `(the output of ${command})` }) })

// The line that differs from a server without hooks: `McpServer.toolkit(Tools)` it would be there. Without `names` hooks
// are told of `mcp__shell__run`.
const guarded = HookedMcp.toolkit(Tools, { server: "shell", names: { run: "Bash" } })

const server = McpServer.layerHttp({
  name: "shell",
  version: "1.0.0",
  path: "/mcp",
  protocols: [McpProtocol.v2025_11_25],
  registrations: guarded.pipe(
    Layer.provide([handlers, Hookline.layer({ project: "examples/guarded-project", trust: Trust.layerAll })])
  )
})

const listening = HttpRouter.serve(server, { disableListenLog: true, disableLogger: true }).pipe(
  Layer.provideMerge(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" }))
)

/** A client, as in any agent. */
const call = Effect.fnUntraced(function* (command: string) {
  const { address } = yield* HttpServer
  const port = "port" in address ? address.port : 0
  const transport = yield* McpClient.http({ url: `http://127.0.0.1:${port}/mcp`, protocol: McpProtocol.v2025_11_25 })
  const client = yield* Effect.provideService(
    McpClient.make({ name: "agent", version: "1.0.0" }),
    McpClient.Transport,
    transport
  )
  const [tool] = yield* client.listTools()
  if (tool === undefined) return yield* Effect.die("the server has no tool")
  const { content, structuredContent } = yield* client.callTool({ tool, arguments: { command } })
  return structuredContent ?? content
})

const program = Effect.all({ push: call("git push --force"), list: call("git status") }).pipe(Effect.scoped)

export const answers = await Effect.runPromise(
  Effect.provide(program, Layer.mergeAll(listening, FetchHttpClient.layer)).pipe(Effect.scoped)
)

console.log(answers.list) // { output: "(the output of git status)" }
console.log(answers.push) // [ TextContent { type: "text", text: '{"type":"execution-denied","reason":"Force pushes are …"}' } ]
