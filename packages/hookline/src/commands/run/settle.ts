/** What `run` does with what hooks said: it asks the person who is there, and puts everything into the log. */
import * as Approval from "@hookline/coordinator/Approval"
import { Audit, type Entry } from "@hookline/coordinator/Audit"
import { AuditLog } from "@hookline/coordinator/AuditLog"
import * as ContextBudget from "@hookline/coordinator/ContextBudget"
import * as Settlement from "@hookline/coordinator/Settlement"
import type { Report } from "@hookline/schema/Report"
import * as Context from "effect/Context"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as ask from "./ask.ts"
import * as ProjectAudit from "@hookline/node/ProjectAudit"
import { quietly, written } from "../../dispatch/keepAudit.ts"

/** A question, and how it was answered. */
export type Answered = Extract<Entry, { readonly _tag: "Approval" }>

export interface Settling {
  readonly settle: Settlement.Settle
  /** The questions that were asked. */
  readonly answers: ReadonlyArray<Answered>
  /** Whether the person left instead of answering. */
  readonly hasLeft: () => boolean
  /** Writes the log, and tells what stands in its way. */
  readonly keep: Effect.Effect<void>
}

/** What is wanted of it. */
export interface Wish {
  readonly asks: boolean
  readonly audit: boolean
  /** How long a person may take where the hook does not say. */
  readonly waitMillis?: number
}

/** The report with a time for each question that has none. */
const within = (report: Report, waitMillis: number | undefined): Report => {
  const { outcome } = report
  if (waitMillis === undefined || outcome.verdict._tag !== "Ask") return report
  const questions = outcome.verdict.questions.map((question) => ({ timeoutMillis: waitMillis, ...question }))
  return { ...report, outcome: { ...outcome, verdict: { ...outcome.verdict, questions } } }
}

export const make = Effect.fnUntraced(function* (project: string, { asks, audit, waitMillis }: Wish) {
  const answers: Array<Answered> = []
  let left = false
  const isKept = audit && !ProjectAudit.isOff()
  const scope = yield* Effect.acquireRelease(Scope.make(), (made, exit) => quietly(Scope.close(made, exit)))
  const log = isKept ? yield* Layer.buildWithScope(ProjectAudit.layer(project), scope) : undefined
  const { record } = Context.get(log ?? Context.empty(), Audit)
  const heard = Layer.succeed(Audit)({
    record: (entry) => {
      if (entry._tag === "Approval") answers.push(entry)
      return record(entry)
    },
    // It is told on standard error, when all is written.
    notices: Effect.succeed([])
  })
  const asking = asks ? ask.layer(() => (left = true)) : Approval.layerDeferred
  const settle = yield* Effect.provide(
    Settlement.make(project),
    Layer.mergeAll(heard, asking, ContextBudget.layerUnlimited)
  )
  const keep =
    log === undefined
      ? Effect.void
      : Effect.flatMap(Effect.provideService(written(project), AuditLog, Context.get(log, AuditLog)), (problems) =>
          Effect.forEach(problems, (text) => Console.error(`hookline: ${text}`), { discard: true })
        )
  const settling: Settling = {
    settle: (event, report, times) => settle(event, within(report, waitMillis), times),
    answers,
    hasLeft: () => left,
    keep
  }
  return settling
})
