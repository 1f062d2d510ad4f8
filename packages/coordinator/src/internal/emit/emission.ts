/** An event goes to its handlers, one after the other, each on the event as those before left it. */
import { applyTo } from "@hookline/core/kit/translate/changes"
import { combine, type Contribution } from "@hookline/core/kit/translate/combine"
import type { EmitOptions } from "@hookline/core/Pipeline"
import { RunnerDefect, PipelineError, sentence } from "@hookline/core/PipelineError"
import type { OnFailure } from "@hookline/schema/Hook"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import type { Report } from "@hookline/schema/Report"
import * as Effect from "effect/Effect"
import type { Entry, Reporting } from "./Entry.ts"
import { failed, runNative, skipped } from "./runNative.ts"

/** A report, or what its hooks' breaking means: they promised never to. */
const reported = (
  entry: Reporting,
  event: HookEvent.HookEvent,
  asked: EmitOptions | undefined,
  onFailure: OnFailure
): Effect.Effect<Report> => {
  const started = performance.now()
  return Effect.catchDefect(
    Effect.suspend(() => entry.answer(event, asked)),
    (defect) =>
      Effect.sync(() => {
        const reason = new RunnerDefect({ hook: entry.name, issue: sentence(defect) })
        const error = new PipelineError({ stage: "execute", reason })
        const { outcome, run } = failed(entry, onFailure, event, performance.now() - started, error)
        return { event: HookEvent.nameOf(event), outcome, runs: [run], diagnostics: [], env: {} }
      })
  )
}

/** Why those after it are not asked: somebody denied, or halted the agent. */
const endedBy = (name: string, { halts, verdict }: Outcome.Outcome): string | undefined => {
  if (verdict._tag === "Deny") return `${name} denied`
  return halts.length > 0 ? `${name} halted the agent` : undefined
}

/** Asks all entries, in order, up to a deny or a halt. */
export const emission = Effect.fnUntraced(function* (
  entries: ReadonlyArray<Entry>,
  event: HookEvent.HookEvent,
  asked: EmitOptions | undefined,
  onFailure: OnFailure,
  traced: boolean
): Effect.fn.Return<Report> {
  const spoken: Array<Contribution> = []
  const runs: Array<Report["runs"][number]> = []
  const reports: Array<Report> = []
  let current = event
  let changes = 0
  let over: string | undefined
  for (const entry of entries) {
    if (over !== undefined) {
      runs.push(skipped(entry, over))
      continue
    }
    let outcome: Outcome.Outcome
    if (entry._tag === "Native") {
      const done = yield* runNative(entry, current, onFailure, traced)
      outcome = done.outcome
      runs.push(done.run)
    } else {
      const report = yield* reported(entry, current, asked, onFailure)
      outcome = report.outcome
      runs.push(...report.runs)
      reports.push(report)
    }
    if (outcome === Outcome.empty) continue
    spoken.push({ run: { id: entry.name }, outcome, sawChanges: changes })
    changes += outcome.changes.length
    current = applyTo(current, outcome.changes)
    over = endedBy(entry.name, outcome)
  }
  return {
    event: HookEvent.nameOf(event),
    outcome: combine(event, Outcome.empty, spoken, asked?.continuations ?? 0, Outcome.empty),
    runs,
    diagnostics: reports.flatMap(({ diagnostics }) => diagnostics),
    env: Object.fromEntries(reports.flatMap(({ env }) => Object.entries(env)))
  }
})
