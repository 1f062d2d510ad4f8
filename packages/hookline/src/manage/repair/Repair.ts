/**
 * Repairs a configuration where there is only one way to repair it.
 *
 * **Details**
 *
 * A hook that did not run may block once it runs, so that no repair is silent: every repair reports its change and
 * which hooks run by it that did not run before. A repair that would cost a hook, or break something else, is not made.
 * The rest of the text, its comments and its formatting stay.
 *
 * @since 0.1.0
 */
import type { Dialect, Reading } from "@hookline/core/Dialect"
import type { Diagnostic } from "@hookline/schema/Diagnostic"
import { textOf } from "@hookline/schema/Handler"
import type { Hook } from "@hookline/schema/Hook"
import type { File } from "@hookline/schema/Source"
import * as Effect from "effect/Effect"
import { apply, isObstacle, parse } from "@hookline/node/kit/json/tree"
import { mends, nodeAt } from "./edits.ts"

/**
 * One repair.
 *
 * @category models
 * @since 0.1.0
 */
export interface Step {
  readonly found: Diagnostic
  /** The repair, in a sentence. */
  readonly text: string
  /** The hooks that run by it, and did not run before. */
  readonly alive: ReadonlyArray<Hook>
}

/**
 * The repaired text, step by step.
 *
 * @category models
 * @since 0.1.0
 */
export interface Repaired {
  readonly text: string
  readonly steps: ReadonlyArray<Step>
}

const signOf = ({ enabled, event, handler, if: rule, matcher, onFailure, timeoutMillis }: Hook): string =>
  JSON.stringify([event, matcher, rule, handler._tag, textOf(handler), timeoutMillis, onFailure, enabled])

/** The hooks of one list that another has not, however often it has them. */
const without = (hooks: ReadonlyArray<Hook>, others: ReadonlyArray<Hook>): ReadonlyArray<Hook> => {
  const rest = others.map(signOf)
  return hooks.filter((hook) => {
    const at = rest.indexOf(signOf(hook))
    if (at >= 0) rest.splice(at, 1)
    return at < 0
  })
}

const costs = ({ diagnostics }: Reading): number => diagnostics.reduce((sum, { lost }) => sum + (lost?.entries ?? 0), 0)

/** Checks that a repair made its change, and no other. */
const isSound = (before: Reading, after: Reading, { code }: Diagnostic): boolean => {
  const count = ({ diagnostics }: Reading): number => diagnostics.filter((found) => found.code === code).length
  const gone = without(before.hooks, after.hooks)
  // An event that gets its name takes its hooks along: they waited under the old one, and never ran.
  const onlyWaiting = code === "event-unknown" && after.hooks.length === before.hooks.length
  return (gone.length === 0 || onlyWaiting) && count(after) < count(before) && costs(after) <= costs(before)
}

const keyOf = ({ at, code }: Diagnostic): string => JSON.stringify([code, at])

/**
 * The maximum numbers of repairs of one file, and of changed texts that are read to find them: each is read as a whole.
 *
 * @category models
 * @since 0.1.0
 */
export interface Limits {
  readonly repairs: number
  readonly readings: number
}

const most: Limits = { repairs: 1000, readings: 1000 }

/**
 * Repairs the text of a file. A text that is no JSON is left as it is.
 *
 * @category repairing
 * @since 0.1.0
 */
export const repair = Effect.fnUntraced(function* (
  dialect: Dialect,
  file: File,
  text: string,
  { readings, repairs }: Limits = most
): Effect.fn.Return<Repaired> {
  const steps: Array<Step> = []
  const left = new Set<string>()
  let now = text
  if (!file.file.endsWith(".json")) return { text, steps }
  let reading = yield* dialect.config.read(file, now)
  let tree = parse(now)
  // Those before it have no repair, so that many of them are not looked at again and again.
  let next = 0
  for (let read = 0; read < readings && steps.length < repairs && !isObstacle(tree);) {
    const found = reading.diagnostics[next++]
    if (found === undefined) break
    if (mends[found.code] === undefined || left.has(keyOf(found))) continue
    const node = nodeAt(tree.root, found.at)
    const mend = node && mends[found.code]?.(tree, node, found)
    if (mend === undefined) {
      left.add(keyOf(found))
      continue
    }
    const mended = tree.mark + apply(tree.text, mend.edits)
    const after = yield* dialect.config.read(file, mended)
    read++
    if (!isSound(reading, after, found)) {
      left.add(keyOf(found))
      continue
    }
    steps.push({ found, text: mend.text, alive: without(after.hooks, reading.hooks).filter(({ enabled }) => enabled) })
    now = mended
    reading = after
    tree = parse(now)
    next = 0
  }
  return { text: now, steps }
})
