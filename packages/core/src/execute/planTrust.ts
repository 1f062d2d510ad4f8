/** Adds to a plan how hooks run by their trust: confined, or not at all. */
import type { Hook } from "@hookline/schema/Hook"
import type { Plan } from "@hookline/schema/Plan"
import type { WhyNot } from "@hookline/schema/WhyNot"
import * as Effect from "effect/Effect"
import type { EventContext } from "./EventContext.ts"
import { judged } from "./trusted.ts"

type Confined = NonNullable<Plan["confined"]>[number]

/** Moves hooks that are not trusted enough to run to the others, and names those that run confined. */
export const withTrust = Effect.fnUntraced(function* (context: EventContext, plan: Plan): Effect.fn.Return<Plan> {
  const { compiled, event } = context
  const hooks = new Map(
    compiled.groups(event).flatMap((group) => group.hooks.map((hook): [string, Hook] => [hook.id, hook]))
  )
  const confined: Array<Confined> = []
  const left = new Map<string, WhyNot>()
  for (const id of plan.groups.flatMap((group) => group.hooks)) {
    const hook = hooks.get(id)
    const found = hook && (yield* judged(context, hook, event))
    if (found === undefined) continue
    const { decision, trust } = found
    if (decision._tag !== "Run") {
      left.set(id, trust.state === "refused" ? { _tag: "Refused" } : { _tag: "Unconfined", text: decision.why })
    } else if (decision.confinement !== undefined && (decision.clamped || decision.confinement.profile !== "open")) {
      confined.push({ hook: id, state: trust.state, profile: decision.confinement.profile })
    }
  }
  if (left.size === 0 && confined.length === 0) return plan
  const runs = (id: string): boolean => !left.has(id)
  return {
    ...plan,
    groups: plan.groups
      .map((group) => ({ ...group, hooks: group.hooks.filter(runs) }))
      .filter((group) => group.hooks.length > 0),
    ...(plan.secondLook !== undefined && { secondLook: plan.secondLook.filter(runs) }),
    ...(confined.length > 0 && { confined }),
    others: [...plan.others, ...Array.from(left, ([hook, why]) => ({ hook, why }))]
  }
})
