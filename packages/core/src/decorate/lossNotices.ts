/** Reports losses: entries of files that can't run. */
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as SessionMark from "@hookline/schema/kit/SessionMark"
import * as Outcome from "@hookline/schema/Outcome"
import * as Effect from "effect/Effect"
import * as FailurePolicy from "../policy/FailurePolicy.ts"
import { isFailure } from "../discover/ReadingFailures.ts"
import type { Compiled } from "../match/Matcher.ts"
import { onFailureOf, type EventContext } from "../execute/EventContext.ts"
import { callPort, decideOnPort, stateName } from "../execute/port.ts"

const place = ({ column, file, line }: Diagnostic): string => `${file}:${line}:${column}`

const failureOf = (lost: Diagnostic): FailurePolicy.Failure => ({
  by: place(lost),
  text: `a hook at ${place(lost)} is lost: ${lost.text}`
})

/**
 * Checks whether a diagnostic is a loss. A file that can't be read may contain any guard. A failed reading is reported
 * apart, because the next one may succeed within the same event.
 */
const isLoss = (found: Diagnostic): boolean =>
  found.lost !== undefined && (found.lost.entries > 0 || found.lost.events === "all") && !isFailure(found)

/** Returns all losses: those of the files, and those that were found while matching. */
const lossesIn = ({ catalog, diagnostics }: Compiled): ReadonlyArray<Diagnostic> =>
  [...catalog.diagnostics, ...diagnostics()].filter(isLoss)

/** Checks whether anything is lost. */
export const anyLost = (compiled: Compiled): boolean => lossesIn(compiled).length > 0

/** One event, and what its notices depend on. */
export type NoticeContext = Pick<EventContext, "compiled" | "event" | "onFailure" | "session" | "settings" | "state">

/** Reports losses once in a session, and again after they have changed. */
const firstNotices = (scene: NoticeContext): Effect.Effect<Outcome.Outcome> => {
  const losses = lossesIn(scene.compiled)
  const mark = SessionMark.encode({
    _tag: "LossesReported",
    losses: losses.map((lost) => `${place(lost)} ${lost.code}`)
  })
  const all = Outcome.make({ notices: losses.map((lost) => ({ ...failureOf(lost), level: "warning" as const })) })
  return Effect.match(
    callPort(stateName, () => scene.state.mark(scene.session, mark)),
    {
      onSuccess: (isNew) => (isNew ? all : Outcome.empty),
      onFailure: (error) => Outcome.reducer.combine(all, decideOnPort("open", error, scene.event))
    }
  )
}

/** Returns the effect of losses on an event, by the policy for failures. */
export const ofLosses = (scene: NoticeContext): Effect.Effect<Outcome.Outcome> => {
  const onFailure = onFailureOf(scene)
  if (onFailure === "open") return firstNotices(scene)
  const lost = scene.compiled.lost(HookEvent.nameOf(scene.event)).filter((found) => !isFailure(found))
  return Effect.succeed(
    Outcome.reducer.combineAll(lost.map((found) => FailurePolicy.decide(onFailure, failureOf(found), scene.event)))
  )
}
