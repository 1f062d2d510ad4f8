/**
 * Cases for hooks, written beside them in a `hooks.test.json`: an event, and the expected result.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { isJson, type Json } from "./Json.ts"
import { RunOutput } from "./RunOutput.ts"
import type { Path } from "./Source.ts"

/**
 * The name of a file of cases.
 *
 * @category constants
 * @since 0.1.0
 */
export const fileName = "hooks.test.json"

const texts = Schema.Union([Schema.String, Schema.Array(Schema.String)])
const anything = Schema.Record(Schema.String, Schema.Unknown)

const says = <S extends Schema.Top>(schema: S, description: string): Schema.optionalKey<S["Rebuild"]> =>
  Schema.optionalKey(schema.annotate({ description }))

/**
 * Schema for the expected result of an event. Omitted fields are not compared.
 *
 * @category schemas
 * @since 0.1.0
 */
export const Expectation = Schema.Struct({
  verdict: says(RunOutput.fields.verdict, "The verdict. With `answers`, the verdict after the approver's answers."),
  reason: says(texts, "Part of a reason, or several parts, each of some reason. An empty list: there is no reason."),
  context: says(texts, "Part of the context for the model, or several parts. An empty list: there is no context."),
  notice: says(texts, "Part of the notices to the user, or several parts. An empty list: there is no notice."),
  input: says(Schema.Unknown, "The tool's whole input, after the hooks' changes."),
  ran: says(texts, "Hooks that ran, by their ids or names, in any order. An empty list: no hook ran."),
  exit: says(
    Schema.Int,
    "The exit code of the hooks that `ran` names, or of all that ran; where they differ, the first that is not 0."
  ),
  halted: says(Schema.Boolean, "`true` if the agent is stopped."),
  prompt: says(
    texts,
    "Part of the prompts that the judge was given, or several parts. An empty list: it was not asked."
  )
}).annotate({ identifier: "HookExpectation" })

/** @since 0.1.0 */
export type Expectation = typeof Expectation.Type

/**
 * Schema for a case.
 *
 * @category schemas
 * @since 0.1.0
 */
export const HookCase = Schema.Struct({
  name: Schema.NonEmptyString.annotate({ description: "The behaviour of the hooks, such as `refuses a forced push`." }),
  event: Schema.NonEmptyString.annotate({ description: "The event, such as `PreToolUse`." }),
  tool: says(Schema.NonEmptyString, "The tool that is called. Defaults to Bash."),
  input: says(anything, "The tool's input, or the fields of an event without a tool."),
  prompt: says(Schema.String, "The user's prompt."),
  source: says(Schema.String, "The target of matchers for an event without a tool: `startup`, `manual`, …"),
  session: says(Schema.NonEmptyString, "The session. Defaults to `test`."),
  env: says(Schema.Record(Schema.String, Schema.String), "Variables that the hooks get in this case."),
  files: says(
    Schema.Record(Schema.String, Schema.String),
    "Files by their paths in the project. The case runs in a copy of the project with these files. `{}` is an exact copy."
  ),
  skill: says(Schema.NonEmptyString, "The skill that is opened first."),
  judge: says(
    Schema.Array(Schema.String),
    "The answers of the model behind prompt hooks, in order, in its own words: `yes`, `no: the tests fail`, or JSON."
  ),
  answers: says(
    Schema.Array(Schema.String),
    "The approver's answers, in order, when hooks ask: `Allow`, `Deny`, or one that the hook offers."
  ),
  expect: Expectation
}).annotate({ identifier: "HookCase" })

/** @since 0.1.0 */
export type HookCase = typeof HookCase.Type

/**
 * Schema for a file of cases.
 *
 * @category schemas
 * @since 0.1.0
 */
export const HookCasesFile = Schema.Struct({
  $schema: Schema.optionalKey(Schema.String),
  description: Schema.optionalKey(Schema.String),
  cases: Schema.Array(HookCase)
}).annotate({
  identifier: "HookCasesFile",
  title: "Cases for hooks",
  description: "Events and the expected results of hooks, for `hookline test`."
})

/** @since 0.1.0 */
export type HookCasesFile = typeof HookCasesFile.Type

/**
 * A problem in a file of cases. A case with a problem does not run.
 *
 * @category models
 * @since 0.1.0
 */
export interface Problem {
  readonly at: Path
  readonly text: string
  /** The name of the case, if it has one. */
  readonly name?: string
}

/**
 * A case and its path in the file's data.
 *
 * @category models
 * @since 0.1.0
 */
export interface Found {
  readonly at: Path
  readonly case: HookCase
}

