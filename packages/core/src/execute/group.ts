/** One group of hooks: together on the same event, or one after the other on what is left of it. */
import type { Hook } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Outcome } from "@hookline/schema/Outcome"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { applyTo, targetsOf } from "../translate/changes.ts"
import * as Conflict from "../policy/Conflict.ts"
import type { When } from "../policy/ShortCircuit.ts"
import type { Dialect } from "../Dialect.ts"
import { applyWithinHost, withinHost } from "../translate/hostChanges.ts"
import type { Group } from "../match/Matcher.ts"
import { sentence } from "../PipelineError.ts"
import { distinct } from "./duplicates.ts"
import { onFailureOf, type EventContext } from "./EventContext.ts"
import { runHook } from "./hook.ts"
import { type HookInput, inputOf, inputsOf } from "./HookInput.ts"
import { type HookResult, skipped } from "./HookResult.ts"

/** A hook that is done, and how many changes of the event it saw. */
export interface GroupContribution extends HookResult {
  readonly sawChanges: number
  /** The event that it was given. */
  readonly given: HookEvent
}

export interface Grouped {
  readonly event: HookEvent
  readonly spoken: ReadonlyArray<GroupContribution>
}

const denies = ({ outcome }: HookResult): boolean => outcome.verdict._tag === "Deny"

/** The words of the policy. The type keeps the list complete. */
const words: Readonly<Record<When, true>> = { never: true, onDeny: true }

const isWord = (word: unknown): word is When => typeof word === "string" && Object.hasOwn(words, word)

/** Notes that the policy has broken on this event, which is a failure of it, and skips no hook. */
const broke = ({ broken }: EventContext, what: string): When => {
  const allowed = Object.keys(words).join(" or ")
  const text = `the ShortCircuit layer ${what}; it has to return ${allowed}, and no hook is skipped`
  if (!broken.includes(text)) broken.push(text)
  return "never"
}

/** Returns the word of the policy, which is a function of the program. */
const wordOf = (scene: EventContext, dialect: Dialect): When => {
  try {
    const word: unknown = scene.shortCircuit.when(dialect)
    return isWord(word) ? word : broke(scene, `returned ${sentence(word)}`)
  } catch (error) {
    return broke(scene, `threw: ${sentence(error)}`)
  }
}

/** Checks whether a deny skips the other hooks of a dialect. */
export const skipsOnDeny = (scene: EventContext, dialect: Dialect): boolean => wordOf(scene, dialect) === "onDeny"

/** The result of a hook, without changes that the host can't make. */
export const within = (scene: EventContext, given: HookEvent, result: HookResult): HookResult => {
  if (!scene.forHost || result.outcome.changes.length === 0) return result
  const onFailure = result.hook.onFailure ?? onFailureOf(scene)
  const outcome = withinHost(scene.host, { sent: scene.event, given }, result.outcome, onFailure)
  return outcome === result.outcome ? result : { ...result, outcome }
}

/** The event with what hooks changed of it, as far as the host can. */
const changed = (scene: EventContext, event: HookEvent, changes: Outcome["changes"]): HookEvent =>
  scene.forHost ? applyWithinHost(scene.host, scene.event, event, changes) : applyTo(event, changes)

/** Returns the hooks of a group that has ended, in order: a hook that did not complete was interrupted by a deny. */
const inOrder = (
  hooks: ReadonlyArray<Hook>,
  finished: ReadonlyMap<Hook, HookResult | undefined>
): ReadonlyArray<HookResult> =>
  hooks.flatMap((hook) =>
    finished.has(hook) ? (finished.get(hook) ?? []) : skipped(hook, "another denied", "interrupted")
  )

/** Runs hooks of one group at the same time, on one event. `tell` returns what each of them is given. */
export const together = Effect.fnUntraced(function* (
  scene: EventContext,
  { dialect, hooks }: Group,
  event: HookEvent,
  tell: (dialect: Dialect, hook: Hook) => HookInput
): Effect.fn.Return<ReadonlyArray<HookResult>> {
  const one = (hook: Hook) => runHook(scene, dialect, hook, event, tell)
  const finished = new Map<Hook, HookResult | undefined>()
  const denied = yield* Deferred.make<void>()
  const watches = skipsOnDeny(scene, dialect)
  const all = Effect.forEach(
    hooks,
    (hook) =>
      Effect.flatMap(one(hook), (result) => {
        const done = result === undefined ? undefined : within(scene, event, result)
        finished.set(hook, done)
        return watches && done !== undefined && denies(done) ? Deferred.succeed(denied, undefined) : Effect.void
      }),
    { concurrency: "unbounded", discard: true }
  )
  yield* watches ? Effect.raceFirst(all, Deferred.await(denied)) : all
  return inOrder(hooks, finished)
})

