/** Puts into the log what was done, and says what stands in its way: the answer is right without it. */
import * as Approval from "@hookline/coordinator/Approval"
import { AuditLog } from "@hookline/coordinator/AuditLog"
import * as ContextBudget from "@hookline/coordinator/ContextBudget"
import * as Settlement from "@hookline/coordinator/Settlement"
import { SessionState } from "@hookline/core/SessionState"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import type { Answered } from "./Dispatch.ts"
import * as ProjectAudit from "@hookline/node/ProjectAudit"

/** Writes it now, and says in a sentence why that can't be done. */
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

/** What can't be written is told in our own words, once. */
export const quietly: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R> = Effect.provideService(
  References.MinimumLogLevel,
  "None"
)

/** Keeps what a host was answered. Its texts are given and its questions asked by the host. */
export const keepAudit = (project: string, { end, events, reports, start }: Answered): ReadonlyArray<string> => {
  if (ProjectAudit.isOff()) return []
  const kept = Effect.gen(function* () {
    const settle = yield* Settlement.make(project)
    for (const [index, report] of reports.entries()) {
      const event = events[index]
      if (event !== undefined) yield* settle(event, report, { start, end })
    }
    return yield* written(project)
  })
  const ports = Layer.mergeAll(ProjectAudit.layer(project), ContextBudget.layerUnlimited, Approval.layerDeferred)
  return Effect.runSync(quietly(Effect.scoped(Effect.provide(kept, Layer.merge(ports, SessionState.layerMemory)))))
}
