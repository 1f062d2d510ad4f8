/** `hookline run EVENT`: fires one event at the project's hooks, and shows what happened. */
import type { Dialect } from "@hookline/core/Dialect"
import type { Pipeline } from "@hookline/core/Pipeline"
import type { Project } from "@hookline/core/SourceFiles"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Json } from "@hookline/schema/Json"
import type { Report } from "@hookline/schema/Report"
import * as RunOutput from "@hookline/schema/RunOutput"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { canAsk } from "./askHere.ts"
import { objectFrom } from "./eventArguments.ts"
import { eventArgument, eventFlags, eventOf, read, text } from "./eventFlags.ts"
import { Problem } from "./Problem.ts"
import { dialectOf, foldersOf, host, json, placed, print, project, reader, withPipeline } from "./setting.ts"
import { make as settleRun, type Wish } from "./settleRun.ts"
import { showRun } from "./showRun.ts"

/** One event and what came of it, with the places of the hooks. */
const reported = Effect.fnUntraced(function* (pipeline: typeof Pipeline.Service, report: Report, event?: HookEvent) {
  const { hooks } = yield* Effect.flatMap(pipeline.catalog(event?.sessionId), placed)
  const sources = new Map(hooks.map(({ id, source }) => [id, source]))
  const runs = report.runs.map((run) => ({ ...run, source: sources.get(run.id) ?? run.source }))
  const input = event !== undefined && "toolInput" in event ? event.toolInput : undefined
  return { input, output: RunOutput.of({ ...report, runs }, input) }
})

/** What is fired: one event, or a host's whole payload, which may be several. */
type Fired = { readonly event: HookEvent } | { readonly payload: Json }

const answersOf = (pipeline: typeof Pipeline.Service, dialect: Dialect, fired: Fired) => {
  if ("event" in fired)
    return Effect.map(pipeline.answer(fired.event), (report) => ({ events: [fired.event], reports: [report] }))
  const heard = dialect.event.read(fired.payload)
  const events = Result.isSuccess(heard) ? heard.success.events : []
  return Effect.map(pipeline.run(fired.payload), ({ reports }) => ({ events, reports }))
}

/** Fires it, asks whoever is to be asked, and writes the log. */
const answered = (folders: Project, dialect: Dialect, fired: Fired, wish: Wish) =>
  withPipeline(folders, dialect, (pipeline) =>
    Effect.gen(function* () {
      const { answers, hasLeft, keep, settle } = yield* settleRun(folders.project, wish)
      const start = Date.now()
      const { events, reports } = yield* answersOf(pipeline, dialect, fired)
      const results = yield* Effect.forEach(reports, (report, index) => {
        const event = events[index]
        const final = event === undefined ? Effect.succeed(report) : settle(event, report, { start })
        return Effect.flatMap(final, (settled) => reported(pipeline, settled, event))
      })
      yield* keep
      return { results, answers, hasLeft: hasLeft() }
    })
  )

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
    unattended: Flag.Boolean("unattended").pipe(
      Flag.withDescription("Ask nobody: what a hook wants a person to be asked stays an Ask"),
      Flag.withDefault(false)
    ),
    wait: Flag.Finite("wait").pipe(
      Flag.withMetavar("SECONDS"),
      Flag.withDescription("How long a person may take to answer, where the hook does not say; 300, if left out"),
      Flag.optional
    ),
    audit: Flag.Boolean("audit").pipe(
      Flag.withDescription("Keep a record of what was done (see hookline log)"),
      Flag.withDefault(true)
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
    const fired: Fired =
      payload === undefined
        ? { event: yield* eventOf({ ...said, event: Option.getOrElse(said.event, () => "") }) }
        : { payload }
    const wish: Wish = {
      asks: !said.json && !said.unattended && canAsk(),
      audit: said.audit,
      ...(Option.isSome(said.wait) && { waitMillis: said.wait.value * 1000 })
    }
    const { answers, hasLeft, results } = yield* Effect.mapError(
      answered(folders, dialect, fired, wish),
      ({ message }) => new Problem({ message })
    )
    for (const { input, output } of results) {
      yield* print(said.json, output, () => showRun(output, input, reader(), answers))
    }
    if (hasLeft) return yield* new Problem({ message: "", exit: 130 })
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
