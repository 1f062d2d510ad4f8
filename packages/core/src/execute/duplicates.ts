/** Finds copies of one handler that several matchers let run on one event: if its dialect wants that, it runs once. */
import type { Hook, OnFailure } from "@hookline/schema/Hook"
import { workOf } from "../discover/Duplicates.ts"
import type { Group } from "../match/Matcher.ts"
import { strictness } from "@hookline/schema/Hook"

/** A group without copies, and which hook each of them is a copy of. */
export interface Distinct {
  readonly step: Group
  readonly copies: ReadonlyMap<Hook, Hook>
}

/** Of two policies the stricter; a hook that has none has that of the layers and settings. */
const stricter = (one: OnFailure | undefined, other: OnFailure | undefined, policy: OnFailure): OnFailure =>
  strictness[other ?? policy] > strictness[one ?? policy] ? (other ?? policy) : (one ?? policy)

const isOwn = ({ source }: Hook): boolean => source.plugin === undefined && source.skill === undefined

const find = (step: Group, policy: OnFailure): Distinct => {
  const firsts = new Map<string, Hook>()
  const copies = new Map<Hook, Hook>()
  const hooks: Array<Hook> = []
  for (const hook of step.hooks) {
    const work = isOwn(hook) ? workOf(hook) : undefined
    const first = work === undefined ? undefined : firsts.get(work)
    if (first === undefined) {
      if (work !== undefined) firsts.set(work, hook)
      hooks.push(hook)
      continue
    }
    copies.set(hook, first)
    const onFailure = stricter(first.onFailure, hook.onFailure, policy)
    if (work === undefined || onFailure === first.onFailure) continue
    const strict = { ...first, onFailure }
    hooks[hooks.indexOf(first)] = strict
    firsts.set(work, strict)
  }
  return copies.size === 0 ? { step, copies } : { step: { ...step, hooks }, copies }
}

// The matcher gives the same groups again and again.
const found = new WeakMap<Group, Map<OnFailure, Distinct>>()

/** The group without its copies. The first is as strict as the strictest of them; `policy` is that of hooks without one. */
export const distinct = (step: Group, policy: OnFailure): Distinct => {
  if (step.dialect.duplicates !== "Once" || step.hooks.length < 2) return { step, copies: new Map() }
  const known = found.get(step) ?? new Map<OnFailure, Distinct>()
  found.set(step, known)
  const of = known.get(policy) ?? find(step, policy)
  known.set(policy, of)
  return of
}
