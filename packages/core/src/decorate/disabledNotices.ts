/** Reports hooks that a user has disabled at the begin of a session, because a disabled guard must not go unnoticed. */
import type { Catalog } from "@hookline/schema/Catalog"
import type { Hook } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Outcome from "@hookline/schema/Outcome"
import type { Settings } from "@hookline/schema/Settings"
import { isUndecided } from "../discover/ProjectModules.ts"

/** Returns the line that disables it, or the setting if no line does. A module that is reported as a loss has none. */
const byOf = (hook: Hook, settings: Settings): string | undefined => {
  const { enabled, off, source } = hook
  if (isUndecided(hook, settings)) return undefined
  if (off?._tag === "Disabled") return `${off.file}:${off.line}`
  if (off?._tag === "SourceNotAllowed") {
    return off.file === undefined ? off.setting : `${off.setting} in ${off.file}:${off.line ?? 1}`
  }
  if (enabled) return undefined
  return source.line === undefined ? source.file : `${source.file}:${source.line}`
}

/** Checks whether a catalog has disabled hooks, which are reported at the start of a session. */
export const anyDisabled = ({ hooks, settings }: Catalog): boolean =>
  hooks.some((hook) => byOf(hook, settings) !== undefined)

/** Checks whether disabled hooks are reported at this event. */
export const reportsDisabled = ({ _tag }: HookEvent): boolean => _tag === "SessionStart"

/** Returns a notice with the number of disabled hooks for each setting that disables them. */
export const ofDisabled = ({ hooks, settings }: Catalog): Outcome.Outcome => {
  const counts = new Map<string, number>()
  for (const hook of hooks) {
    const by = byOf(hook, settings)
    if (by !== undefined) counts.set(by, (counts.get(by) ?? 0) + 1)
  }
  return Outcome.make({
    notices: Array.from(counts, ([by, count]) => ({
      by,
      level: "info",
      text: `${count === 1 ? "1 hook is" : `${count} hooks are`} switched off by ${by}`
    }))
  })
}
