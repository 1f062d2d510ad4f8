/**
 * A handler as written in a file: one shape for each `type`.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { Profile } from "./Profile.ts"
import { JsonObject } from "./internal/events/common.ts"

const says = <S extends Schema.Top>(schema: S, description: string): Schema.optionalKey<S["Rebuild"]> =>
  Schema.optionalKey(schema.annotate({ description }))

const needs = <S extends Schema.Top>(schema: S, description: string): S["Rebuild"] => schema.annotate({ description })

/** A positive number of seconds. */
const Seconds = Schema.Finite.check(Schema.isGreaterThan(0))

/**
 * The fields that every handler may have.
 *
 * @category fields
 * @since 0.1.0
 */
export const shared = {
  name: says(Schema.String, "A name for the hook, by which it can be disabled, also after its text changes."),
  description: says(Schema.String, "The purpose of the hook."),
  statusMessage: says(Schema.String, "The status that the user sees while the hook runs."),
  if: says(Schema.String, "A permission rule, such as `Bash(git *)`, that the tool call must also match."),
  timeout: says(Seconds, "Seconds until the hook is stopped."),
  once: says(
    Schema.Boolean,
    "Run only until the first success in a session. It has an effect in a skill's hooks only."
  ),
  enabled: says(Schema.Boolean, "`false` disables the hook."),
  onFailure: says(
    Schema.Literals(["open", "closed", "ask", "continue", "block"]),
    "The effect of a failure of the hook: `open` or `continue` allows the action with a notice, " +
      "`closed` or `block` denies it, `ask` asks the user."
  ),
  profile: says(
    Profile,
    "The widest profile in which the hook runs: `guard`, `work`, `net`, `notify` or `open`. It only narrows what the " +
      "user allows."
  )
} as const

const strings = Schema.Array(Schema.String)

/** A text that is not blank: a blank command runs nothing, and exits like a guard that passes. */
const text = Schema.String.check(Schema.isPattern(/\S/))

/**
 * The shapes of entries by their `type`.
 *
 * @category schemas
 * @since 0.1.0
 */
export const entries = {
  command: Schema.Struct({
    type: Schema.Literal("command"),
    command: needs(text, "The command for the shell, or with `args` the program."),
    args: says(strings, "The program's arguments, without a shell."),
    shell: says(Schema.String, "The shell that runs the command. Defaults to `sh`."),
    async: says(Schema.Boolean, "Run in the background. Such a hook can't block."),
    asyncRewake: says(Schema.Boolean, "Run in the background, and wake the agent on exit code 2."),
    ...shared
  }),
  http: Schema.Struct({
    type: Schema.Literal("http"),
    url: needs(text, "The URL to which the event is sent by POST."),
    headers: says(Schema.Record(Schema.String, Schema.String), "Headers. `$NAME` is replaced by an allowed variable."),
    allowedEnvVars: says(strings, "The variables that headers may use."),
    ...shared
  }),
  prompt: Schema.Struct({
    type: Schema.Literal("prompt"),
    prompt: needs(text, "The question to the model. `$ARGUMENTS` is replaced by the event."),
    model: says(Schema.String, "The model to ask."),
    continueOnBlock: says(Schema.Boolean, "Continue the turn after a block."),
    ...shared
  }),
  agent: Schema.Struct({
    type: Schema.Literal("agent"),
    prompt: needs(text, "The task for the model, which may read files."),
    model: says(Schema.String, "The model to ask."),
    ...shared
  }),
  mcp_tool: Schema.Struct({
    type: Schema.Literal("mcp_tool"),
    server: needs(text, "The MCP server."),
    tool: needs(text, "Its tool."),
    input: says(JsonObject, "The tool's input. `${path}` is replaced by a value of the event."),
    ...shared
  }),
  python: Schema.Struct({
    type: Schema.Literal("python"),
    script: says(text, "A Python script that reads the event from its standard input."),
    function: says(text, "A function as `module.function`, called with the event."),
    ...shared
  }),
  module: Schema.Struct({
    type: Schema.Literal("module"),
    path: needs(text, "A JavaScript or TypeScript module."),
    export: says(Schema.String, "The exported function. Defaults to `default`."),
    ...shared
  })
} as const

/** @since 0.1.0 */
export type EntryType = keyof typeof entries

const { python, ...others } = entries

/**
 * The two shapes of a Python handler: with a script, or with a function.
 *
 * @category schemas
 * @since 0.1.0
 */
export const pythonEntries = [
  Schema.Struct({ ...python.fields, script: Schema.requiredKey(python.fields.script) }),
  Schema.Struct({ ...python.fields, function: Schema.requiredKey(python.fields.function) })
] as const

/**
 * Schema for a handler as written.
 *
 * @category schemas
 * @since 0.1.0
 */
export const HookEntry = Schema.Union([...Object.values(others), ...pythonEntries]).annotate({
  identifier: "HookEntry"
})

/** @since 0.1.0 */
export type HookEntry = (typeof entries)[EntryType]["Type"]
