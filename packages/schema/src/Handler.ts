/**
 * The action of a hook: a command, a request, a question to a model, a function, or a tool.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { JsonObject } from "./internal/events/common.ts"

const flag = Schema.optionalKey(Schema.Boolean)
const text = Schema.optionalKey(Schema.String)

/**
 * Schema for a handler. Each case has its runner.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Handler = Schema.TaggedUnion({
  /** A shell command. With `args`, a program and its arguments, without a shell. */
  Command: {
    command: Schema.String,
    args: Schema.optionalKey(Schema.Array(Schema.String)),
    shell: text,
    async: flag,
    asyncRewake: flag
  },
  Http: {
    url: Schema.String,
    headers: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
    allowedEnvVars: Schema.optionalKey(Schema.Array(Schema.String))
  },
  Prompt: { prompt: Schema.String, model: text, continueOnBlock: flag },
  Agent: { prompt: Schema.String, model: text },
  /** A script's path, or a function as `module.function` or `module:function`. */
  Python: { script: text, function: text },
  /** An exported function of a JavaScript or TypeScript module. `export` defaults to `default`. */
  Module: { path: Schema.String, export: text },
  McpTool: { server: Schema.String, tool: Schema.String, input: Schema.optionalKey(JsonObject) },
  /** A function that the program has registered. No file can contain it. */
  Native: { name: Schema.String }
}).annotate({ identifier: "Handler" })

/** @since 0.1.0 */
export type Handler = typeof Handler.Type

/** @since 0.1.0 */
export type Kind = Handler["_tag"]

/**
 * Returns the text that identifies a handler's action, without its name and timeout. Handlers with equal texts are
 * duplicates.
 *
 * @category getters
 * @since 0.1.0
 */
export const textOf = (handler: Handler): string => {
  switch (handler._tag) {
    case "Command":
      return handler.args === undefined ? handler.command : JSON.stringify([handler.command, ...handler.args])
    case "Http":
      return handler.url
    case "Prompt":
    case "Agent":
      return handler.prompt
    case "Python":
      return handler.script ?? handler.function ?? ""
    case "Module":
      return handler.export === undefined ? handler.path : `${handler.path}#${handler.export}`
    case "Native":
      return handler.name
    case "McpTool":
      return `${handler.server}/${handler.tool}${handler.input === undefined ? "" : JSON.stringify(handler.input)}`
  }
}
