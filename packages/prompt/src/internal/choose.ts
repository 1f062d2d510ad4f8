/** The choice of the model for a hook. */
import type { Work } from "@hookline/core/Runner"
import * as Effect from "effect/Effect"
import type { Judge, Models } from "../Models.ts"

/** The model for a hook, with a notice about it. */
export interface Chosen extends Judge {
  readonly notice?: string
}

/** Returns the hook's own model, or else the one of the settings, or else the provided one. */
export const choose = (
  models: Models["Service"],
  usual: Judge,
  { handler, settings }: Pick<Work<"Prompt"> | Work<"Agent">, "handler" | "settings">
): Effect.Effect<Chosen> => {
  const wanted = handler.model ?? settings.fastModel
  if (wanted === undefined || wanted === usual.name) return Effect.succeed(usual)
  const whose = handler.model === undefined ? "the settings ask" : "it asks"
  const instead = usual.name ?? "the model that is there"
  return Effect.map(
    models.find(wanted),
    (found) =>
      found ?? { ...usual, notice: `${whose} for the model ${wanted}, which nothing here provides: ${instead} judged` }
  )
}
