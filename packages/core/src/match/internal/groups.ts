// The groups of hooks that an event runs: which run in parallel, and which wait for others.
import type { Hook } from "@hookline/schema/Hook"
import type { Dialect } from "../../Dialect.ts"
import type { Group } from "../Matcher.ts"
import { Memo } from "./Memo.ts"

/** Hooks of one dialect that will run, in order. */
export interface Selection {
  readonly dialect: Dialect
  readonly hooks: ReadonlyArray<Hook>
}

const isSameGroup = (one: Hook, other: Hook): boolean =>
  one.source.file === other.source.file && one.group.index === other.group.index

const stepsOf = ({ dialect, hooks }: Selection): ReadonlyArray<Group> => {
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
 * Creates the function that groups hooks. Equal hooks give the same groups, so that the cache of names stays small,
 * because most names run the same hooks.
 */
export const groupMaker = (placeOf: (hook: Hook) => number, limit: number) => {
  const made = new Memo<{ readonly selections: ReadonlyArray<Selection>; readonly steps: ReadonlyArray<Group> }>(limit)
  return (selections: ReadonlyArray<Selection>): ReadonlyArray<Group> => {
    let hash = 0
    for (const { hooks } of selections) for (const hook of hooks) hash = (Math.imul(hash, 31) + placeOf(hook)) | 0
    const known = made.get(String(hash))
    if (known !== undefined && isSame(known.selections, selections)) return known.steps
    const steps = selections.flatMap(stepsOf)
    made.set(String(hash), { selections, steps })
    return steps
  }
}
