/** The plan of an event: the hooks that it would run, and the reason for every other hook. */
import type { Hook } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Plan } from "@hookline/schema/Plan"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Compiled } from "../match/Matcher.ts"
import { contextOf, onFailureOf, type PipelineServices } from "./EventContext.ts"
import { hasRan } from "./once.ts"
import { withSecondLook } from "./planSecondLook.ts"
import { withTrust } from "./planTrust.ts"
import { withoutCopies } from "./planWithoutDuplicates.ts"

/** Plans an event. Nothing runs, and no `once` hook is claimed. */
export const planOf = Effect.fnUntraced(function* (
  services: PipelineServices,
  compiled: Compiled,
  event: HookEvent
): Effect.fn.Return<Plan> {
  const context = contextOf(services, compiled, event, { clock: yield* Clock.Clock, traced: false })
  const once = compiled.catalog.hooks.filter((hook) => hook.once)
  const planned = compiled.groups(event).flatMap(({ hooks }) => hooks.filter((hook) => hook.once))
  const ran = new Set<Hook>(yield* Effect.filter([...once, ...planned], (hook) => hasRan(context, hook)))
  const explained = compiled.explain(event, (hook) => ran.has(hook))
  const policy = onFailureOf(context)
  const plan = withSecondLook(compiled, withoutCopies(compiled, explained, event, policy), event, policy, ran)
  return yield* withTrust(context, plan)
})
