/** `hookline run EVENT`: fires one event at the project's hooks, and shows what happened. */
import type { Dialect } from "@hookline/core/Dialect"
import { AuditLog } from "@hookline/coordinator/AuditLog"
import { Pipeline } from "@hookline/core/Pipeline"
import { Hookline } from "@hookline/node/Hookline"
import { quietly, written } from "../../dispatch/keepAudit.ts"
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
import * as OwnGuard from "../../ownGuard/hook.ts"
import { asProblem, Problem } from "../Problem.ts"
import { dialectOf, executor, foldersOf, placed, print, report, policiesOf } from "../context.ts"
import { openSkills } from "../openSkills.ts"
import * as SessionView from "../sessionView.ts"
import { make as settleRun, type Wish } from "./settle.ts"
import * as Progress from "../../output/progress.ts"
import { showRun } from "../../output/showRun.ts"

/** One event and what came of it, with the places of the hooks. */
const reported = Effect.fnUntraced(function* (pipeline: typeof Pipeline.Service, report: Report, event?: HookEvent) {
  const { hooks } = yield* Effect.flatMap(pipeline.catalog(event?.sessionId), placed)
  const sources = new Map(hooks.map(({ id, source }) => [id, source]))
  const runs = report.runs.map((run) => ({ ...run, source: sources.get(run.id) ?? run.source }))
  const input = event !== undefined && "toolInput" in event ? event.toolInput : undefined
  return { input, output: RunOutput.of({ ...report, runs }, input) }
})

/** The input: one event, or a host's whole payload, which may be several. */
type Fired = { readonly event: HookEvent } | { readonly payload: Json }

/** Returns the session of what is fired, in the words of its host. */
const sessionOf = (fired: Fired, dialect: Dialect): string | undefined =>
  "event" in fired
    ? fired.event.sessionId
    : Option.getOrUndefined(Result.getSuccess(dialect.event.read(fired.payload)))?.events?.[0]?.sessionId

/** Runs the hooks, requests approval, and writes the audit. */
const answered = (folders: Project, dialect: Dialect, fired: Fired, names: ReadonlyArray<string>, wish: Wish) =>
  Effect.gen(function* () {
    const progress = yield* Progress.start("Running hooks")
    const policies = yield* policiesOf(folders)
    const { answers, hasLeft, provide } = settleRun(folders.project, { ...wish, beforehand: progress.stop })
    const results = yield* Effect.gen(function* () {
      const hooks = yield* Hookline
      const pipeline = yield* Pipeline
      yield* openSkills(names, names.length === 0 ? undefined : sessionOf(fired, dialect))
      const { events, reports } =
        "event" in fired
          ? { events: [fired.event], reports: [yield* hooks.emit(fired.event)] }
          : yield* Effect.map(hooks.run(fired.payload), (ran) => ({ events: ran.answered, reports: ran.reports }))
      const all = yield* Effect.forEach(reports, (report, index) => reported(pipeline, report, events[index]))
      const log = yield* Effect.serviceOption(AuditLog)
      const problems = Option.isNone(log)
        ? []
        : yield* Effect.provideService(written(folders.project), AuditLog, log.value)
      yield* Effect.forEach(problems, report, { discard: true })
      return all
    }).pipe(
      Effect.scoped,
      Effect.provide(
        Hookline.layer({
          project: folders,
          host: dialect,
          once: true,
          nativeHooks: [OwnGuard.make(folders)],
          provide: [SessionView.layer, ...provide, ...policies, executor]
        })
      ),
      quietly,
      Effect.ensuring(progress.stop)
    )
    return { results, answers, hasLeft: hasLeft() }
  })

const asPayload = (written: string): Effect.Effect<Json, Problem> => {
  const object = objectFrom(written)
  return Result.isSuccess(object)
    ? Effect.succeed(object.success)
    : Effect.fail(new Problem({ message: `the payload is no object of JSON: ${object.failure}` }))
}

export const run = Effect.fnUntraced(function* (flags: Flags) {
  const folders = yield* foldersOf(flags.project, dialectOf(flags.host))
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
  const beside = (["event", "tool", "input", "prompt", "source", "session"] as const).find((name) =>
    Option.isSome(flags[name])
  )
  if (payload !== undefined && beside !== undefined) {
    const what = beside === "event" ? "An event" : `--${beside}`
    return yield* new Problem({
      message: `${what} has no effect beside --payload, which is a whole event: leave one out`
    })
  }
  const wish: Wish = {
    asks: !flags.json && !flags.unattended && canAsk(),
    audit: flags.audit,
    ...(Option.isSome(flags.wait) && { waitMillis: flags.wait.value * 1000 })
  }
  const { answers, hasLeft, results } = yield* Effect.mapError(
    answered(folders, dialect, fired, flags.skill, wish),
    asProblem
  )
  for (const { input, output } of results) {
    yield* print(flags.json, output, showRun, { output, input, answers })
  }
  if (hasLeft) return yield* new Problem({ message: "", exit: 130 })
  const isDenied = results.some(({ output }) => output.verdict === "deny")
  return isDenied && flags.exitCode ? yield* new Problem({ message: "", exit: 2 }) : undefined
})
