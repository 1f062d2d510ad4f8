/**
 * Drops changes that the host can't make, before later hooks are given them.
 *
 * @since 0.1.0
 */
import type * as Change from "@hookline/schema/Change"
import * as Capabilities from "@hookline/schema/Capabilities"
import type { OnFailure } from "@hookline/schema/Hook"
import { type HookEvent, nameOf } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import type { Dialect } from "../Dialect.ts"
import * as FailurePolicy from "../policy/FailurePolicy.ts"
import { applyTo, targetsOf } from "./changes.ts"
import * as fit from "./fit.ts"

const targets: ReadonlyArray<Change.Target> = ["input", "result", "prompt"]

/** Returns the targets of which the host can make these changes. */
const supported = (
  host: Dialect,
  sent: HookEvent,
  given: HookEvent,
  changes: ReadonlyArray<Change.Change>
): ReadonlyArray<Change.Target> => {
  if (host.reply.supports === undefined) return host.capabilities(sent).changes
  const made = targetsOf(applyTo(given, changes))
  const meant = targets
    .filter((target) => changes.some((change) => change.target === target))
    .map((target) => ({ by: "", target, mode: "replace" as const, value: made[target] }))
  return host.reply.supports(sent, Outcome.make({ changes: meant })).changes
}

/**
 * Returns the event with the changes that its host can make.
 *
 * @category combining
 * @since 0.1.0
 */
export const applyWithinHost = (
  host: Dialect,
  sent: HookEvent,
  given: HookEvent,
  changes: ReadonlyArray<Change.Change>
): HookEvent => {
  if (changes.length === 0) return given
  const possible = supported(host, sent, given, changes)
  return applyTo(
    given,
    changes.filter(({ target }) => possible.includes(target))
  )
}

/**
 * Returns an outcome without changes of the input that its host can't make. Guards judge what the host would do, so that
 * such a change is a failure of its hook, whose policy decides, unless the hook states that the action must not happen
 * without the change.
 *
 * **Details**
 *
 * `sent` is the event as the host sent it, and `given` the event that the hook was given. Changes of other targets stay in
 * the outcome, because the host's reply reports them, and no hook is given them.
 *
 * @category mapping
 * @since 0.1.0
 */
export const withinHost = (
  host: Dialect,
  { given, sent }: { readonly sent: HookEvent; readonly given: HookEvent },
  outcome: Outcome.Outcome,
  onFailure: OnFailure
): Outcome.Outcome => {
  const changes = supported(host, sent, given, outcome.changes)
  const lost = outcome.changes.filter(({ target }) => !changes.includes(target))
  const isInput = lost.some(({ target }) => target === "input")
  const policy = lost.some(({ mustApply }) => mustApply === true) ? "closed" : onFailure
  if (lost.length === 0 || (!isInput && policy === "open")) return outcome
  // All but the changes is the event's own matter, and stays as it is.
  const carries: Capabilities.Capabilities = {
    ...Capabilities.of(sent),
    verdicts: ["Allow", "Ask", "Defer", "Deny"],
    context: true,
    halts: true,
    effects: outcome.effects.map(({ kind }) => kind),
    changes
  }
  const { dropped, outcome: rest } = fit.partition(carries, `${nameOf(sent)} under ${host.title}`, outcome)
  const kept = {
    ...rest,
    changes: outcome.changes.filter((change) => !lost.includes(change) || change.target !== "input")
  }
  return dropped.reduce<Outcome.Outcome>(
    (all, { by, level, text }) =>
      Outcome.reducer.combine(
        all,
        level === "info"
          ? Outcome.make({ notices: [{ by, level, text }] })
          : FailurePolicy.decide(policy, { by, text }, sent)
      ),
    kept
  )
}
