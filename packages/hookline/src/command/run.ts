/** `hookline run EVENT`: fires one event at the project's hooks, and shows what happened. */
import type { Dialect } from "@hookline/core/Dialect"
import type { Pipeline } from "@hookline/core/Pipeline"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Json } from "@hookline/schema/Json"
import type { Report } from "@hookline/schema/Report"
import * as RunOutput from "@hookline/schema/RunOutput"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { readFileSync } from "node:fs"
import { aboutName, eventFrom, objectFrom } from "./eventArguments.ts"
import { Problem } from "./Problem.ts"
import { dialectOf, foldersOf, host, json, placed, print, project, reader, withPipeline } from "./setting.ts"
import { showRun } from "./showRun.ts"

const text = (name: string, metavar: string, description: string) =>
  Flag.String(name).pipe(Flag.withMetavar(metavar), Flag.withDescription(description), Flag.optional)

/** What describes an event, here and for a plan. */
export const eventFlags = {
  tool: text("tool", "NAME", "The tool that is called; Bash, if left out"),
  input: text("input", "JSON|@FILE|-", "The tool's input, or the fields of an event without a tool"),
  prompt: text("prompt", "TEXT", "What the user says"),
  source: text("source", "WORD", "What the event is matched by where it has no tool: startup, manual, …"),
  session: text("session", "ID", "The session")
}

export const eventArgument = Argument.String("event").pipe(
  Argument.withDescription("PreToolUse, PostToolUse, UserPromptSubmit, SessionStart, Stop, … or any other name")
)

interface Said {
  readonly event: string
  readonly tool: Option.Option<string>
  readonly input: Option.Option<string>
  readonly prompt: Option.Option<string>
  readonly source: Option.Option<string>
  readonly session: Option.Option<string>
}

const read = (where: string): Effect.Effect<string, Problem> =>
  Effect.try({
    try: () => readFileSync(where === "-" ? 0 : where, "utf8"),
    catch: (error) =>
      new Problem({ message: `${where} can't be read: ${error instanceof Error ? error.message : String(error)}` })
  })

const objectOf = (said: string, name: string): Effect.Effect<Json, Problem> =>
  Effect.gen(function* () {
    const written = said === "-" || said.startsWith("@") ? yield* read(said === "-" ? "-" : said.slice(1)) : said
    const object = objectFrom(written)
    if (Result.isSuccess(object)) return object.success
    return yield* new Problem({
      message: `${name} takes an object of JSON, such as '{"command": "ls"}': ${object.failure}`
    })
  })

/** The event that the command line describes. */
export const eventOf = Effect.fnUntraced(function* (said: Said): Effect.fn.Return<HookEvent, Problem> {
  const { prompt, session, source, tool } = said
  const about = aboutName(said.event)
  if (about !== undefined) yield* Console.error(`hookline: ${about}`)
  const input = Option.isSome(said.input) ? yield* objectOf(said.input.value, "--input") : undefined
  const found = eventFrom({
    event: said.event,
    cwd: process.cwd(),
    ...(input !== undefined && { input }),
    ...(Option.isSome(tool) && { tool: tool.value }),
    ...(Option.isSome(prompt) && { prompt: prompt.value }),
    ...(Option.isSome(source) && { source: source.value }),
    ...(Option.isSome(session) && { session: session.value })
  })
  return Result.isSuccess(found) ? found.success : yield* new Problem({ message: found.failure })
})

/** One event and what came of it, with the places of the hooks. */
const reported = Effect.fnUntraced(function* (pipeline: typeof Pipeline.Service, report: Report, event?: HookEvent) {
  const { hooks } = yield* Effect.flatMap(pipeline.catalog(event?.sessionId), placed)
  const sources = new Map(hooks.map(({ id, source }) => [id, source]))
  const runs = report.runs.map((run) => ({ ...run, source: sources.get(run.id) ?? run.source }))
  const input = event !== undefined && "toolInput" in event ? event.toolInput : undefined
  return { input, output: RunOutput.of({ ...report, runs }, input) }
})

const answered = (dialect: Dialect, payload: Json) => (pipeline: typeof Pipeline.Service) =>
  Effect.gen(function* () {
    const { reports } = yield* pipeline.run(payload)
    const heard = dialect.event.read(payload)
    const events = Result.isSuccess(heard) ? heard.success.events : []
    return yield* Effect.forEach(reports, (report, index) => reported(pipeline, report, events[index]))
  })

export const run = Command.make(
  "run",
  {
    event: Argument.optional(eventArgument),
    ...eventFlags,
    payload: text("payload", "FILE|-", "A host's whole payload, in the place of an event; with --host"),
    host,
    project,
    exitCode: Flag.Boolean("exit-code").pipe(
      Flag.withDescription("Exit with 2 where the event is denied"),
      Flag.withDefault(false)
    ),
    json
  },
  Effect.fnUntraced(function* (said) {
    const folders = yield* foldersOf(said.project)
    const dialect = dialectOf(said.host)
    const payload = Option.isSome(said.payload) ? yield* Effect.flatMap(read(said.payload.value), asPayload) : undefined
    if (payload === undefined && Option.isNone(said.event)) {
      return yield* new Problem({
        message: "name an event, such as `hookline run PreToolUse --tool Bash`, or a --payload"
      })
    }
    const results =
      payload === undefined
        ? yield* Effect.flatMap(eventOf({ ...said, event: Option.getOrElse(said.event, () => "") }), (event) =>
            withPipeline(folders, dialect, (pipeline) =>
              Effect.flatMap(pipeline.answer(event), (report) => reported(pipeline, report, event))
            )
          ).pipe(Effect.map((one) => [one]))
        : yield* Effect.mapError(
            withPipeline(folders, dialect, answered(dialect, payload)),
            ({ message }) => new Problem({ message })
          )
    for (const { input, output } of results) {
      yield* print(said.json, output, () => showRun(output, input, reader()))
    }
    const isDenied = results.some(({ output }) => output.verdict === "deny")
    return isDenied && said.exitCode ? yield* new Problem({ message: "", exit: 2 }) : undefined
  })
).pipe(
  Command.withDescription("Fire one event at the hooks of this project, and show what happens"),
  Command.withExamples([
    { command: `hookline run PreToolUse --tool Bash --input '{"command": "git push --force"}'` },
    { command: "hookline run SessionStart --source resume --json" },
    { command: "hookline run --host amplifier --payload event.json" }
  ])
)

const asPayload = (written: string): Effect.Effect<Json, Problem> => {
  const object = objectFrom(written)
  return Result.isSuccess(object)
    ? Effect.succeed(object.success)
    : Effect.fail(new Problem({ message: `the payload is no object of JSON: ${object.failure}` }))
}
