/** Settles an outcome: gives texts to the model, asks questions, shows messages, and writes the log. */
import { legibleOutcome } from "@hookline/core/kit/translate/legible"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import type { Report } from "@hookline/schema/Report"
import * as Verdict from "@hookline/schema/Verdict"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Audit from "../audit/Audit.ts"
import { settleApproval } from "../approval/internal/settleApproval.ts"
import { settleContext } from "../context/internal/settleContext.ts"
import { notices as noticesOf, type Settling, type SettlePorts, told } from "./SettlePorts.ts"

/** Shows the user all messages, and the first request to stop the agent. */
const shown = ({ halts, notices }: Outcome.Outcome): ReadonlyArray<Outcome.Notice> => {
  const [halt] = halts
  if (halt === undefined) return notices
  return [...notices, { by: halt.by, level: "warning", text: `the agent is stopped: ${halt.reason}` }]
}

const display = ({ display: { show } }: SettlePorts, { name }: Settling, notices: ReadonlyArray<Outcome.Notice>) =>
  notices.length === 0 ? Effect.succeed<ReadonlyArray<Outcome.Notice>>([]) : told("display", () => show(notices, name))

const record = (
  { audit }: SettlePorts,
  { name, session }: Settling,
  { runs }: Report,
  { quiet, verdict }: Outcome.Outcome,
  start: number,
  end: number
): Effect.Effect<void> =>
  runs.length === 0
    ? Effect.void
    : audit.record({
        _tag: "Event",
        event: name,
        start,
        end,
        verdict: verdict._tag,
        reasons: Verdict.reasonsOf(verdict),
        hooks: runs.map((run) => Audit.ofRun(run, quiet)),
        ...(session.session !== undefined && { session: session.session })
      })

/** Records hooks of earlier events that have ended in the background since, each under the event that it ran on. */
const recordBackground = (
  { audit }: SettlePorts,
  { session }: Settling,
  { background = [] }: Report,
  end: number
): Effect.Effect<void> =>
  Effect.forEach(
    background,
    ({ event, run }) =>
      audit.record({
        _tag: "Event",
        event,
        start: end - (run.millis ?? 0),
        end,
        verdict: "Pass",
        reasons: [],
        hooks: [Audit.ofRun(run)],
        ...(session.session !== undefined && { session: session.session })
      }),
    { discard: true }
  )

const noted = (outcome: Outcome.Outcome, notices: ReadonlyArray<Outcome.Notice>): Outcome.Outcome =>
  notices.length === 0 ? outcome : legibleOutcome({ ...outcome, notices: [...outcome.notices, ...notices] })

/** The settled report, with its result. */
export const settle = Effect.fnUntraced(function* (
  parts: SettlePorts,
  matter: Settling,
  report: Report,
  start: number,
  ended?: number
): Effect.fn.Return<Report> {
  const { approval, audit } = parts
  let outcome = report.outcome
  if (outcome.context.length > 0) outcome = yield* settleContext(parts, matter, outcome)
  if (outcome.verdict._tag === "Ask" && approval.isDeferred !== true)
    outcome = yield* settleApproval(parts, matter, outcome)
  outcome = noted(outcome, yield* display(parts, matter, shown(outcome)))
  if (audit.isOff === true) return outcome === report.outcome ? report : { ...report, outcome }
  const end = ended ?? (yield* Clock.currentTimeMillis)
  const unrecorded = yield* told("audit", () =>
    report.background === undefined
      ? record(parts, matter, report, outcome, start, end)
      : Effect.andThen(recordBackground(parts, matter, report, end), record(parts, matter, report, outcome, start, end))
  )
  // What is wrong with the log itself is nothing that could wait for the next event.
  const ofLog = [...unrecorded, ...(yield* noticesOf("audit", () => audit.notices))]
  yield* display(parts, matter, ofLog)
  outcome = noted(outcome, ofLog)
  return outcome === report.outcome ? report : { ...report, outcome }
})

/** An event as the coordinator sees it. */
export const of = (event: HookEvent.HookEvent, project: string): Settling => ({
  event,
  name: HookEvent.nameOf(event),
  session: { project, session: event.sessionId }
})
