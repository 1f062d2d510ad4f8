/** Entries that were lost while files were read: guards that are missed. */
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as Effect from "effect/Effect"
import * as FailurePolicy from "../policy/FailurePolicy.ts"
import type { Compiled } from "../match/Matcher.ts"
import { onFailureOf, type EventContext } from "../execute/EventContext.ts"

const place = ({ column, file, line }: Diagnostic): string => `${file}:${line}:${column}`

const failureOf = (lost: Diagnostic): FailurePolicy.Failure => ({
  by: place(lost),
  text: `a hook at ${place(lost)} is lost: ${lost.text}`
})

/** Whether a diagnostic tells of guards that are missed. A file that nobody can read may have held any. */
const isLoss = ({ lost }: Diagnostic): boolean => lost !== undefined && (lost.entries > 0 || lost.events === "all")

/** Everything that is missed: in the files, and what the matcher can't hold events against. */
const lossesIn = ({ catalog, diagnostics }: Compiled): ReadonlyArray<Diagnostic> =>
  [...catalog.diagnostics, ...diagnostics()].filter(isLoss)

/** Whether the catalog misses anything at all. */
export const anyLost = ({ compiled }: Pick<EventContext, "compiled">): boolean => lossesIn(compiled).length > 0

/** The first event of a session tells what is missed; those after it need not, until something else is. */
const firstNotices = (scene: EventContext): Effect.Effect<Outcome.Outcome> => {
  const losses = lossesIn(scene.compiled)
  const mark = `losses told: ${losses.map((lost) => `${place(lost)} ${lost.code}`).join(", ")}`
  return Effect.map(scene.state.mark(scene.session, mark), (isNew) =>
    isNew
      ? Outcome.make({ notices: losses.map((lost) => ({ ...failureOf(lost), level: "warning" as const })) })
      : Outcome.empty
  )
}

/** What is to be said of lost entries on this event, before any hook speaks. */
export const ofLosses = (scene: EventContext): Effect.Effect<Outcome.Outcome> => {
  const onFailure = onFailureOf(scene)
  if (onFailure === "open") return firstNotices(scene)
  const lost = scene.compiled.lost(HookEvent.nameOf(scene.event))
  return Effect.succeed(
    Outcome.reducer.combineAll(lost.map((found) => FailurePolicy.decide(onFailure, failureOf(found), scene.event)))
  )
}
