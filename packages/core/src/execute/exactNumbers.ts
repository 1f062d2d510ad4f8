/**
 * Numbers of a host that JavaScript can't hold. Functions are given the nearest ones, and a hook that holds numbers as
 * JavaScript does sends none of these back to the host.
 */
import type * as Change from "@hookline/schema/Change"
import type { Hook } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as ExactJson from "@hookline/schema/kit/ExactJson"
import type { Outcome } from "@hookline/schema/Outcome"
import { targetsOf } from "../translate/changes.ts"
import type { EventContext } from "./EventContext.ts"

/** A hook that runs in this process is given values and no text. */
const isFunction = ({ handler }: Hook): boolean => handler._tag === "Native" || handler._tag === "Module"

/** Returns the event for a hook, with numbers for functions. Only events of hosts have others. */
export const eventFor = ({ forHost }: EventContext, hook: Hook, event: HookEvent): HookEvent =>
  forHost && isFunction(hook) ? ExactJson.plain(event) : event

/** An outcome, and remarks on its numbers. */
interface Exact {
  readonly outcome: Outcome
  readonly remarks: ReadonlyArray<string>
}

const none: ReadonlyArray<string> = []

/** Returns the changes of a hook with the numbers that it was given, where it only rounded them. */
const restored = (given: HookEvent, changes: ReadonlyArray<Change.Change>): ReadonlyArray<Change.Change> => {
  const originals = targetsOf(given)
  return changes.map((change) => {
    const value = ExactJson.restored(change.value, originals[change.target])
    return Object.is(value, change.value) ? change : { ...change, value }
  })
}

const isSame = <A>(some: ReadonlyArray<A>, others: ReadonlyArray<A>): boolean =>
  some.every((one, index) => one === others[index])

/** Returns an outcome for a program, which has no exact numbers. */
const rounded = (hook: Hook, outcome: Outcome): Exact => {
  const own = ExactJson.plain({ changes: outcome.changes, effects: outcome.effects })
  if (isSame(own.changes, outcome.changes) && isSame(own.effects, outcome.effects)) return { outcome, remarks: none }
  const text = `${hook.id} replied with a number that JavaScript can't hold: the program is given the nearest one`
  return { outcome: { ...outcome, ...own }, remarks: [text] }
}

/** Returns the outcome of a hook with exact numbers for a host, and with plain ones for a program. */
export const exactOutcome = (context: EventContext, hook: Hook, given: HookEvent, outcome: Outcome): Exact => {
  const isChange = outcome.changes.length > 0
  if (!context.forHost)
    return isChange || outcome.effects.length > 0 ? rounded(hook, outcome) : { outcome, remarks: none }
  const isGivenOthers = isFunction(hook) && ExactJson.plain(given) !== given
  const changes = isChange ? restored(given, outcome.changes) : outcome.changes
  const isRestored = !isSame(changes, outcome.changes)
  return {
    outcome: isRestored ? { ...outcome, changes } : outcome,
    remarks: [
      ...(isGivenOthers
        ? [`${hook.id} is a function and was given rounded numbers: JavaScript can't hold those of this event`]
        : none),
      ...(isRestored
        ? [`${hook.id} replied with rounded numbers: they count as the ones that it was given, with all digits`]
        : none)
    ]
  }
}
