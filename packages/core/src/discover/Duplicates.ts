/**
 * Duplicates in a dialect's own files: decides which of them runs, so that no hook runs twice and no guard is lost.
 *
 * @since 0.1.0
 */
import { textOf } from "@hookline/schema/Handler"
import type { Hook, OnFailure } from "@hookline/schema/Hook"
import type { Duplicates } from "../Dialect.ts"
import { strictness } from "@hookline/schema/Hook"

/**
 * Checks for a hook of a dialect's own file. Hooks of plugins and skills are no duplicates, because each belongs to its
 * plugin or skill.
 */
const isOwn = ({ source }: Hook): boolean => source.plugin === undefined && source.skill === undefined

const all = (matcher: string | undefined): boolean => matcher === undefined || matcher === "" || matcher === "*"

/**
 * Returns a key of a handler's work, without its name and timeout. Hooks of one event with equal keys do the same work.
 * Returns `undefined` where the key can't be known.
 *
 * **Details**
 *
 * The key contains the `if` rule, the shell, and whether the answer is awaited: of two hooks that differ in those, one
 * may deny what the other allows.
 *
 * @category getters
 * @since 0.1.0
 */
export const workOf = ({ handler, if: rule = "" }: Hook): string | undefined => {
  switch (handler._tag) {
    case "Command":
      return JSON.stringify([
        "Command",
        handler.args === undefined ? "text" : "args",
        textOf(handler),
        handler.shell ?? "",
        handler.async === true,
        handler.asyncRewake === true,
        rule
      ])
    case "Http":
      return JSON.stringify(["Http", handler.url, rule])
    case "Python":
      return JSON.stringify(["Python", handler.script ?? "", handler.function ?? "", rule])
    case "Prompt":
    case "Agent":
    case "Module":
    case "Native":
    case "McpTool":
      return undefined
  }
}

const keyOf = (hook: Hook): string | undefined => {
  const work = workOf(hook)
  return work === undefined
    ? undefined
    : JSON.stringify([hook.source.dialect, hook.event, all(hook.matcher) ? "*" : hook.matcher, work])
}

/** Returns the stricter of two policies. A hook without one has the policy of all hooks, which is at least `open`. */
const stricter = (
  one: OnFailure | undefined,
  other: OnFailure | undefined,
  policy: OnFailure
): OnFailure | undefined => {
  const difference = strictness[one ?? policy] - strictness[other ?? policy]
  // Of equals, the hook without a policy, because the policy of all hooks may be stricter than is known here.
  if (difference === 0) return one === undefined ? one : other
  return difference > 0 ? one : other
}

const withFailure = (hook: Hook, onFailure: OnFailure | undefined): Hook => {
  if (hook.onFailure === onFailure) return hook
  const { onFailure: _, ...rest } = hook
  return onFailure === undefined ? rest : { ...rest, onFailure }
}

/** Keeps the first hook, with the strictest policy of all its duplicates. */
const once = (hooks: Array<Hook>, places: ReadonlyArray<number>, policy: OnFailure): void => {
  const [first] = places
  const kept = first === undefined ? undefined : hooks[first]
  if (first === undefined || kept === undefined) return
  const copies = places.slice(1).map((place) => [place, hooks[place]] as const)
  let { onFailure } = kept
  for (const [place, copy] of copies) {
    if (copy === undefined) continue
    onFailure = stricter(onFailure, copy.onFailure, policy)
    hooks[place] = { ...copy, off: { _tag: "SameAs", hook: kept.id } }
  }
  hooks[first] = withFailure(kept, onFailure)
}

/** Sets the longer of two time limits. No limit is the dialect's default, which is enough for both. */
const withLongerLimit = (hook: Hook, other: Hook): Hook => {
  if (hook.timeoutMillis === undefined) return hook
  const { timeoutMillis, ...rest } = hook
  return other.timeoutMillis === undefined
    ? rest
    : { ...hook, timeoutMillis: Math.max(timeoutMillis, other.timeoutMillis) }
}

/**
 * Replaces the user's duplicates by the project's hook, which is made no weaker: it gets the stricter policy and the
 * longer time limit.
 */
const replaced = (hooks: Array<Hook>, places: ReadonlyArray<number>, policy: OnFailure): void => {
  const projects = places.find((place) => hooks[place]?.source.scope !== "user")
  let by = projects === undefined ? undefined : hooks[projects]
  if (projects === undefined || by === undefined) return
  for (const place of places) {
    const hook = hooks[place]
    if (hook?.source.scope !== "user") continue
    by = withLongerLimit(withFailure(by, stricter(by.onFailure, hook.onFailure, policy)), hook)
    hooks[place] = { ...hook, off: { _tag: "SameAs", hook: by.id } }
  }
  hooks[projects] = by
}

/**
 * Marks duplicates, which don't run. A disabled hook is no duplicate of another. Hooks under different matchers stay,
 * because each guards other targets.
 *
 * @category discovering
 * @since 0.1.0
 */
export const mark = (
  hooks: ReadonlyArray<Hook>,
  copiesOf: (dialect: string) => Duplicates | undefined,
  policy: OnFailure = "open"
): ReadonlyArray<Hook> => {
  const byKey = new Map<string, { readonly copies: Duplicates; readonly places: Array<number> }>()
  for (const [place, hook] of hooks.entries()) {
    if (hook.off !== undefined || !isOwn(hook)) continue
    const copies = copiesOf(hook.source.dialect)
    const key = copies === undefined ? undefined : keyOf(hook)
    if (copies === undefined || key === undefined) continue
    const known = byKey.get(key)
    if (known === undefined) byKey.set(key, { copies, places: [place] })
    else known.places.push(place)
  }
  const doubled = [...byKey.values()].filter(({ places }) => places.length > 1)
  if (doubled.length === 0) return hooks
  const marked = [...hooks]
  for (const { copies, places } of doubled) {
    if (copies === "Once") once(marked, places, policy)
    else replaced(marked, places, policy)
  }
  return marked
}
