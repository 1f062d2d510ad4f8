/** Records a call in the audit log, and reports an obstacle, because the answer is right without it. */
import * as Approval from "@hookline/coordinator/Approval"
import { AuditLog } from "@hookline/coordinator/AuditLog"
import * as ContextBudget from "@hookline/coordinator/ContextBudget"
import * as ContextSink from "@hookline/coordinator/ContextSink"
import * as Display from "@hookline/coordinator/Display"
import { Settle } from "@hookline/coordinator/Settle"
import type { Dialect } from "@hookline/core/Dialect"
import type { Project } from "@hookline/core/kit/discover/ConfigLocations"
import { seal } from "@hookline/core/kit/policy/sealed"
import { ThisProject } from "@hookline/core/ThisProject"
import { SessionState } from "@hookline/core/SessionState"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import type { Answered } from "./Dispatch.ts"
import * as ProjectAudit from "@hookline/node/kit/node/ProjectAudit"

/** Writes the log now, and returns the reason in a sentence if that fails. */
export const written = (project: string): Effect.Effect<ReadonlyArray<string>, never, AuditLog> =>
  Effect.gen(function* () {
    const log = yield* AuditLog
    yield* log.flush
    const { problem } = yield* log.state
    if (problem === undefined) return []
    const where = ProjectAudit.folderOf(project)
    return [
      `the audit log in ${where} can't be written, and lacks what was done now: ${problem}; --no-audit keeps none`
    ]
  })

/** Silences other loggers, because a log that can't be written is reported once, in our own words. */
export const quietly: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R> = Effect.provideService(
  References.MinimumLogLevel,
  "None"
)

/** Keeps what a host was answered. Its texts are given and its questions asked by the host. */
export const keepAudit = (
  project: Project,
  host: Dialect,
  { end, events, reports, start }: Answered
): ReadonlyArray<string> => {
  const kept = Effect.gen(function* () {
    const { settle } = yield* Settle
    for (const [index, report] of reports.entries()) {
      const event = events[index]
      if (event !== undefined) yield* settle(event, report, { start, end })
    }
    return yield* written(project.project)
  })
  // The host itself gives the texts to its model, and asks.
  const ports = Layer.mergeAll(
    Approval.layerDeferred,
    ContextBudget.layerUnlimited,
    ContextSink.layerNone,
    Display.layerNone,
    ProjectAudit.layer(project.project),
    SessionState.layerMemory
  )
  const settling = Layer.provideMerge(Settle.layer, ports).pipe(
    Layer.provide(Layer.succeed(ThisProject)(seal({ project, host })))
  )
  return Effect.runSync(quietly(Effect.scoped(Effect.provide(kept, settling))))
}
