/** Looks once more at an input that was changed after hooks ran, so that each hook is given what the action runs on. */
import * as Capabilities from "@hookline/schema/Capabilities"
import type { Hook } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import * as Effect from "effect/Effect"
import type { Dialect } from "../Dialect.ts"
import type { Group } from "../match/Matcher.ts"
import * as Conflict from "../policy/Conflict.ts"
import { actsOnSame, applyTo, targetsOf } from "../translate/changes.ts"
import { distinct } from "./duplicates.ts"
import { type EventContext, type Look, onFailureOf } from "./EventContext.ts"
import { type GroupContribution, skipsOnDeny, together, within } from "./group.ts"
import { runHook } from "./hook.ts"
import { type HookInput, inputOf, inputsOf } from "./HookInput.ts"
import type { HookResult } from "./HookResult.ts"
import { inBackground } from "./Runner.ts"

/** The first look is that of all hooks. */
const numbers: ReadonlyArray<Look["number"]> = [2, 3]

/** The event as a hook left it. */
const leftBy = ({ given, outcome }: GroupContribution): HookEvent => applyTo(given, outcome.changes)

/** Returns the hook that changed the input last. */
const authorOf = (all: ReadonlyArray<GroupContribution>): GroupContribution | undefined =>
  all.findLast((one) => one.outcome.changes.length > 0 && !actsOnSame(one.given, leftBy(one)))

const ranOn = ({ run }: HookResult): boolean => run.status === "ran" || run.status === "failed"

/** Checks whether a change of this hook was dropped for that of another, which a notice has named. */
const isOutdone = ({ outcome, run }: GroupContribution, hook: string): boolean =>
  run.id === hook && outcome.changes.length === 0 && (run.outcome?.changes.length ?? 0) > 0

/** Checks whether the action does not happen in any case. */
const isOver = (all: ReadonlyArray<GroupContribution>): boolean =>
  all.some(({ outcome }) => outcome.verdict._tag === "Deny" || outcome.halts.length > 0)

/** A hook whose handler is a question to a model, which gets the event as text. */
const isPrompt = ({ handler }: Hook): boolean => handler._tag === "Prompt" || handler._tag === "Agent"

/**
 * Checks whether a hook was given this event, or left it so as the last. A verdict of a model is one on its text, so that
 * it also holds for another event with the same text.
 */
const hasSeen = (
  scene: EventContext,
  all: ReadonlyArray<GroupContribution>,
  hook: Hook,
  dialect: Dialect,
  event: HookEvent
): boolean => {
  const author = authorOf(all)
  const isText = (given: HookEvent): boolean =>
    inputOf(scene, given, dialect, hook).payload() === inputOf(scene, event, dialect, hook).payload()
  return all.some(
    (one) =>
      one.hook === hook &&
      ranOn(one) &&
      (actsOnSame(one.given, event) ||
        (one === author && actsOnSame(leftBy(one), event)) ||
        (isPrompt(hook) && isText(one.given)))
  )
}

/** Returns the groups of hooks that match this event and were not given it. */
const dueGroups = (
  scene: EventContext,
  all: ReadonlyArray<GroupContribution>,
  event: HookEvent
): ReadonlyArray<Group> => {
  // What ran in this session before does not run: `once` is the hook's own word.
  const isDone = (hook: Hook): boolean => hook.once && all.some((one) => one.hook === hook && !ranOn(one))
  return scene.compiled.groups(event).flatMap((group) => {
    const { dialect, hooks, parallel } = group.parallel ? distinct(group, onFailureOf(scene)).step : group
    const due = hooks.filter(
      (hook) =>
        !inBackground(hook) &&
        !isDone(hook) &&
        scene.compiled.conditionHolds(hook, event) &&
        !hasSeen(scene, all, hook, dialect, event)
    )
    return due.length === 0 ? [] : [{ dialect, parallel, hooks: due }]
  })
}

const oneByOne = Effect.fnUntraced(function* (
  scene: EventContext,
  { dialect, hooks }: Group,
  event: HookEvent,
  tell: (dialect: Dialect, hook: Hook) => HookInput
): Effect.fn.Return<ReadonlyArray<HookResult>> {
  const results: Array<HookResult> = []
  for (const hook of hooks) {
    const done = yield* runHook(scene, dialect, hook, event, tell)
    if (done === undefined) continue
    const result = within(scene, event, done)
    results.push(result)
    if (result.outcome.verdict._tag === "Deny" && skipsOnDeny(scene, dialect)) break
  }
  return results
})

