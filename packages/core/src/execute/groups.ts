/** Runs all groups of an event, in order. */
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Effect from "effect/Effect"
import type { Dialect } from "../Dialect.ts"
import type { Group } from "../match/Matcher.ts"
import type { EventContext } from "./EventContext.ts"
import { lookAgain } from "./secondLook.ts"
import { type Grouped, type GroupContribution, runGroup, skippedGroup, skipsOnDeny } from "./group.ts"

/** A hook that denied, with its dialect. */
interface Denier {
  readonly id: string
  readonly dialect: Dialect
}

/** Checks whether a deny skips this group, by the group's own rule or because the denier's dialect ends the event. */
const isSkipped = (context: EventContext, denier: Denier, { dialect }: Group): boolean =>
  skipsOnDeny(context, dialect) || (denier.dialect.defaults.endsEvent === true && skipsOnDeny(context, denier.dialect))

/** Runs several groups: a halt or a deny of one keeps the later ones from running. */
const inOrder = Effect.fnUntraced(function* (
  context: EventContext,
  groups: ReadonlyArray<Group>
): Effect.fn.Return<Grouped> {
  const all: Array<GroupContribution> = []
  let event: HookEvent = context.event
  let changes = 0
  let halter: string | undefined
  let denier: Denier | undefined
  for (const group of groups) {
    if (halter !== undefined) {
      all.push(...skippedGroup(group, `${halter} halted the agent`, event))
      continue
    }
    if (denier !== undefined && isSkipped(context, denier, group)) {
      all.push(...skippedGroup(group, `${denier.id} denied`, event))
      continue
    }
    const done = yield* runGroup(context, group, event, changes)
    event = done.event
    for (const { outcome, run } of done.spoken) {
      changes += outcome.changes.length
      if (outcome.halts.length > 0) halter ??= run.id
      // A later denier may end the event where the first one did not.
      if (outcome.verdict._tag === "Deny" && denier?.dialect.defaults.endsEvent !== true) {
        denier = { id: denier?.id ?? run.id, dialect: group.dialect }
      }
    }
    all.push(...done.spoken)
  }
  return { event, spoken: all }
})

/**
 * Returns what each hook contributed. Only a halt and a deny keep later groups from running. Hooks that were not given the
 * input that is left are given it in a second look.
 */
export const runGroups = (
  context: EventContext,
  groups: ReadonlyArray<Group>
): Effect.Effect<ReadonlyArray<GroupContribution>> => {
  const [only, second] = groups
  // Most events run one group, for which the loop costs more than the group.
  const ran =
    only !== undefined && second === undefined ? runGroup(context, only, context.event, 0) : inOrder(context, groups)
  return Effect.flatMap(ran, ({ event, spoken }) =>
    event === context.event ? Effect.succeed(spoken) : lookAgain(context, spoken, event)
  )
}
