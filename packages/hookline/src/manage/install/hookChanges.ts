/** Compares the hooks of a plugin before and after an update. */
import type { Hook } from "@hookline/schema/Hook"

/** The hooks that an update adds, takes away and changes. */
export interface HookChanges {
  readonly added: ReadonlyArray<Hook>
  readonly gone: ReadonlyArray<Hook>
  readonly changed: ReadonlyArray<{ readonly before: Hook; readonly after: Hook }>
}

/** Returns everything of a hook that decides when and how it runs, as one text. */
const entryOf = (hook: Hook): string => {
  const { enabled, event, group, handler, if: rule, matcher, off, once, onFailure, profile, timeoutMillis } = hook
  return JSON.stringify([
    event,
    matcher,
    rule,
    handler,
    timeoutMillis,
    once,
    onFailure,
    profile,
    enabled,
    off?._tag,
    group.parallel
  ])
}

/**
 * Compares hooks by their ids. The id of a hook without a name is made of its content, so that one that is gone and one that
 * is new for the same event and matcher are one that has changed.
 */
export const hookChanges = (before: ReadonlyArray<Hook>, after: ReadonlyArray<Hook>): HookChanges => {
  const known = new Map(before.map((hook) => [hook.id, hook]))
  const next = new Set(after.map(({ id }) => id))
  const changed = after.flatMap((hook) => {
    const old = known.get(hook.id)
    return old === undefined || entryOf(old) === entryOf(hook) ? [] : [{ before: old, after: hook }]
  })
  const gone = before.filter(({ id }) => !next.has(id))
  const added: Array<Hook> = []
  for (const hook of after) {
    if (known.has(hook.id)) continue
    const at = gone.findIndex(({ event, matcher }) => event === hook.event && matcher === hook.matcher)
    const [old] = at === -1 ? [] : gone.splice(at, 1)
    if (old === undefined) added.push(hook)
    else changed.push({ before: old, after: hook })
  }
  return { added, gone, changed }
}
