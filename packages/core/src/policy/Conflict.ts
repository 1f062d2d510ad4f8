/**
 * What becomes of two changes of one thing that hooks made side by side, without knowing of each other.
 *
 * @since 0.1.0
 */
import { equals } from "effect/Equal"
import type * as Change from "@hookline/schema/Change"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import { isJson } from "@hookline/schema/Json"

/** @since 0.1.0 */
export type Resolution = "lastInOrder" | "deny" | "merge"

/**
 * The policy for conflicts: the last in the order of configuration counts, or they deny, or what each has changed is
 * put together.
 *
 * @category services
 * @since 0.1.0
 */
export const Conflict = Context.Reference<{ readonly resolution: Resolution }>("@hookline/core/Conflict", {
  defaultValue: () => ({ resolution: "lastInOrder" })
})

const layer = (resolution: Resolution): Layer.Layer<never> => Layer.succeed(Conflict)({ resolution })

/**
 * The last in order counts, and a notice says whose change was dropped.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerLastInOrder = layer("lastInOrder")

/**
 * A conflict denies the event.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerDeny = layer("deny")

/**
 * The keys that each has changed are put together; of one key the last in order counts.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerMerge = layer("merge")

/** Whether a value is unchanged. One that nests too deeply to be compared counts as changed. */
const isSame = (one: unknown, other: unknown): boolean => {
  try {
    return equals(one, other)
  } catch {
    return false
  }
}

/** The change as one of those keys alone that it changes. */
const narrowed = (change: Change.Change, original: unknown): Change.Change => {
  if (change.mode === "merge" || !isJson(change.value) || !isJson(original)) return change
  const keys = Object.entries(change.value).filter(([key, value]) => !isSame(original[key], value))
  return { ...change, mode: "merge", value: Object.fromEntries(keys) }
}

/** The hooks that change this target, in order. */
const authors = (outcomes: ReadonlyArray<Outcome.Outcome>, target: Change.Target): ReadonlyArray<string> => [
  ...new Set(
    outcomes.flatMap(({ changes }) => changes.filter((change) => change.target === target).map(({ by }) => by))
  )
]

const resolveTarget = (
  resolution: Resolution,
  outcomes: ReadonlyArray<Outcome.Outcome>,
  target: Change.Target,
  original: unknown
): ReadonlyArray<Outcome.Outcome> => {
  const by = authors(outcomes, target)
  const last = by.at(-1)
  if (by.length < 2 || last === undefined) return outcomes
  const text = `${by.join(" and ")} changed the ${target} at the same time`
  const tell = (outcome: Outcome.Outcome, index: number, more: string): Outcome.Outcome =>
    index === outcomes.length - 1
      ? { ...outcome, notices: [...outcome.notices, { by: last, level: "warning", text: `${text}${more}` }] }
      : outcome
  switch (resolution) {
    case "lastInOrder":
      return outcomes.map((outcome, index) => {
        const changes = outcome.changes.filter((change) => change.target !== target || change.by === last)
        return tell({ ...outcome, changes }, index, `: what ${last} says counts`)
      })
    case "merge":
      return outcomes.map((outcome, index) => {
        const changes = outcome.changes.map((change) =>
          change.target === target ? narrowed(change, original) : change
        )
        return tell({ ...outcome, changes }, index, ": both are put together")
      })
    case "deny":
      return outcomes.map((outcome, index) =>
        index === outcomes.length - 1
          ? Outcome.reducer.combine(outcome, Outcome.make({ verdict: Verdict.deny({ by: last, reason: text }) }))
          : outcome
      )
  }
}

/**
 * Settles the conflicts of a group that ran side by side. The outcomes are those of its hooks, in order; `originals`
 * are what all of them saw.
 *
 * @category policies
 * @since 0.1.0
 */
export const resolve = (
  resolution: Resolution,
  outcomes: ReadonlyArray<Outcome.Outcome>,
  originals: Readonly<Record<Change.Target, unknown>>
): ReadonlyArray<Outcome.Outcome> =>
  (["input", "result", "prompt"] as const).reduce(
    (settled, target) => resolveTarget(resolution, settled, target, originals[target]),
    outcomes
  )
