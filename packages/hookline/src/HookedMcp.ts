/**
 * The tools of an MCP server, whose every call passes the hooks. A client sees a server like any other.
 *
 * @apart
 * @since 0.1.0
 */
import * as McpSchema from "effect/ai/McpSchema"
import * as McpServer from "effect/ai/McpServer"
import type * as Tool from "effect/ai/Tool"
import type * as Toolkit from "effect/ai/Toolkit"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Hookline } from "./Hookline.ts"
import * as HookedToolkit from "./HookedToolkit.ts"

type Handle = Parameters<McpServer.McpServer["Service"]["addTool"]>[0]["handle"]

/**
 * What hooks say beside a result stands after it, as texts of its own: `effect` sends what a tool shows to a model to no
 * client. A server can't stop its client's loop, so a halt is said in the same way.
 */
const withTexts =
  (handle: Handle): Handle =>
  (payload) =>
    Effect.suspend(() => {
      const texts: Array<string> = []
      const loop: HookedToolkit.Loop = {
        tell: (context) => void texts.push(...context.map(({ text }) => text)),
        halt: ({ by, reason }) => void texts.push(`${by} asks you to stop here: ${reason}`)
      }
      return Effect.map(Effect.provideService(handle(payload), HookedToolkit.Loop, loop), (result) =>
        texts.length === 0 || !(result instanceof McpSchema.CallToolResult)
          ? result
          : new McpSchema.CallToolResult({
              _meta: result._meta,
              structuredContent: result.structuredContent,
              isError: result.isError,
              content: [...result.content, ...texts.map((text) => ({ type: "text" as const, text }))]
            })
      )
    })

/**
 * Adds a toolkit to the server, as `McpServer.registerToolkit` does.
 *
 * @category handlers
 * @since 0.1.0
 */
export const registerToolkit = <Tools extends Record<string, Tool.Any>>(
  toolkit: Toolkit.Toolkit<Tools>,
  options: HookedToolkit.Options = {}
): Effect.Effect<void, never, McpServer.ToolkitRequirements<Tools> | Hookline> =>
  McpServer.registerToolkit(
    // It asks of a toolkit what a guarded one has: its tools, and to be yielded. What that needs beside is required here.
    HookedToolkit.make(toolkit, options) as unknown as Toolkit.Toolkit<Tools>
  ).pipe(
    Effect.updateService(McpServer.McpServer, (server) => ({
      ...server,
      addTool: (tool) => server.addTool({ ...tool, handle: withTexts(tool.handle) })
    }))
  )

/**
 * Adds a toolkit to the server, as `McpServer.toolkit` does: a denied call is a result that says why, and stands for an
 * error. With `server`, the server's name, hooks are told of `mcp__SERVER__TOOL`.
 *
 * @category layers
 * @since 0.1.0
 */
export const toolkit = <Tools extends Record<string, Tool.Any>>(
  toolkit: Toolkit.Toolkit<Tools>,
  options: HookedToolkit.Options = {}
): Layer.Layer<never, never, McpServer.ToolkitRequirements<Tools> | Hookline> =>
  Layer.effectDiscard(registerToolkit(toolkit, options))
