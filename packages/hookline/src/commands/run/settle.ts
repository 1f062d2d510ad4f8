/** The services that `run` provides beside the hooks: the approver at the terminal, and the audit log. */
import * as Approval from "@hookline/coordinator/Approval"
import * as Audit from "@hookline/coordinator/Audit"
import * as ContextBudget from "@hookline/coordinator/ContextBudget"
import * as Display from "@hookline/coordinator/Display"
import { Settle } from "@hookline/coordinator/Settle"
import type { Report } from "@hookline/schema/Report"
import * as ProjectAudit from "@hookline/node/kit/node/ProjectAudit"
import type * as Prompt from "effect/cli/Prompt"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Inside } from "@hookline/node/Hookline"
import * as ask from "./ask.ts"

/** A question, and its answer. */
export type Answered = Extract<Audit.Entry, { readonly _tag: "Approval" }>

/** The parts that `run` provides. */
export interface Settling {
  readonly provide: ReadonlyArray<Layer.Layer<never, never, Inside | Prompt.Environment>>
  /** The questions that were asked. */
  readonly answers: ReadonlyArray<Answered>
  /** True if the user left instead of answering. */
  readonly hasLeft: () => boolean
}

/** Options of `run` for settling. */
export interface Wish {
  readonly asks: boolean
  readonly audit: boolean
  /** The time limit of questions without their own. */
  readonly waitMillis?: number
  /** Runs before an outcome is settled, when the user may be asked. */
  readonly beforehand?: Effect.Effect<void>
}

/** Sets the time limit of questions that have none. */
const within = (report: Report, waitMillis: number | undefined): Report => {
  const { outcome } = report
  if (waitMillis === undefined || outcome.verdict._tag !== "Ask") return report
  const questions = outcome.verdict.questions.map((question) => ({ timeoutMillis: waitMillis, ...question }))
  return { ...report, outcome: { ...outcome, verdict: { ...outcome.verdict, questions } } }
}

/** Creates the parts for one run. */
export const make = (project: string, { asks, audit, beforehand = Effect.void, waitMillis }: Wish): Settling => {
  const answers: Array<Answered> = []
  let left = false
  const noted = Audit.layerEffect(
    Effect.map(Audit.Audit, ({ record }) => ({
      record: (entry) => {
        if (entry._tag === "Approval") answers.push(entry)
        return record(entry)
      },
      // Problems of the log are reported on standard error, after everything is written.
      notices: Effect.succeed([])
    }))
  )
  const limited = Layer.effect(
    Settle,
    Effect.map(Settle, ({ settle }) => ({
      settle: (event, report, times) => Effect.andThen(beforehand, settle(event, within(report, waitMillis), times))
    }))
  )
  return {
    provide: [
      ...(audit && !ProjectAudit.isOff() ? [ProjectAudit.layer(project)] : []),
      noted,
      asks ? ask.layer(() => (left = true)) : Approval.layerDeferred,
      ContextBudget.layerUnlimited,
      // All messages are in what the command prints.
      Display.layerNone,
      limited
    ],
    answers,
    hasLeft: () => left
  }
}
