/**
 * Values of every schema, made at random and sized to find things: what real files, hooks and hosts say, mixed with what
 * none of them should.
 *
 * **Details**
 *
 * Any schema makes its own values (`Arbitrary.schema`). These are for where plain ones find little: a reply whose field
 * is a random text says nothing to any dialect, so that nothing is tested.
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

/**
 * Options of a property over what has many lists: they grow with the size on their own, and short ones meet every case.
 *
 * @category options
 * @since 0.1.0
 */
export const small = { arbitrary: { size: 6 } }

/**
 * Options of a property over whole files: they have so many keys that small ones hold everything that can be written.
 *
 * @category options
 * @since 0.1.0
 */
export const files = { arbitrary: { runs: 60, size: 12 } }

/**
 * Any event that a host could have sent.
 *
 * @category arbitraries
 * @since 0.1.0
 */
export const event: Arbitrary.Arbitrary<HookEvent.HookEvent> = HookEvents.arbitrary

/**
 * A file as a dialect has them, with nothing wrong in it.
 *
 * @category arbitraries
 * @since 0.1.0
 */
export const config = ({ config: { schema } }: Dialect): Arbitrary.Arbitrary<unknown> => Arbitrary.schema(schema)

/** What lies below a place in a file's data, where it is an object or a list. */
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
 * A file as a dialect has them, in which one thing is anything else.
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
 * Schema for what hooks print: all dialects' fields, of any type, well-formed ones among them.
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

/** The fields as they are printed, or a text that nearly is JSON, or any other. */
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
 * What a hook said, of any kind: a process that printed something, a body, a judgement, a value.
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
 * Schema for outcomes with the values that a hook's JSON can hold, and with effects that hosts know beside others.
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
 * Any outcome that hooks could have come to.
 *
 * @category arbitraries
 * @since 0.1.0
 */
export const outcome: Arbitrary.Arbitrary<Outcome.Outcome> = Arbitrary.schema(AnyOutcome)