/** @since 0.1.0 */
export interface Reading {
  readonly cases: ReadonlyArray<Found>
  readonly problems: ReadonlyArray<Problem>
}

/** The fields of an object: the type of each, and whether it is required. */
type Shape = Readonly<
  Record<string, { readonly takes: string; readonly is: (value: unknown) => boolean; readonly required?: boolean }>
>

const aText = { takes: "a text", is: Schema.is(Schema.String) }
const someText = { takes: "a text that is not empty", is: Schema.is(Schema.NonEmptyString) }
const someTexts = { takes: "a text, or a list of texts", is: Schema.is(texts) }
const variables = { takes: "an object of texts", is: Schema.is(Schema.Record(Schema.String, Schema.String)) }

/** Checks that a path stays inside the project. */
const isInside = (path: string): boolean =>
  path !== "" && !path.startsWith("/") && !path.includes("\\") && !path.split("/").includes("..")

const fileShape: Shape = {
  $schema: aText,
  description: aText,
  cases: { takes: "a list of cases", is: Array.isArray, required: true }
}

const caseShape = {
  name: { ...someText, required: true },
  event: { ...someText, required: true },
  tool: someText,
  input: { takes: "an object", is: isJson },
  prompt: aText,
  source: aText,
  session: someText,
  env: variables,
  files: {
    takes: "an object of texts, by paths inside of the project",
    is: (value: unknown) => variables.is(value) && isJson(value) && Object.keys(value).every(isInside)
  },
  skill: someText,
  judge: { takes: "a list of texts", is: Schema.is(Schema.Array(Schema.String)) },
  answers: { takes: "a list of texts", is: Schema.is(Schema.Array(Schema.String)) },
  expect: { takes: "an object", is: isJson, required: true }
} satisfies Shape & Record<keyof HookCase, unknown>

const expectShape = {
  verdict: {
    takes: `one of ${RunOutput.fields.verdict.literals.map((word) => `"${word}"`).join(", ")}`,
    is: Schema.is(RunOutput.fields.verdict)
  },
  reason: someTexts,
  context: someTexts,
  notice: someTexts,
  input: { takes: "anything", is: () => true },
  ran: someTexts,
  exit: { takes: "a whole number", is: Schema.is(Schema.Int) },
  halted: { takes: "true or false", is: Schema.is(Schema.Boolean) },
  prompt: someTexts
} satisfies Shape & Record<keyof Expectation, unknown>

/** Returns the problems of an object's fields. */
const problemsOf = (value: Json, shape: Shape, at: Path): ReadonlyArray<Problem> => [
  ...Object.entries(value).flatMap(([field, held]): ReadonlyArray<Problem> => {
    const known = Object.hasOwn(shape, field) ? shape[field] : undefined
    if (known === undefined) {
      return [
        {
          at: [...at, field],
          text: `${JSON.stringify(field)} is no field that we know here: ${Object.keys(shape).join(", ")}.`
        }
      ]
    }
    return known.is(held) ? [] : [{ at: [...at, field], text: `${JSON.stringify(field)} takes ${known.takes}.` }]
  }),
  ...Object.entries(shape).flatMap(([field, { required, takes }]) =>
    required === true && !Object.hasOwn(value, field)
      ? [{ at, text: `${JSON.stringify(field)} is missing; it takes ${takes}.` }]
      : []
  )
]

const readOne = (value: unknown, at: Path): Reading => {
  if (!isJson(value)) return { cases: [], problems: [{ at, text: "A case is an object." }] }
  const { expect, name } = value
  const problems = [
    ...problemsOf(value, caseShape, at),
    ...(isJson(expect) ? problemsOf(expect, expectShape, [...at, "expect"]) : [])
  ]
  if (problems.length > 0) {
    const named = typeof name === "string" && name !== "" ? { name } : {}
    return { cases: [], problems: problems.map((problem) => ({ ...problem, ...named })) }
  }
  // Each of its fields was checked against the schema.
  return { cases: [{ at, case: value as unknown as HookCase }], problems: [] }
}

/**
 * Decodes the cases of a file's data. A problem excludes the case that contains it, and is reported.
 *
 * @category decoding
 * @since 0.1.0
 */
export const read = (root: unknown): Reading => {
  if (!isJson(root)) return { cases: [], problems: [{ at: [], text: 'The file is an object with a list of "cases".' }] }
  const listed: unknown = root["cases"]
  const each = Array.isArray(listed) ? listed.map((value: unknown, index) => readOne(value, ["cases", index])) : []
  return {
    cases: each.flatMap(({ cases }) => cases),
    problems: [...problemsOf(root, fileShape, []), ...each.flatMap(({ problems }) => problems)]
  }
}
