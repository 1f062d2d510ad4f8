/**
 * Runs hooks that are tools of MCP servers.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import { none, type Runner } from "./Runner.ts"

/**
 * The runner of tools of MCP servers.
 *
 * @category services
 * @since 0.1.0
 */
export class McpToolRunner extends Context.Service<McpToolRunner, Runner<"McpTool">>()("@hookline/core/McpToolRunner") {
  /** Runs none of them: each is a failure that says what to provide. */
  static readonly layerNone = Layer.succeed(McpToolRunner)(none("McpTool", "the host's own McpToolRunner"))
}
