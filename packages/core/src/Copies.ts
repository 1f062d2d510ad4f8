/**
 * Hooks that stand in their dialect's own files more than once: which of them runs, so that nothing runs twice and no
 * guard is lost.
 *
 * @since 0.1.0
 */
import { textOf } from "@hookline/schema/Handler"
import type { Hook, OnFailure } from "@hookline/schema/Hook"
import type { Copies } from "./Dialect.ts"
import { strictness } from "@hookline/schema/Hook"

/** Copies in plugins and skills are not the same: each belongs to what brought it. */
const isOwn = ({ source }: Hook): boolean => source.plugin === undefined && source.skill === undefined

const all = (matcher: string | undefined): boolean => matcher === undefined || matcher === "" || matcher === "*"

/**
 * What a handler does, whatever it is called and however long it may take. Two hooks of one event for which this is the
 * same do the same work. Nothing, where that can't be told.
 *
 * **Details**
 *
 * A rule, a shell, and whether anybody waits for the answer are part of it: of two that differ in them, one may guard
 * what the other lets through.
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

/** The stricter of two. Where a hook says nothing, what holds for all counts; that is never less than `open`. */
const stricter = (
  one: OnFailure | undefined,
  other: OnFailure | undefined,
  policy: OnFailure
): OnFailure | undefined => {
  const difference = strictness[one ?? policy] - strictness[other ?? policy]
  // Of equals the one that leaves it to the policy, which may be stricter than is known here.
  if (difference === 0) return one === undefined ? one : other
  return difference > 0 ? one : other
}

const withFailure = (hook: Hook, onFailure: OnFailure | undefined): Hook => {
  if (hook.onFailure === onFailure) return hook
  const { onFailure: _, ...rest } = hook
  return onFailure === undefined ? rest : { ...rest, onFailure }
}

/** The first runs, and is as strict as the strictest of them. */
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

/** The longer of two limits; without one it is the dialect's, which is long enough for both. */
const withLongerLimit = (hook: Hook, other: Hook): Hook => {
  if (hook.timeoutMillis === undefined) return hook
  const { timeoutMillis, ...rest } = hook
  return other.timeoutMillis === undefined
    ? rest
    : { ...hook, timeoutMillis: Math.max(timeoutMillis, other.timeoutMillis) }
}

/** A project's takes the place of a person's, and is no weaker: as strict as the stricter, and no sooner given up. */
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
 * The hooks, of which copies don't run. Only hooks that would run have copies: what is switched off stands for nothing.
 * Copies under different matchers stay, since each guards what the other does not.
 *
 * @category discovering
 * @since 0.1.0
 */
export const mark = (
  hooks: ReadonlyArray<Hook>,
  copiesOf: (dialect: string) => Copies | undefined,
  policy: OnFailure = "open"
): ReadonlyArray<Hook> => {
  const byKey = new Map<string, { readonly copies: Copies; readonly places: Array<number> }>()
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
