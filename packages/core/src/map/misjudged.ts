/** The failure of an event whose guards may have judged something else than its host runs. */
import type { Catalog } from "@hookline/schema/Catalog"
import { type OnFailure, stricter } from "@hookline/schema/Hook"
import { type HookEvent, nameOf } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as FailurePolicy from "../policy/FailurePolicy.ts"

/**
 * Returns the outcome of the failure, which `text` describes. The strictest policy of the hooks for these events counts,
 * because which of them match may depend on the field in question.
 */
export const misjudged = (
  text: string,
  events: ReadonlyArray<HookEvent>,
  { hooks }: Pick<Catalog, "hooks">,
  onFailure: OnFailure
): Outcome.Outcome => {
  const [event] = events
  if (event === undefined) return Outcome.empty
  const names = new Set(events.map(nameOf))
  const policy = hooks
    .filter((hook) => names.has(hook.event) && hook.enabled && hook.off === undefined)
    .reduce((strictest, hook) => stricter(strictest, hook.onFailure ?? strictest), onFailure)
  return FailurePolicy.decide(policy, { by: "hookline", text }, event)
}
