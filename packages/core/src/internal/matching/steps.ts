// The hooks that an event runs become steps: what runs together, and what waits for what.
import type { Hook } from "@hookline/schema/Hook"
import type { Dialect } from "../../Dialect.ts"
import type { Step } from "../../Matcher.ts"
import { Memo } from "./Memo.ts"

/** Hooks that are to run, of one dialect and in its order. */
export interface Selection {
  readonly dialect: Dialect
  readonly hooks: ReadonlyArray<Hook>
}

const isSameGroup = (one: Hook, other: Hook): boolean =>
  one.source.file === other.source.file && one.group.index === other.group.index

const stepsOf = ({ dialect, hooks }: Selection): ReadonlyArray<Step> => {
  if (hooks.length === 0) return []
  if (dialect.defaults.parallel) return [{ dialect, parallel: true, hooks }]
  const groups: Array<[Hook, ...Array<Hook>]> = []
  for (const hook of hooks) {
    const group = groups.at(-1)
    if (group !== undefined && isSameGroup(group[0], hook)) group.push(hook)
    else groups.push([hook])
  }
  return groups.map((group) => ({ dialect, parallel: group[0].group.parallel, hooks: group }))
}

const isSame = (one: ReadonlyArray<Selection>, other: ReadonlyArray<Selection>): boolean =>
  one.length === other.length &&
  one.every(({ hooks }, index) => {
    const others = other[index]?.hooks ?? []
    return hooks.length === others.length && hooks.every((hook, place) => hook === others[place])
  })

/**
 * Makes steps, the same ones for the same hooks: most of the names that are ever seen run what others run, and what is
 * remembered of each should be small.
 */
export const stepMaker = (placeOf: (hook: Hook) => number, limit: number) => {
  const made = new Memo<{ readonly selections: ReadonlyArray<Selection>; readonly steps: ReadonlyArray<Step> }>(limit)
  return (selections: ReadonlyArray<Selection>): ReadonlyArray<Step> => {
    let hash = 0
    for (const { hooks } of selections) for (const hook of hooks) hash = (Math.imul(hash, 31) + placeOf(hook)) | 0
    const known = made.get(String(hash))
    if (known !== undefined && isSame(known.selections, selections)) return known.steps
    const steps = selections.flatMap(stepsOf)
    made.set(String(hash), { selections, steps })
    return steps
  }
}
