/** Amplifier's HookResult: the value that its handlers return, and the answer to its host. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const text = Schema.NullOr(Schema.String)

const or = <S extends Schema.Constraint & Schema.WithoutConstructorDefault>(
  schema: S,
  value: S["Type"] & S["Encoded"] & S["~type.make.in"]
) =>
  Schema.withConstructorDefault<Schema.withDecodingDefaultKey<S>>(Effect.succeed(value))(
    Schema.withDecodingDefaultKey<S>(Effect.succeed(value))(schema)
  )

/**
 * Schema for a HookResult. Every field has its default, so that `HookResult.make({})` goes on without a text; encoded it
 * has them all.
 *
 * @category schemas
 * @since 0.1.0
 */
export const HookResult = Schema.Struct({
  action: or(Schema.Literals(["continue", "deny", "modify", "inject_context", "ask_user"]), "continue"),
  /** The event's whole data, as it is to be from now on. */
  data: or(Schema.NullOr(Schema.Record(Schema.String, Schema.Unknown)), null),
  reason: or(text, null),
  contextInjection: or(text, null),
  contextInjectionRole: or(Schema.Literals(["system", "user", "assistant"]), "system"),
  ephemeral: or(Schema.Boolean, false),
  approvalPrompt: or(text, null),
  approvalOptions: or(Schema.NullOr(Schema.Array(Schema.String)), null),
  /** In seconds. */
  approvalTimeout: or(Schema.Finite, 300),
  approvalDefault: or(Schema.Literals(["allow", "deny"]), "deny"),
  suppressOutput: or(Schema.Boolean, false),
  userMessage: or(text, null),
  userMessageLevel: or(Schema.Literals(["info", "warning", "error"]), "info"),
  userMessageSource: or(text, null),
  /** `true` if an ephemeral text goes to the end of the last tool's result. */
  appendToLastToolResult: or(Schema.Boolean, false)
})
  .pipe(
    Schema.encodeKeys({
      contextInjection: "context_injection",
      contextInjectionRole: "context_injection_role",
      approvalPrompt: "approval_prompt",
      approvalOptions: "approval_options",
      approvalTimeout: "approval_timeout",
      approvalDefault: "approval_default",
      suppressOutput: "suppress_output",
      userMessage: "user_message",
      userMessageLevel: "user_message_level",
      userMessageSource: "user_message_source",
      appendToLastToolResult: "append_to_last_tool_result"
    })
  )
  .annotate({ identifier: "HookResult" })

/**
 * The result of a handler of Amplifier.
 *
 * @category models
 * @since 0.1.0
 */
export type HookResult = typeof HookResult.Type
