/**
 * Copies of plugins: a plugin that a host installed may also be in a folder of plugins, and each of its hooks runs once.
 *
 * @since 0.1.0
 */
import type { Hook } from "@hookline/schema/Hook"

const all = (matcher: string | undefined): boolean => matcher === undefined || matcher === "" || matcher === "*"

/** Returns a key of everything that a hook does, except for its time limit, which settings may shorten. */
const keyOf = (name: string, { event, handler, if: rule, matcher, onFailure, once, source }: Hook): string =>
  JSON.stringify([
    name,
    source.dialect,
    event,
    all(matcher) ? "*" : matcher,
    rule,
    onFailure,
    once,
    // The order of keys in a file means nothing.
    Object.entries(handler).toSorted(([one], [other]) => (one < other ? -1 : 1))
  ])

/**
 * Marks the hooks in folders of plugins that a host's plugin of the same name has too. The host's ones run: they are
 * the user's, so that no project can replace them, and the host knows that it runs them itself.
 *
 * **Details**
 *
 * Hooks that differ in anything but the time limit both run, because one may deny what the other allows. So do two
 * plugins of one name that a host has from different origins.
 *
 * @category discovering
 * @since 0.1.0
 */
export const mark = (hooks: ReadonlyArray<Hook>): ReadonlyArray<Hook> => {
  const ids = new Map<string, string>()
  for (const hook of hooks) {
    const { pluginName, skill } = hook.source
    if (pluginName === undefined || skill !== undefined || hook.off !== undefined || !hook.enabled) continue
    const key = keyOf(pluginName, hook)
    if (!ids.has(key)) ids.set(key, hook.id)
  }
  if (ids.size === 0) return hooks
  return hooks.map((hook) => {
    const { plugin, pluginName, skill } = hook.source
    if (plugin === undefined || pluginName !== undefined || skill !== undefined || hook.off !== undefined) return hook
    const id = ids.get(keyOf(plugin, hook))
    return id === undefined ? hook : { ...hook, off: { _tag: "SameAs", hook: id } }
  })
}
