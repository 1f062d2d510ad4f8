/**
 * What every event may carry, whatever happened, and the building blocks of its fields.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** A word of which some values are known: editors offer those, any other passes, since hosts keep adding to them. */
export const open = <const Known extends ReadonlyArray<string>>(known: Known) =>
  Schema.Union([Schema.StringForLiteralAutocomplete, Schema.Literals(known)])

/** A field that a builder may leave out when making an event: it then has this value. */
export const preset = <S extends Schema.Constraint & Schema.WithoutConstructorDefault>(
  schema: S,
  value: S["~type.make.in"]
) => Schema.withConstructorDefault<S>(Effect.succeed(value))(schema)

/** A JSON object whose keys are somebody else's: a tool's input, a payload that nobody knows. */
export const JsonObject = Schema.Record(Schema.String, Schema.Unknown)

/** What every event may carry. All of it is optional: a host tells what it has. */
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
  /** The host's own object, by reference: what is not modelled here survives through it. */
  host: Schema.optionalKey(Schema.Unknown)
} as const
