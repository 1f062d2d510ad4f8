// Guards the tools of an MCP server that others wrote, where an agent calls them: at its client. The server is unchanged. Here it is a program of twenty lines; any command that speaks MCP takes its place.
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Trust from "@hookline/core/Trust"
import * as LanguageModel from "effect/ai/LanguageModel"
import * as McpClient from "effect/ai/McpClient"
import * as McpProtocol from "effect/ai/McpProtocol"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ChildProcess from "effect/process/ChildProcess"
import { Hookline } from "hookline"
import * as HookedToolkit from "@hookline/node/HookedToolkit"
import * as TestModel from "@hookline/testing/TestModel"

const command = ChildProcess.make(process.execPath, ["docs/examples/servers/echo.js"])

const program = Effect.gen(function* () {
  const transport = yield* McpClient.stdio({ command, protocol: McpProtocol.v2025_11_25 })
  const client = yield* Effect.provideService(
    McpClient.make({ name: "agent", version: "1.0.0" }),
    McpClient.Transport,
    transport
  )
  // All tools of the server. Hooks get the name `mcp__echo__run`, as in agents with MCP, or the one that is named here.
  const toolkit = yield* HookedToolkit.guard(McpClient.toolkit(client), { server: "echo", names: { run: "Bash" } })
  return {
    push: yield* LanguageModel.generateText({ prompt: "Publish it.", toolkit }),
    list: yield* LanguageModel.generateText({ prompt: "And now?", toolkit })
  }
})

const model = TestModel.layer([
  { tool: "run", input: { command: "git push --force" } },
  { tool: "run", input: { command: "git status" } }
])
const services = Layer.mergeAll(
  model,
  Hookline.layer({ project: "examples/guarded-project", trust: Trust.layerAll }),
  NodeServices.layer
)

const { list, push } = await Effect.runPromise(Effect.scoped(program).pipe(Effect.provide(services)))

export const results = { list: list.toolResults[0]?.result, push: push.toolResults[0]?.result }

console.log(results.list) // ran git status
console.log(results.push) // { type: "execution-denied", reason: "Force pushes are for people: push without --force, or ask." }
