/** An MCP server over a pipe, whose tools the hooks of the project in the first argument guard. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeStdio from "@effect/platform-node/NodeStdio"
import * as McpProtocol from "effect/ai/McpProtocol"
import * as McpServer from "effect/ai/McpServer"
import * as Tool from "effect/ai/Tool"
import * as Toolkit from "effect/ai/Toolkit"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Schema from "effect/Schema"
import * as Trust from "@hookline/core/Trust"
import { Hookline } from "@hookline/node"
import * as HookedMcp from "@hookline/node/HookedMcp"

const Read = Tool.make("read", {
  description: "Reads a file",
  parameters: Schema.Struct({ path: Schema.String }),
  success: Schema.Struct({ text: Schema.String })
})

const Tools = Toolkit.make(Read)

const handlers = Tools.toLayer({ read: ({ path }) => Effect.succeed({ text: `text of ${path}` }) })

const server = McpServer.layerStdio({
  name: "files",
  version: "1.0.0",
  protocols: [McpProtocol.v2025_11_25],
  registrations: HookedMcp.toolkit(Tools, { server: "files" }).pipe(
    Layer.provide([handlers, Hookline.layer({ project: process.argv[2] ?? ".", trust: Trust.layerAll })])
  )
}).pipe(Layer.provide(NodeStdio.layer), Layer.provide(Logger.layer([])))

NodeRuntime.runMain(Layer.launch(server))
