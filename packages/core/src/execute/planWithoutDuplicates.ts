/** Skips all copies of a hook but the first, and gives a plan the reason. */
import type { OnFailure } from "@hookline/schema/Hook"
import type * as HookEvent from "@hookline/schema/HookEvent"
import type { Plan } from "@hookline/schema/Plan"
import type { Compiled } from "../match/Matcher.ts"
import { distinct } from "./duplicates.ts"

/** The plan of a run: of copies that one event lets run the first does. */
export const withoutCopies = (
  { groups }: Compiled,
  plan: Plan,
  event: HookEvent.HookEvent,
  policy: OnFailure
): Plan => {
  const copies = new Map(
    groups(event).flatMap((step) => Array.from(distinct(step, policy).copies, ([copy, first]) => [copy.id, first.id]))
  )
  if (copies.size === 0) return plan
  const isCopy = (id: string): boolean => copies.has(id)
  return {
    ...plan,
    groups: plan.groups.map((group) => ({ ...group, hooks: group.hooks.filter((id) => !isCopy(id)) })),
    others: [
      ...plan.others,
      ...plan.groups
        .flatMap(({ hooks }) => hooks)
        .filter(isCopy)
        .map((id) => ({ hook: id, why: { _tag: "SameAs" as const, hook: copies.get(id) ?? "" } }))
    ]
  }
}