/** Returns the results of a group with the conflicts among its hooks resolved. */
const settle = (scene: EventContext, event: HookEvent, done: ReadonlyArray<HookResult>): ReadonlyArray<HookResult> => {
  if (done.filter(({ outcome }) => outcome.changes.length > 0).length < 2) return done
  const outcomes = Conflict.resolve(
    scene.conflict,
    done.map(({ outcome }) => outcome),
    targetsOf(event)
  )
  return done.map((hook, index) => ({ ...hook, outcome: outcomes[index] ?? hook.outcome }))
}

const parallel = Effect.fnUntraced(function* (
  scene: EventContext,
  step: Group,
  event: HookEvent,
  changes: number
): Effect.fn.Return<Grouped> {
  const { copies, step: group } = distinct(step, onFailureOf(scene))
  const done = settle(scene, event, yield* together(scene, group, event, inputsOf(scene, event)))
  const skips = Array.from(copies, ([copy, first]) => skipped(copy, `it is the same as ${first.id}`))
  const spoken = [...done, ...skips].map((hook) => ({ ...hook, sawChanges: changes, given: event }))
  return {
    spoken,
    event: changed(
      scene,
      event,
      done.flatMap(({ outcome }) => outcome.changes)
    )
  }
})

const sequential = Effect.fnUntraced(function* (
  scene: EventContext,
  { dialect, hooks }: Group,
  event: HookEvent,
  changes: number
): Effect.fn.Return<Grouped> {
  const spoken: Array<GroupContribution> = []
  let current = event
  let tell = inputsOf(scene, current)
  let seen = changes
  let over: string | undefined
  for (const hook of hooks) {
    const result: HookResult | undefined =
      over === undefined ? yield* runHook(scene, dialect, hook, current, tell) : skipped(hook, over)
    if (result === undefined) continue
    const done = within(scene, current, result)
    spoken.push({ ...done, sawChanges: seen, given: current })
    seen += done.outcome.changes.length
    const next = changed(scene, current, done.outcome.changes)
    if (next !== current) {
      current = next
      tell = inputsOf(scene, current)
    }
    if (denies(done) && skipsOnDeny(scene, dialect)) over = `${hook.id} denied`
    else if (dialect.defaults.haltsAtOnce === true && done.outcome.halts.length > 0)
      over = `${hook.id} halted the agent`
  }
  return { event: current, spoken }
})

/** A group of one is neither together nor one after the other. */
const alone = (
  scene: EventContext,
  { dialect }: Group,
  hook: Hook,
  event: HookEvent,
  changes: number
): Effect.Effect<Grouped> =>
  Effect.map(
    runHook(scene, dialect, hook, event, (its) => inputOf(scene, event, its, hook)),
    (result) => {
      if (result === undefined) return { event, spoken: [] }
      const done = within(scene, event, result)
      return {
        event: changed(scene, event, done.outcome.changes),
        spoken: [{ ...done, sawChanges: changes, given: event }]
      }
    }
  )

/** Runs a group on the event as the groups before left it. `changes` is how many changes that were. */
export const runGroup = (
  scene: EventContext,
  step: Group,
  event: HookEvent,
  changes: number
): Effect.Effect<Grouped> => {
  const [only, second] = step.hooks
  if (only !== undefined && second === undefined) return alone(scene, step, only, event, changes)
  return step.parallel ? parallel(scene, step, event, changes) : sequential(scene, step, event, changes)
}

/** Returns the contributions of a group that is skipped. */
export const skippedGroup = ({ hooks }: Group, why: string, given: HookEvent): ReadonlyArray<GroupContribution> =>
  hooks.map((hook) => ({ ...skipped(hook, why), sawChanges: 0, given }))
