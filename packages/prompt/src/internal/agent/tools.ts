/** The tools of an agent: they read the project's folder, and do nothing else. */
import * as Tool from "effect/ai/Tool"
import * as Toolkit from "effect/ai/Toolkit"
import type { WithHandler } from "effect/ai/Toolkit"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Refused } from "./inside.ts"
import * as reading from "./reading.ts"

const path = (description: string) => Schema.String.annotate({ description })
// Models write null for absent fields.
const count = (description: string) => Schema.optionalKey(Schema.NullOr(Schema.Finite.annotate({ description })))

const parameters = {
  read_file: Schema.Struct({
    path: path("The file, from the project's folder"),
    from: count("The first line"),
    lines: count("How many lines")
  }),
  list_folder: Schema.Struct({ path: path("The folder, from the project's folder; . is that folder itself") }),
  search_text: Schema.Struct({
    text: Schema.NonEmptyString.annotate({ description: "The text, as it is in the files; it is no pattern" }),
    path: Schema.optionalKey(Schema.NullOr(path("The folder to search; all of the project where it is left out")))
  })
}

const kit = Toolkit.make(
  Tool.make("read_file", {
    description: "Reads a text file of the project.",
    parameters: parameters.read_file,
    success: Schema.String
  }),
  Tool.make("list_folder", {
    description: "Lists the names in a folder of the project.",
    parameters: parameters.list_folder,
    success: Schema.String
  }),
  Tool.make("search_text", {
    description: "Finds the lines that hold a text, in all files below a folder of the project.",
    parameters: parameters.search_text,
    success: Schema.String
  })
)

/** The tools as described to a model. The agent runs them itself, so that a wrong call is an answer and no error. */
export const toolkit: WithHandler<typeof kit.tools> = {
  tools: kit.tools,
  handle: () => Effect.die(new Error("an agent's tools are run by the agent"))
}

/** The result of a tool. */
export interface Result {
  readonly text: string
  readonly isFailure: boolean
}

const decoder = <S extends Schema.Decoder<unknown>>(schema: S) => Schema.decodeUnknownEffect(schema)

const decode = {
  read_file: decoder(parameters.read_file),
  list_folder: decoder(parameters.list_folder),
  search_text: decoder(parameters.search_text)
}

const dispatch = (root: string, name: string, input: unknown): Effect.Effect<string, Refused | Schema.SchemaError> => {
  switch (name) {
    case "read_file":
      return Effect.flatMap(decode.read_file(input), ({ from, lines, path }) =>
        reading.file(root, path, from ?? undefined, lines ?? undefined)
      )
    case "list_folder":
      return Effect.flatMap(decode.list_folder(input), ({ path }) => reading.folder(root, path))
    case "search_text":
      return Effect.flatMap(decode.search_text(input), ({ path, text }) => reading.search(root, text, path ?? "."))
    default:
      return Effect.succeed(`There is no tool ${name}. There are ${Object.keys(kit.tools).join(", ")}.`)
  }
}

/** Runs a tool. A failure is shown to the model. */
export const run = (root: string, name: string, input: unknown): Effect.Effect<Result> =>
  Effect.match(dispatch(root, name, input), {
    onSuccess: (text) => ({ text, isFailure: false }),
    onFailure: (error) => ({
      text: error._tag === "Refused" ? error.message : `${name} can't be called like this: ${error.message}`,
      isFailure: true
    })
  })
