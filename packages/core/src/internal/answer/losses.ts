/** Entries that were lost while files were read: guards that are missed. */
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import * as HookEvent from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as Effect from "effect/Effect"
import * as FailurePolicy from "../../FailurePolicy.ts"
import { onFailureOf, type Scene } from "./Scene.ts"

const place = ({ column, file, line }: Diagnostic): string => `${file}:${line}:${column}`

const failureOf = (lost: Diagnostic): FailurePolicy.Failure => ({
  by: place(lost),
  text: `a hook at ${place(lost)} is lost: ${lost.text}`
})

/** Whether the catalog misses anything at all. */
export const anyLost = ({ compiled }: Pick<Scene, "compiled">): boolean =>
  compiled.catalog.diagnostics.some(({ lost }) => lost !== undefined && lost.entries > 0)

/** The first event of a session tells what is missed; those after it need not. */
const firstNotices = (scene: Scene): Effect.Effect<Outcome.Outcome> =>
  Effect.map(scene.state.mark(scene.session, "losses told"), (isNew) =>
    isNew
      ? Outcome.make({
          notices: scene.compiled.catalog.diagnostics
            .filter(({ lost }) => lost !== undefined && lost.entries > 0)
            .map((lost) => ({ ...failureOf(lost), level: "warning" as const }))
        })
      : Outcome.empty
  )

/** What is to be said of lost entries on this event, before any hook speaks. */
export const aboutLosses = (scene: Scene): Effect.Effect<Outcome.Outcome> => {
  const onFailure = onFailureOf(scene)
  if (onFailure === "open") return firstNotices(scene)
  const lost = scene.compiled.lost(HookEvent.nameOf(scene.event))
  return Effect.succeed(
    Outcome.reducer.combineAll(lost.map((found) => FailurePolicy.decide(onFailure, failureOf(found), scene.event)))
  )
}
