/**
 * The tools of an MCP server, with hooks around every call. Clients see an ordinary server.
 *
 * @apart
 * @since 0.1.0
 */
import type { Injection } from "@hookline/coordinator/ContextBudget"
import { batch } from "@hookline/coordinator/ContextSink"
import * as McpSchema from "effect/ai/McpSchema"
import * as McpServer from "effect/ai/McpServer"
import type * as Tool from "effect/ai/Tool"
import type * as Toolkit from "effect/ai/Toolkit"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Hookline } from "../Hookline.ts"
import * as HookedToolkit from "./HookedToolkit.ts"
import { optionsOf } from "./toolkit/origin.ts"

type Handle = Parameters<McpServer.McpServer["Service"]["addTool"]>[0]["handle"]

const text = (text: string, _meta?: Readonly<Record<string, unknown>>): McpSchema.TextContent => ({
  type: "text",
  text,
  ...(_meta !== undefined && { _meta })
})

/**
 * Appends the hooks' texts to a result, because `effect` does not send a tool's model output to clients. A halt is such
 * a text too, because a server can't stop its client's loop. Several texts are one, each under its hook's name and size,
 * and `_meta` has the hooks, events and times.
 */
const withTexts =
  (handle: Handle): Handle =>
  (payload) =>
    Effect.suspend(() => {
      const told: Array<Injection> = []
      const halts: Array<string> = []
      const loop: HookedToolkit.LoopControl = {
        tell: (context) => void told.push(...context),
        halt: ({ by, reason }) => void halts.push(`${by} asks you to stop here: ${reason}`)
      }
      return Effect.map(Effect.provideService(handle(payload), HookedToolkit.LoopControl, loop), (result) =>
        (told.length === 0 && halts.length === 0) || !(result instanceof McpSchema.CallToolResult)
          ? result
          : new McpSchema.CallToolResult({
              _meta: result._meta,
              structuredContent: result.structuredContent,
              isError: result.isError,
              content: [
                ...result.content,
                ...batch(told).map(({ content, from }) => text(content, optionsOf(from))),
                ...halts.map((halt) => text(halt))
              ]
            })
      )
    })

/**
 * Adds a toolkit to the server, like `McpServer.registerToolkit`.
 *
 * @category handlers
 * @since 0.1.0
 */
export const registerToolkit = <Tools extends Record<string, Tool.Any>>(
  toolkit: Toolkit.Toolkit<Tools>,
  options: HookedToolkit.Options<NoInfer<Tools>> = {}
): Effect.Effect<void, never, McpServer.ToolkitRequirements<Tools> | Hookline> =>
  McpServer.registerToolkit(
    // Only the toolkit's tools and its effect are used, which a guarded toolkit has. Its requirements are in this
    // function's type.
    HookedToolkit.make(toolkit, options) as unknown as Toolkit.Toolkit<Tools>
  ).pipe(
    Effect.updateService(McpServer.McpServer, (server) => ({
      ...server,
      addTool: (tool) => server.addTool({ ...tool, handle: withTexts(tool.handle) })
    }))
  )

/**
 * Adds a toolkit to the server, like `McpServer.toolkit`: a denied call is an error result with the reason. With the
 * server's name as `server`, hooks see `mcp__SERVER__TOOL`.
 *
 * @example
 * ```ts
 * import * as HookedMcp from "@hookline/node/HookedMcp"
 * import * as Tool from "effect/ai/Tool"
 * import * as Toolkit from "effect/ai/Toolkit"
 * import * as Schema from "effect/Schema"
 *
 * const Run = Tool.make("run", { parameters: Schema.Struct({ command: Schema.String }), success: Schema.String })
 *
 * const registration = HookedMcp.toolkit(Toolkit.make(Run), { server: "shell", names: { run: "Bash" } })
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const toolkit = <Tools extends Record<string, Tool.Any>>(
  toolkit: Toolkit.Toolkit<Tools>,
  options: HookedToolkit.Options<NoInfer<Tools>> = {}
): Layer.Layer<never, never, McpServer.ToolkitRequirements<Tools> | Hookline> =>
  Layer.effectDiscard(registerToolkit(toolkit, options))
