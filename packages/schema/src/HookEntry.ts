/**
 * A handler as people write it in a file: one shape for each `type`.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { JsonObject } from "./internal/events/common.ts"

const says = <S extends Schema.Top>(schema: S, description: string): Schema.optionalKey<S["Rebuild"]> =>
  Schema.optionalKey(schema.annotate({ description }))

const needs = <S extends Schema.Top>(schema: S, description: string): S["Rebuild"] => schema.annotate({ description })

/** A positive number of seconds. */
const Seconds = Schema.Finite.check(Schema.isGreaterThan(0))

/**
 * What every handler may say.
 *
 * @category fields
 * @since 0.1.0
 */
export const shared = {
  name: says(Schema.String, "A name for the hook, by which it can be switched off whatever its text becomes."),
  description: says(Schema.String, "What the hook is for."),
  statusMessage: says(Schema.String, "What the user sees while it runs."),
  if: says(Schema.String, "A permission rule, such as `Bash(git *)`, that the tool call must meet as well."),
  timeout: says(Seconds, "Seconds until the hook is stopped."),
  once: says(Schema.Boolean, "Run once per session, after a success. It counts in a skill's hooks only."),
  enabled: says(Schema.Boolean, "`false` switches the hook off."),
  onFailure: says(
    Schema.Literals(["open", "closed", "ask", "continue", "block"]),
    "What it means when the hook could not do its work: `open` or `continue` lets the action pass with a notice, " +
      "`closed` or `block` denies it, `ask` asks a person."
  )
} as const

const strings = Schema.Array(Schema.String)

/**
 * The shapes by the word that stands under `type`.
 *
 * @category schemas
 * @since 0.1.0
 */
export const entries = {
  command: Schema.Struct({
    type: Schema.Literal("command"),
    command: needs(Schema.NonEmptyString, "What the shell runs, or with `args` the program."),
    args: says(strings, "The program's arguments: no shell reads them."),
    shell: says(Schema.String, "The shell that runs the command; `sh` where this is left out."),
    async: says(Schema.Boolean, "Run on in the background; such a hook can't block."),
    asyncRewake: says(Schema.Boolean, "Run on in the background, and wake the agent on exit code 2."),
    ...shared
  }),
  http: Schema.Struct({
    type: Schema.Literal("http"),
    url: needs(Schema.NonEmptyString, "Where the event is sent by POST."),
    headers: says(Schema.Record(Schema.String, Schema.String), "Headers; `$NAME` stands for an allowed variable."),
    allowedEnvVars: says(strings, "The variables that headers may name."),
    ...shared
  }),
  prompt: Schema.Struct({
    type: Schema.Literal("prompt"),
    prompt: needs(Schema.NonEmptyString, "The question to the model; `$ARGUMENTS` stands for the event."),
    model: says(Schema.String, "The model to ask."),
    continueOnBlock: says(Schema.Boolean, "Go on with the turn after a no."),
    ...shared
  }),
  agent: Schema.Struct({
    type: Schema.Literal("agent"),
    prompt: needs(Schema.NonEmptyString, "The task for the model, which may read files."),
    model: says(Schema.String, "The model to ask."),
    ...shared
  }),
  mcp_tool: Schema.Struct({
    type: Schema.Literal("mcp_tool"),
    server: needs(Schema.NonEmptyString, "The MCP server."),
    tool: needs(Schema.NonEmptyString, "Its tool."),
    input: says(JsonObject, "The tool's input; `${path}` stands for a value of the event."),
    ...shared
  }),
  python: Schema.Struct({
    type: Schema.Literal("python"),
    script: says(Schema.NonEmptyString, "A Python script that reads the event from its standard input."),
    function: says(Schema.NonEmptyString, "A function as `module.function`, called with the event."),
    ...shared
  }),
  module: Schema.Struct({
    type: Schema.Literal("module"),
    path: needs(Schema.NonEmptyString, "A JavaScript or TypeScript module."),
    export: says(Schema.String, "The function that it exports; `default` where this is left out."),
    ...shared
  })
} as const

/** @since 0.1.0 */
export type EntryType = keyof typeof entries

const { python, ...others } = entries

/**
 * The two ways to write a Python handler, which has a script or a function.
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
