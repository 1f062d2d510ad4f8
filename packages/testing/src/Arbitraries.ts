/**
 * Arbitraries of every schema, with sizes that find errors: values of real files, hooks and hosts, mixed with invalid
 * ones.
 *
 * **Details**
 *
 * `Arbitrary.schema` creates values of any schema. These arbitraries are for schemas where plain values find little: a
 * reply whose field is a random text has no meaning in any dialect, so that nothing is tested.
 *
 * @since 0.1.0
 */
import type { Dialect } from "@hookline/core/Dialect"
import * as HookEvent from "@hookline/schema/HookEvent"
import type { HookReply } from "@hookline/schema/HookReply"
import { HookReply as AnyReply } from "@hookline/schema/HookReply"
import * as Outcome from "@hookline/schema/Outcome"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import * as HookEvents from "./HookEvents.ts"
import { runsOf } from "./internal/runsOf.ts"

/**
 * Options for a property with many lists: they grow with the size, and short ones cover every case.
 *
 * @category options
 * @since 0.1.0
 */
export const small = { arbitrary: { size: 6 } }

/**
 * Options for a property with whole files: they have so many keys that small ones cover every entry.
 *
 * @category options
 * @since 0.1.0
 */
export const files = { arbitrary: { runs: runsOf(60), size: 12 } }

/**
 * Creates any event that a host could send.
 *
 * @category arbitraries
 * @since 0.1.0
 */
export const event: Arbitrary.Arbitrary<HookEvent.HookEvent> = HookEvents.arbitrary

/**
 * Creates a valid file of a dialect.
 *
 * @category arbitraries
 * @since 0.1.0
 */
export const config = ({ config: { schema } }: Dialect): Arbitrary.Arbitrary<unknown> => Arbitrary.schema(schema)

/** Replaces one value in a file's data, at any depth. */
const mutate = (value: unknown, at: number, what: unknown): unknown => {
  if (Array.isArray(value) && value.length > 0) {
    const index = at % value.length
    return value.map((item: unknown, i) => (i === index ? mutate(item, Math.floor(at / value.length), what) : item))
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    const entries = Object.entries(value)
    if (entries.length === 0) return what
    const index = at % entries.length
    return Object.fromEntries(
      entries.map(([key, item], i) => [key, i === index ? mutate(item, Math.floor(at / entries.length), what) : item])
    )
  }
  return what
}

/**
 * Creates a file of a dialect with one value replaced by any other.
 *
 * @category arbitraries
 * @since 0.1.0
 */
export const brokenConfig = (dialect: Dialect): Arbitrary.Arbitrary<unknown> =>
  Arbitrary.map(
    Arbitrary.all([config(dialect), Arbitrary.schema(Schema.Natural), Arbitrary.schema(Schema.Json)]),
    ([root, at, what]) => mutate(root, at, what)
  )

const word = Schema.Union([
  Schema.Literals(["allow", "deny", "ask", "defer", "approve", "block", "continue", "DENY", "maybe", ""]),
  Schema.Json
])
const perhapsText = Schema.optionalKey(Schema.Union([Schema.String, Schema.Json]))
const perhapsFlag = Schema.optionalKey(Schema.Union([Schema.Boolean, Schema.Json]))
const perhaps = Schema.optionalKey(Schema.Json)

/**
 * Schema for the output of hooks: fields of all dialects, with values of any type, including valid ones.
 *
 * @category schemas
 * @since 0.1.0
 */
export const ReplyFields = Schema.Struct({
  continue: perhapsFlag,
  stopReason: perhapsText,
  suppressOutput: perhapsFlag,
  systemMessage: perhapsText,
  decision: Schema.optionalKey(word),
  reason: perhapsText,
  contextInjection: perhapsText,
  newContent: perhaps,
  feedback: perhapsText,
  anything: perhaps,
  hookSpecificOutput: Schema.optionalKey(
    Schema.Union([
      Schema.Struct({
        hookEventName: Schema.optionalKey(Schema.Literals(["PreToolUse", "Stop", "PermissionRequest"])),
        permissionDecision: Schema.optionalKey(word),
        permissionDecisionReason: perhapsText,
        updatedInput: perhaps,
        additionalContext: perhapsText,
        updatedToolOutput: perhaps,
        decision: Schema.optionalKey(Schema.Union([Schema.Struct({ behavior: word }), word])),
        watchPaths: perhaps,
        retry: perhaps,
        anything: perhaps
      }),
      Schema.Json
    ])
  )
})

/** Creates output: the fields as JSON, nearly valid JSON, or any other text. */
const printed: Arbitrary.Arbitrary<string> = Arbitrary.map(
  Arbitrary.all([
    Arbitrary.schema(ReplyFields),
    Arbitrary.schema(Schema.String),
    Arbitrary.schema(Schema.Literals(["json", "json", "broken", "amid", "text", "nothing"]))
  ]),
  ([fields, text, how]) => {
    const json = JSON.stringify(fields)
    return { json, broken: `${json.slice(0, -2)}}`, amid: `${text} ${json}`, text, nothing: "" }[how]
  }
)

const codes = Schema.Union([Schema.Literals([0, 0, 1, 2, 2]), Schema.Int])

/**
 * Creates a reply of any kind: output of a process, a body, a judgement, a value.
 *
 * @category arbitraries
 * @since 0.1.0
 */
export const reply: Arbitrary.Arbitrary<HookReply> = Arbitrary.map(
  Arbitrary.all([
    Arbitrary.schema(AnyReply),
    printed,
    Arbitrary.schema(codes),
    Arbitrary.schema(Schema.String),
    Arbitrary.schema(Schema.Literals(["Exit", "Exit", "Http", "Value", "any"]))
  ]),
  ([any, text, code, stderr, kind]): HookReply => {
    switch (kind) {
      case "Exit":
        return { _tag: "Exit", code, stdout: text, stderr }
      case "Http":
        return { _tag: "Http", status: 200 + (Math.abs(code) % 400), body: text }
      case "Value":
        return { _tag: "Value", value: text }
      case "any":
        return any
    }
  }
)

/**
 * Schema for outcomes with JSON values, and with known and unknown host effects.
 *
 * @category schemas
 * @since 0.1.0
 */
export const AnyOutcome = Schema.Struct({
  ...Outcome.Outcome.fields,
  changes: Schema.Array(
    Schema.Struct({
      by: Schema.String,
      target: Schema.Literals(["input", "result", "prompt"]),
      mode: Schema.Literals(["replace", "merge"]),
      value: Schema.Union([Schema.Record(Schema.String, Schema.Json), Schema.String, Schema.Json])
    })
  ),
  effects: Schema.Array(
    Schema.Struct({
      by: Schema.String,
      kind: Schema.Union([
        Schema.Literals([
          "watchPaths",
          "updatedPermissions",
          "action",
          "content",
          "sessionTitle",
          "worktreePath",
          "retry"
        ]),
        Schema.String
      ]),
      value: Schema.Union([
        Schema.Array(Schema.String),
        Schema.Literals(["accept", "decline"]),
        Schema.Boolean,
        Schema.Json
      ])
    })
  )
})

/**
 * Creates any outcome that hooks could have.
 *
 * @category arbitraries
 * @since 0.1.0
 */
export const outcome: Arbitrary.Arbitrary<Outcome.Outcome> = Arbitrary.schema(AnyOutcome)
