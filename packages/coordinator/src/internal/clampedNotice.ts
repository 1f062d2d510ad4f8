/**
 * Reports to a program once in a session that hooks were clamped. A program without a display takes messages from reports, if at
 * all: it would not learn why an allowance of a hook has no effect.
 */
import * as SessionMark from "@hookline/schema/kit/SessionMark"
import type { Report } from "@hookline/schema/Report"
import * as Effect from "effect/Effect"
import { ofState, type Settling, type SettlePorts } from "./SettlePorts.ts"

const mark = SessionMark.encode({ _tag: "ClampedReported" })

const sentenceOf = (count: number): string => {
  const hooks = count === 1 ? "1 hook of this project is" : `${count} hooks of this project are`
  return (
    `${hooks} not trusted, so that only what tightens counts. \`hookline trust\` decides; a program that has judged the ` +
    "project itself writes `Hookline.layer({ project, trust: Trust.layerAll })`, and one that shows messages " +
    "`provide: [Display.layerConsole()]`."
  )
}

/** Adds the notice to the first report of a session with clamped hooks, and logs it. */
export const withClampedNotice = (
  { display, state }: SettlePorts,
  { session }: Settling,
  report: Report
): Effect.Effect<Report> => {
  if (display.isDefault !== true) return Effect.succeed(report)
  const clamped = report.runs.filter(({ confined }) => confined?.state === "new" || confined?.state === "changed")
  if (clamped.length === 0) return Effect.succeed(report)
  // A broken state reports it again.
  return Effect.flatMap(
    ofState(() => state.mark(session, mark), true),
    ([isFirst, broken]) => {
      if (!isFirst) return Effect.succeed(report)
      const text = sentenceOf(clamped.length)
      const { outcome } = report
      const notices = [...outcome.notices, { by: "hookline trust", level: "warning" as const, text }, ...broken]
      return Effect.as(Effect.logWarning(text), { ...report, outcome: { ...outcome, notices } })
    }
  )
}
