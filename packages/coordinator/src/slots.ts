/**
 * The services of the coordinator that can be replaced, with their defaults.
 *
 * @since 0.1.0
 */
import { seal } from "@hookline/core/kit/policy/sealed"
import { type Slot, slot } from "@hookline/core/kit/stack"
import type { Outcome } from "@hookline/schema/Outcome"
import type { Report } from "@hookline/schema/Report"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Approval from "./approval/Approval.ts"
import * as Audit from "./audit/Audit.ts"
import * as ContextBudget from "./context/ContextBudget.ts"
import * as ContextSink from "./context/ContextSink.ts"
import * as Display from "./Display.ts"
import { Handlers } from "./Handlers.ts"
import { Settle } from "./Settle.ts"

/**
 * The services that can be replaced.
 *
 * @category models
 * @since 0.1.0
 */
export type Replaceable =
  | Approval.Approval
  | Audit.Audit
  | ContextBudget.ContextBudget
  | ContextSink.ContextSink
  | Display.Display
  | Settle

const withNotices = (report: Report, notices: Outcome["notices"]): Report =>
  notices.length === 0
    ? report
    : { ...report, outcome: { ...report.outcome, notices: [...report.outcome.notices, ...notices] } }

const hasContext = ({ outcome }: Report): boolean => outcome.context.length > 0

/** Shows nothing, since the program has provided no display. */
const quietDisplay = Layer.succeed(Display.Display)(seal({ show: () => Effect.void, isDefault: true }))

/**
 * The slots of the coordinator, in the order in which defaults are built.
 *
 * @category constructors
 * @since 0.1.0
 */
export const slots: ReadonlyArray<Slot> = [
  slot(Approval.Approval, Approval.layerDeny, { takesAround: true }),
  slot(Display.Display, quietDisplay, { takesAround: true }),
  slot(Audit.Audit, Audit.layerNone, { takesAround: true }),
  slot(ContextSink.ContextSink, ContextSink.layerNone, { takesAround: true }),
  slot(ContextBudget.ContextBudget, ContextBudget.layer(), { takesAround: true }),
  slot(Handlers, Handlers.layer, { isOwn: true }),
  slot(Settle, Settle.layer, {
    forward: Settle.forward,
    uses: [
      { key: Approval.Approval, isUsedOn: ({ outcome }) => outcome.verdict._tag === "Ask" },
      { key: Display.Display, isUsedOn: ({ outcome }) => outcome.notices.length > 0 },
      { key: Audit.Audit, isUsedOn: ({ runs }) => runs.length > 0 },
      { key: ContextSink.ContextSink, isUsedOn: hasContext },
      { key: ContextBudget.ContextBudget, isUsedOn: hasContext }
    ],
    noticed: ({ settle }, notices) => ({
      settle: (event, report, times) =>
        Effect.map(settle(event, report, times), (settled) => withNotices(settled, notices(report)))
    })
  })
]