/** Runs hooks on one and the same event. What one of them would change, the others are not given. */
const lookAt = Effect.fnUntraced(function* (
  scene: EventContext,
  groups: ReadonlyArray<Group>,
  event: HookEvent
): Effect.fn.Return<ReadonlyArray<HookResult>> {
  const plain = inputsOf(scene, event)
  const flagged = inputsOf(scene, event, true)
  // The verdict of a model is one on its text, which is the same in every look.
  const tell = (dialect: Dialect, hook: Hook): HookInput => (isPrompt(hook) ? plain : flagged)(dialect, hook)
  const results: Array<HookResult> = []
  for (const group of groups) {
    const run = group.parallel ? together : oneByOne
    results.push(...(yield* run(scene, group, event, tell)))
    // The action does not happen, so that no further hook has to judge it.
    if (results.some(({ outcome }) => outcome.verdict._tag === "Deny" || outcome.halts.length > 0)) break
  }
  return results
})

/** Returns what counts of a second look: what is stricter than `Allow`, halts, failures, and the wish to change it. */
const tightened = (
  all: ReadonlyArray<GroupContribution>,
  { hook, outcome, run }: HookResult,
  event: HookEvent
): Outcome.Outcome => {
  if (outcome === Outcome.empty) return outcome
  // A hook that fails in both looks has failed once.
  const isKnown = (text: string): boolean =>
    all.some((one) => one.hook === hook && one.outcome.notices.some((notice) => notice.text === text))
  const isChange = !actsOnSame(event, applyTo(event, outcome.changes))
  return Outcome.make({
    verdict: Verdict.isStricter(outcome.verdict._tag, "Allow") ? outcome.verdict : Verdict.pass,
    halts: outcome.halts,
    changes: isChange ? outcome.changes.filter(({ target }) => target !== "result") : [],
    notices: outcome.notices.filter(
      ({ text }) =>
        !isKnown(text) && (text === run.failure?.text || !run.outcome?.notices.some((own) => own.text === text))
    )
  })
}

/** Drops the first question of hooks that ask again: it is one question, on the input that is left. */
const withoutAsked = (
  all: ReadonlyArray<GroupContribution>,
  looked: ReadonlyArray<GroupContribution>
): ReadonlyArray<GroupContribution> => {
  const again = new Set(looked.filter(({ outcome }) => outcome.verdict._tag === "Ask").map(({ hook }) => hook))
  if (again.size === 0) return all
  return all.map((one) =>
    one.outcome.verdict._tag === "Ask" && again.has(one.hook)
      ? { ...one, outcome: { ...one.outcome, verdict: Verdict.pass } }
      : one
  )
}

/** Denies what hooks change in every look, so that some of them are never given what the action would run on. */
const restless = (
  all: ReadonlyArray<GroupContribution>,
  author: GroupContribution
): ReadonlyArray<GroupContribution> => {
  const reason = `${author.run.id} changed the input again in look ${numbers.at(-1)}, so that not every hook has judged it`
  const denied = Outcome.make({ verdict: Verdict.deny({ by: author.run.id, reason }) })
  return all.map((one) => (one === author ? { ...one, outcome: Outcome.reducer.combine(one.outcome, denied) } : one))
}

/**
 * Runs the hooks that match the input that is left and were not given it, except its author. Only what tightens the first
 * look counts; a hook that would change the input again is in conflict with its author.
 */
export const lookAgain = Effect.fnUntraced(function* (
  scene: EventContext,
  first: ReadonlyArray<GroupContribution>,
  changed: HookEvent
): Effect.fn.Return<ReadonlyArray<GroupContribution>> {
  if (!Capabilities.mayDeny(scene.event)) return first
  let all = first
  let event = changed
  for (const number of numbers) {
    const author = authorOf(all)
    if (author === undefined || isOver(all)) return all
    const groups = dueGroups(scene, all, event)
    if (groups.length === 0) return all
    const ran = new Set(all.filter(ranOn).map(({ hook }) => hook))
    const results = yield* lookAt({ ...scene, look: { number, ran } }, groups, event)
    const seen = all
    const given = event
    const sawChanges = all.reduce((sum, { outcome }) => sum + outcome.changes.length, 0)
    const outcomes = Conflict.resolveLook(
      scene.conflict,
      results.map((result) => tightened(seen, result, given)),
      { author: author.run.id, originals: targetsOf(given), isTold: (hook) => seen.some((one) => isOutdone(one, hook)) }
    )
    const looked = results.map((result, index) => ({
      ...result,
      outcome: outcomes[index] ?? result.outcome,
      sawChanges,
      given
    }))
    all = [...withoutAsked(all, looked), ...looked]
    event = applyTo(
      event,
      looked.flatMap(({ outcome }) => outcome.changes)
    )
    if (event === given) return all
  }
  const author = authorOf(all)
  return author === undefined || isOver(all) || dueGroups(scene, all, event).length === 0 ? all : restless(all, author)
})
