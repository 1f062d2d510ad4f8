/**
 * Events around a tool call.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { common, JsonObject } from "./common.ts"

const call = {
  ...common,
  toolName: Schema.NonEmptyString,
  toolInput: JsonObject,
  toolUseId: Schema.optionalKey(Schema.String),
  mcpServer: Schema.optionalKey(JsonObject)
} as const

const duration = { durationMs: Schema.optionalKey(Schema.Finite) } as const

/** One call of a finished batch. */
export const ToolCall = Schema.Struct({
  toolName: Schema.NonEmptyString,
  toolInput: JsonObject,
  toolUseId: Schema.optionalKey(Schema.String),
  toolResponse: Schema.optionalKey(Schema.Unknown)
})

export const toolEvents = {
  PreToolUse: call,
  PostToolUse: { ...call, ...duration, toolResponse: Schema.optionalKey(Schema.Unknown) },
  PostToolUseFailure: {
    ...call,
    ...duration,
    error: Schema.String,
    isInterrupt: Schema.optionalKey(Schema.Boolean)
  },
  PostToolBatch: { ...common, toolCalls: Schema.Array(ToolCall) },
  PermissionRequest: { ...call, permissionSuggestions: Schema.optionalKey(Schema.Array(Schema.Unknown)) },
  PermissionDenied: { ...call, reason: Schema.String }
} as const
