/** `hookline run EVENT`: fires one event at the project's hooks, and shows what happened. */
import type { Dialect } from "@hookline/core/Dialect"
import type { Pipeline } from "@hookline/core/Pipeline"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Json } from "@hookline/schema/Json"
import type { Report } from "@hookline/schema/Report"
import * as RunOutput from "@hookline/schema/RunOutput"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type { Flags } from "./command.ts"
import { canAsk } from "./ask.ts"
import { objectFrom } from "@hookline/node/kit/cases/eventArguments"
import { eventOf, read } from "../eventFromFlags.ts"
import { asProblem, Problem } from "../Problem.ts"
import { dialectOf, foldersOf, placed, print, reader, withPipeline } from "../context.ts"
import { make as settleRun, type Wish } from "./settle.ts"
import { showRun } from "../../output/showRun.ts"

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

const asPayload = (written: string): Effect.Effect<Json, Problem> => {
  const object = objectFrom(written)
  return Result.isSuccess(object)
    ? Effect.succeed(object.success)
    : Effect.fail(new Problem({ message: `the payload is no object of JSON: ${object.failure}` }))
}

export const run = Effect.fnUntraced(function* (flags: Flags) {
  const folders = yield* foldersOf(flags.project)
  const dialect = dialectOf(flags.host)
  const payload = Option.isSome(flags.payload) ? yield* Effect.flatMap(read(flags.payload.value), asPayload) : undefined
  if (payload === undefined && Option.isNone(flags.event)) {
    return yield* new Problem({
      message: "name an event, such as `hookline run PreToolUse --tool Bash`, or a --payload"
    })
  }
  const fired: Fired =
    payload === undefined
      ? { event: yield* eventOf({ ...flags, event: Option.getOrElse(flags.event, () => "") }) }
      : { payload }
  const wish: Wish = {
    asks: !flags.json && !flags.unattended && canAsk(),
    audit: flags.audit,
    ...(Option.isSome(flags.wait) && { waitMillis: flags.wait.value * 1000 })
  }
  const { answers, hasLeft, results } = yield* Effect.mapError(answered(folders, dialect, fired, wish), asProblem)
  for (const { input, output } of results) {
    yield* print(flags.json, output, () => showRun(output, input, reader(), answers))
  }
  if (hasLeft) return yield* new Problem({ message: "", exit: 130 })
  const isDenied = results.some(({ output }) => output.verdict === "deny")
  return isDenied && flags.exitCode ? yield* new Problem({ message: "", exit: 2 }) : undefined
})
