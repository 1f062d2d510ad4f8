/** Notices of the start of a session, on hosts that report none: the first event gets them. */
import * as SessionMark from "@hookline/schema/kit/SessionMark"
import type { Dialect } from "../Dialect.ts"
import { ofForeign, reportsForeign } from "./boundsNotices.ts"
import { ofDisabled, reportsDisabled } from "./disabledNotices.ts"
import type { NoticeContext } from "./lossNotices.ts"
import { onceKey, type Pending } from "./pendingNotices.ts"

/** Returns the notices of a start that the host does not report, unless this event is one. */
export const ofSilentStart = (
  { compiled: { catalog }, event, session }: NoticeContext,
  host: Pick<Dialect, "event">,
  now: number
): ReadonlyArray<Pending> => {
  if (host.event.startsSilently !== true) return []
  const notices = [
    ...(reportsDisabled(event) ? [] : ofDisabled(catalog).notices),
    ...(reportsForeign(event) ? [] : ofForeign(catalog).notices)
  ]
  if (notices.length === 0) return []
  const [mark, sentMark] = [SessionMark.encode({ _tag: "StartReported" }), SessionMark.encode({ _tag: "StartSent" })]
  return [{ key: onceKey(session, now), mark, sentMark, notices }]
}
