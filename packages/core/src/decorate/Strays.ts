/** Reports services that were provided where hooks do not use them. */
import * as Outcome from "@hookline/schema/Outcome"
import type { Report } from "@hookline/schema/Report"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Pipeline } from "../Pipeline.ts"
import { Watched } from "../stack.ts"
import { type AnyKey, isMember } from "../surroundings.ts"

type Notices = Outcome.Outcome["notices"]

const noNotices: Notices = []

const notice = (key: AnyKey, place: "around" | "beside"): Notices[number] => ({
  by: "hookline",
  level: "warning",
  text: `a ${key.key} is provided ${place} the hooks, and they do not use it: give it to Hookline.layer({ provide })`
})

/** Creates the function that looks at a context. Each service is reported once. */
const strays = (
  { keys, unused }: Watched["Service"],
  inUse: Context.Context<never>
): ((context: Context.Context<never>) => Notices) => {
  const all = keys.map((key) => ({ key, used: Context.getOrUndefined(inUse, key) }))
  const reported = new Set<unknown>()
  let last: Context.Context<never> | undefined
  // What was found when the hooks were built is reported with the first event.
  let waiting: Notices = unused.map((key) => notice(key, "around"))
  return (context) => {
    // Events mostly come from the same place.
    if (context === last) return noNotices
    last = context
    const first = waiting
    waiting = noNotices
    const beside: Array<Notices[number]> = []
    // With spans each event has a context of its own.
    for (const { key, used } of all) {
      const found = Context.getOrUndefined(context, key)
      if (found === undefined || found === used || reported.has(found)) continue
      reported.add(found)
      // An event that a tool of another Hookline emits is in the middle of its services.
      if (!isMember(context, key.key, found)) beside.push(notice(key, "beside"))
    }
    return beside.length === 0 ? first : [...first, ...beside]
  }
}

const noted = (report: Report, notices: Notices): Report => ({
  ...report,
  outcome: { ...report.outcome, notices: [...report.outcome.notices, ...notices] }
})

/** Looks at the context of every event that runs hooks. */
export const layer: Layer.Layer<Pipeline, never, Pipeline> = Layer.effect(
  Pipeline,
  Effect.gen(function* () {
    const pipeline = yield* Pipeline
    const inUse = yield* Effect.context()
    const watched = Option.getOrUndefined(yield* Effect.serviceOption(Watched))
    // Stages that are put together by hand require each service by its type.
    if (watched === undefined) return pipeline
    const look = strays(watched, inUse)
    // Empty as soon as the defaults are used, and mostly before.
    let waiting = watched.replacing
    const unread = (report: Report): Report => {
      if (waiting.length === 0 || report.runs.length === 0) return report
      const notices = waiting.flatMap(({ notices }) => notices(report))
      waiting = waiting.filter(({ isWaiting }) => isWaiting())
      return notices.length === 0 ? report : noted(report, notices)
    }
    return Pipeline.of({
      ...pipeline,
      answer: (event, options) =>
        Effect.withFiber(({ context }) => {
          const answer = pipeline.answer(event, options)
          const answered = waiting.length === 0 ? answer : Effect.map(answer, unread)
          const notices = look(context)
          return notices.length === 0 ? answered : Effect.map(answered, (report) => noted(report, notices))
        })
    })
  })
)
