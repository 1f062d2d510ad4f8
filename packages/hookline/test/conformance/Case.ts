// The form of the table's files. What is said of a field here is what `case.schema.json` says of it to others.
import * as Schema from "effect/Schema"

const says = <S extends Schema.Top>(schema: S, description: string) =>
  Schema.optionalKey(schema.annotate({ description }))

const strings = Schema.Array(Schema.String)
const object = Schema.Record(Schema.String, Schema.Json)

const Content = Schema.Union([
  Schema.String,
  Schema.Struct({ json: Schema.Json }),
  Schema.Struct({ script: Schema.String }),
  Schema.Struct({ folder: Schema.Literal(true) })
]).annotate({
  description: "A text; data, written as JSON; a text that may be run; or a folder in the place of the file"
})

const Files = Schema.Record(Schema.String, Content).annotate({ identifier: "Files" })

const HttpReply = Schema.Struct({
  status: Schema.Int,
  body: says(Schema.Json, "Text is sent as it is, anything else as JSON")
})

const Answer = Schema.Struct({
  stdout: says(
    Schema.Json,
    "The object on standard output, exactly; or a text, without the line's end; null is nothing"
  ),
  like: says(Schema.Json, "The same, but of objects only the keys that stand here are compared"),
  stderr: says(strings, "Each is part of standard error; only where a process is looked at"),
  exit: Schema.Int
})

const Found = Schema.Union([
  Schema.Null,
  Schema.String,
  Schema.Struct({ has: strings }),
  Schema.Struct({ json: Schema.Json })
]).annotate({
  description:
    "Not there; its text, trimmed; parts of its text; or the data in it. Of objects only the keys that stand here are " +
    "compared; `{{any}}` is anything and `{{none}}` is a key that is not there"
})

const Diagnosed = Schema.Union([
  Schema.String,
  Schema.Struct({
    code: Schema.String,
    line: says(Schema.Int, "The line, from 1"),
    column: says(Schema.Int, "The column, from 1"),
    fix: says(Schema.String, "Part of what to write instead")
  })
])

export const Expected = Schema.Struct({
  verdict: says(Schema.Literals(["pass", "allow", "ask", "defer", "deny"]), "What is decided"),
  reasons: says(strings, "One for each reason, in order: part of its text"),
  context: says(strings, "One for each text for the model, in order: part of it"),
  notices: says(strings, "Parts of messages to the user, in any order; an empty list says that there is none"),
  levels: says(strings, "The levels of all messages to the user, in order"),
  diagnostics: says(Schema.Array(Diagnosed), "All that is wrong with the configuration, by code, in any order"),
  input: says(Schema.Json, "The tool's input as it is after the hooks, exactly"),
  changes: says(
    Schema.Array(object),
    "One for each change, in order: `target`, `mode` and `value`, as far as they stand"
  ),
  halt: says(Schema.NullOr(Schema.String), "Why the agent is stopped; null is that it goes on"),
  goesOn: says(Schema.Boolean, "Whether the action, or the agent, goes on"),
  effects: says(Schema.Array(object), "What only a host can do, in order: `kind` and `value`"),
  exports: says(Schema.Record(Schema.String, Schema.String), "What hooks exported for the session, exactly"),
  runs: says(strings, "Each hook that matched, in order: its name and `ran`, `failed`, `skipped` or `interrupted`"),
  started: says(strings, "The names of the hooks that would be run, in order, when asked without running anything"),
  answer: says(Answer, "What the host is answered"),
  refused: says(Schema.String, "The payload is no event: part of the sentence that says why"),
  files: says(Schema.Record(Schema.String, Found), "Files of the project that hooks have written"),
  requests: says(Schema.Record(Schema.String, Schema.Array(Schema.Json)), "The bodies that came under each path"),
  asked: says(strings, "One for each question to the model, in order: part of it"),
  gone: says(strings, "Files with the number of a process that has ended, or ends within some seconds"),
  ended: says(strings, "The same of one that may live for as long as the host's session"),
  under: says(Schema.Finite, "The answer is there within so many seconds"),
  over: says(Schema.Finite, "The answer takes at least so many seconds")
}).annotate({ identifier: "Expected" })

/** @since 0.1.0 */
export type Expected = typeof Expected.Type

export const Step = Schema.Struct({
  write: says(Files, "Files that are written before the event"),
  remove: says(strings, "Files that are taken away before the event"),
  unseen: says(Schema.Boolean, "Nobody tells the host of what was written: it sees it by itself, within five seconds"),
  payload: says(Schema.Json, "What the host sends. That of Claude Code is the event in neutral words"),
  stdin: says(Schema.String, "The same as text, where it is no JSON; only for a process"),
  continuations: says(Schema.Int, "How often the agent has been made to go on since its last tool call"),
  expect: Expected
}).annotate({ identifier: "Step" })

/** @since 0.1.0 */
export type Step = typeof Step.Type

export const Case = Schema.Struct({
  id: Schema.String.annotate({ description: "The file's section, and a name that never changes its meaning" }),
  rules: Schema.Array(Schema.String).annotate({ description: "The rules that it shows, by rules.json" }),
  title: Schema.String.annotate({ description: "What happens, in a sentence" }),
  host: Schema.Literals(["claude", "amplifier", "amcp", "amplihack"]).annotate({
    description: "Whose words are spoken"
  }),
  files: says(Files, "By path in the project, or in the home folder where it begins with `~/`"),
  settings: says(object, "What the program says, stronger than all files; for hosts that take settings so"),
  env: says(Schema.Record(Schema.String, Schema.String), "Variables of the host's own process; only for a process"),
  cwd: says(Schema.String, "The folder that the process is started in; only for a process"),
  http: says(Schema.Record(Schema.String, Schema.Array(HttpReply)), "Replies by path, in order; the last one stays"),
  model: says(strings, "What the model says, in order; the last one stays"),
  person: says(strings, "What a person answers, in order; without it an `ask` stays one"),
  own: says(Schema.Boolean, "False: the host runs the hooks of its own files itself"),
  onFailure: says(Schema.Literals(["open", "closed", "ask"]), "What the host was told about its own failures"),
  limit: says(Schema.Finite, "The host's own limit, in seconds; only for a process"),
  steps: Schema.Array(Step)
}).annotate({ identifier: "Case" })

/** @since 0.1.0 */
export type Case = typeof Case.Type

export const Table = Schema.Struct({
  $schema: Schema.Literal("./case.schema.json"),
  section: Schema.String,
  cases: Schema.Array(Case)
}).annotate({ identifier: "ConformanceTable", description: "Cases of one section of the contract" })

export const Rules = Schema.Struct({
  rules: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      section: Schema.String,
      text: Schema.String,
      pages: says(strings, "The pages of the documentation that name the rule")
    })
  )
})
