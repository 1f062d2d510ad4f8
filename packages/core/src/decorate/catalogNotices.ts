/** Checks whether a catalog has something to report by itself: losses, disabled hooks, and hooks of other users. */
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { Dialect } from "../Dialect.ts"
import type { Compiled } from "../match/Matcher.ts"
import { anyDisabled, reportsDisabled } from "./disabledNotices.ts"
import { anyForeign, reportsForeign } from "./boundsNotices.ts"
import { anyLost } from "./lossNotices.ts"
import type { Trust } from "../trust/Trust.ts"
import { reportsUsers } from "./userNotices.ts"
import { anyUntrusted, reportsUntrusted } from "./untrustedNotices.ts"

/** The notices that a catalog may have. */
interface CatalogNotices {
  /** `true` if entries were dropped while files were read, which every event may report. */
  readonly hasLosses: boolean
  /** True if hooks are disabled: the start of a session reports them. */
  readonly hasDisabled: boolean
  /** True if another user may write hooks: the start of a session reports them, too. */
  readonly hasForeign: boolean
}

const known = new WeakMap<Compiled, CatalogNotices>()

const noticesOf = (compiled: Compiled): CatalogNotices => {
  const { catalog } = compiled
  const found = known.get(compiled) ?? {
    hasLosses: anyLost(compiled),
    hasDisabled: anyDisabled(catalog),
    hasForeign: anyForeign(catalog)
  }
  known.set(compiled, found)
  return found
}

type Judge = Pick<Trust["Service"], "judges" | "last" | "userChanges">

/** Checks whether any event of this catalog may have notices, but for those about trust. */
export const mayHaveNotices = (compiled: Compiled): boolean => {
  const { hasDisabled, hasForeign, hasLosses } = noticesOf(compiled)
  return hasLosses || hasDisabled || hasForeign
}

/** Checks whether an event may report untrusted hooks, or changes of the user's own. */
export const mayReportUntrusted = (
  compiled: Compiled,
  event: HookEvent,
  host: Pick<Dialect, "event">,
  trust: Judge
): boolean =>
  (trust.judges && reportsUntrusted(event, host) && anyUntrusted(compiled, trust)) || reportsUsers(event, trust)

/** Checks whether an event has notices, even without hooks. On a host that reports no start of a session, any may. */
export const hasNotices = (
  compiled: Compiled,
  event: HookEvent,
  host: Pick<Dialect, "event">,
  trust: Judge
): boolean => {
  const { hasDisabled, hasForeign, hasLosses } = noticesOf(compiled)
  if (mayReportUntrusted(compiled, event, host, trust)) return true
  if (host.event.startsSilently === true) return hasLosses || hasDisabled || hasForeign
  return hasLosses || (hasDisabled && reportsDisabled(event)) || (hasForeign && reportsForeign(event))
}
