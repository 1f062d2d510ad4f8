/**
 * The fields that every event may have, and the schemas that fields are made of.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/**
 * Creates the schema of a word with known values. Editors suggest them; other words are accepted, because hosts add
 * values.
 */
export const open = <const Known extends ReadonlyArray<string>>(known: Known) =>
  Schema.Union([Schema.StringForLiteralAutocomplete, Schema.Literals(known)])

/** Adds a default that applies when an event is constructed. */
export const preset = <S extends Schema.Constraint & Schema.WithoutConstructorDefault>(
  schema: S,
  value: S["~type.make.in"]
) => Schema.withConstructorDefault<S>(Effect.succeed(value))(schema)

/** A JSON object with unknown keys: a tool's input, or an unknown payload. */
export const JsonObject = Schema.Record(Schema.String, Schema.Unknown)

/** The fields that every event may have. All are optional, because hosts differ. */
export const common = {
  sessionId: Schema.optionalKey(Schema.String),
  transcriptPath: Schema.optionalKey(Schema.String),
  cwd: Schema.optionalKey(Schema.String),
  timestamp: Schema.optionalKey(Schema.String),
  permissionMode: Schema.optionalKey(open(["default", "plan", "acceptEdits", "auto", "dontAsk", "bypassPermissions"])),
  promptId: Schema.optionalKey(Schema.String),
  scratchpadDir: Schema.optionalKey(Schema.String),
  effort: Schema.optionalKey(JsonObject),
  agentId: Schema.optionalKey(Schema.String),
  agentType: Schema.optionalKey(Schema.String),
  /** The host's own object, by reference. It keeps fields that have no schema here. */
  host: Schema.optionalKey(Schema.Unknown)
} as const
