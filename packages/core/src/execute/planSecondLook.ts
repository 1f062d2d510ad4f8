/** Adds to a plan the hooks that a change of the input would run once more. */
import * as Capabilities from "@hookline/schema/Capabilities"
import type { Hook, OnFailure } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Plan } from "@hookline/schema/Plan"
import type { Compiled } from "../match/Matcher.ts"
import { distinct } from "./duplicates.ts"
import { inBackground } from "./Runner.ts"

/** A hook that runs alone judges what it changes itself. `ran` are the `once` hooks that do not run any more. */
export const withSecondLook = (
  { groups }: Compiled,
  plan: Plan,
  event: HookEvent,
  policy: OnFailure,
  ran: ReadonlySet<Hook>
): Plan => {
  const { changes, verdicts } = Capabilities.of(event)
  if (!verdicts.includes("Deny") || changes.length === 0) return plan
  const hooks = groups(event)
    .flatMap((group) => (group.parallel ? distinct(group, policy).step.hooks : group.hooks))
    .filter((hook) => !ran.has(hook))
  const looking = hooks.filter((hook) => !inBackground(hook))
  return hooks.length < 2 || looking.length === 0 ? plan : { ...plan, secondLook: looking.map(({ id }) => id) }
}
