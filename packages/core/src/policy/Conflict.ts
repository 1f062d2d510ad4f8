/**
 * Resolves conflicts: changes of one value by hooks that ran in parallel.
 *
 * @since 0.1.0
 */
import type * as Change from "@hookline/schema/Change"
import * as Outcome from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import type { ThisProject } from "../ThisProject.ts"
import { type Sealed, seal } from "./sealed.ts"
import { isJson } from "@hookline/schema/Json"
import { isSame } from "../translate/changes.ts"

/** @since 0.1.0 */
export type Resolution = "lastInOrder" | "deny" | "merge"

/**
 * The policy for conflicts: the last change in the order of configuration counts, the event is denied, or the changes are
 * merged.
 *
 * @example
 * ```ts
 * import { Conflict } from "@hookline/core/Conflict"
 * import * as Effect from "effect/Effect"
 *
 * // Reads the policy in force, in a layer of `provide`.
 * const policy = Effect.map(Conflict, ({ resolution }) => resolution)
 * ```
 *
 * @category services
 * @since 0.1.0
 */
export class Conflict extends Context.Service<Conflict, Sealed<{ readonly resolution: Resolution }>>()(
  "@hookline/core/Conflict"
) {}

const layer = (resolution: Resolution): Layer.Layer<Conflict, never, ThisProject> =>
  Layer.succeed(Conflict)(seal({ resolution }))

/**
 * Keeps the last change in order, with a notice that names the dropped ones. This is the default.
 *
 * @example
 * ```ts
 * import * as Conflict from "@hookline/core/Conflict"
 *
 * const provide = [Conflict.layerLastInOrder]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerLastInOrder: Layer.Layer<Conflict, never, ThisProject> = layer("lastInOrder")

/**
 * Denies the event.
 *
 * @example
 * ```ts
 * import * as Conflict from "@hookline/core/Conflict"
 *
 * const provide = [Conflict.layerDeny]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerDeny: Layer.Layer<Conflict, never, ThisProject> = layer("deny")

/**
 * Merges the keys that each hook has changed; of one key, the last change in order counts.
 *
 * @example
 * ```ts
 * import * as Conflict from "@hookline/core/Conflict"
 *
 * const provide = [Conflict.layerMerge]
 * ```
 *
 * @category layers
 * @since 0.1.0
 */
export const layerMerge: Layer.Layer<Conflict, never, ThisProject> = layer("merge")

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
        return tell({ ...outcome, changes }, index, `: the change by ${last} counts`)
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

/** Checks whether anything is left of a change. */
const isSomething = ({ mode, value }: Change.Change): boolean =>
  mode !== "merge" || !isJson(value) || Object.keys(value).length > 0

/**
 * A change that hooks of a second look are in conflict with.
 *
 * @category models
 * @since 0.1.0
 */
export interface Changed {
  /** The hook that changed the target last. */
  readonly author: string
  /** The values that the hooks of the look were given. */
  readonly originals: Readonly<Record<Change.Target, unknown>>
  /** Checks whether a notice has named this hook's conflict before. */
  readonly isTold: (hook: string) => boolean
}

const resolveAgain = (
  resolution: Resolution,
  outcome: Outcome.Outcome,
  { by, target }: Change.Change,
  { author, isTold, originals }: Changed
): Outcome.Outcome => {
  const text = `${by} would change the ${target} again that ${author} changed last`
  const tell = (changes: ReadonlyArray<Change.Change>, more: string): Outcome.Outcome => ({
    ...outcome,
    changes,
    // An author that is given its own change with another one merged into it is in conflict with no other hook.
    notices:
      by === author || isTold(by)
        ? outcome.notices
        : [...outcome.notices, { by, level: "warning", text: `${text}: ${more}` }]
  })
  switch (resolution) {
    case "lastInOrder":
      return tell([], `the change of ${author} counts`)
    case "merge":
      return tell(
        outcome.changes.map((change) => narrowed(change, originals[change.target])).filter(isSomething),
        "both are put together"
      )
    case "deny":
      return Outcome.reducer.combine(
        { ...outcome, changes: [] },
        Outcome.make({ verdict: Verdict.deny({ by, reason: text }) })
      )
  }
}

/**
 * Settles the conflicts of a second look: hooks that would change again what another hook changed last. The outcomes are
 * those of the hooks that looked, in order.
 *
 * @category policies
 * @since 0.1.0
 */
export const resolveLook = (
  resolution: Resolution,
  outcomes: ReadonlyArray<Outcome.Outcome>,
  changed: Changed
): ReadonlyArray<Outcome.Outcome> =>
  outcomes.map((outcome) => {
    const [change] = outcome.changes
    return change === undefined ? outcome : resolveAgain(resolution, outcome, change, changed)
  })
