/** Reports hooks whose events the host never fires. Another host may run them, so that they deny nothing. */
import * as HookEvent from "@hookline/schema/HookEvent"
import * as SessionMark from "@hookline/schema/kit/SessionMark"
import type { Dialect } from "../Dialect.ts"
import type { Compiled } from "../match/Matcher.ts"
import type { NoticeContext } from "./lossNotices.ts"
import { onceKey, type Pending } from "./pendingNotices.ts"

/** Checks whether the answer to a host may report such hooks. A program without a host emits any event. */
export const anyUnfired = ({ unfired }: Compiled, forHost: boolean | undefined): boolean =>
  forHost === true && unfired.size > 0

/** Joins the names of events: the last one is added by "and". */
const joined = (names: ReadonlyArray<string>): string =>
  [names.slice(0, -1).join(", "), names.at(-1) ?? ""].filter((part) => part !== "").join(" and ")

/**
 * Returns the notice that a session gets once about such hooks: a sentence for each file. An event that happens is none
 * that the host never fires.
 */
export const ofUnfired = (
  { compiled: { unfired }, event, session }: Pick<NoticeContext, "compiled" | "event" | "session">,
  { title }: Pick<Dialect, "title">,
  now: number
): ReadonlyArray<Pending> => {
  const found = [...unfired].flatMap(([name, diagnostics]) =>
    name === HookEvent.nameOf(event) ? [] : diagnostics.map(({ file }) => ({ file, name }))
  )
  if (found.length === 0) return []
  const losses = found.map(({ file, name }) => `${file} ${name}`)
  const notices = Array.from(
    Map.groupBy(found, ({ file }) => file),
    ([file, each]) => ({
      by: file,
      level: "warning" as const,
      text: `hooks of ${file} under ${joined(each.map(({ name }) => name))} may never run: ${title} fires no such event in the versions that are known`
    })
  )
  return [
    {
      key: onceKey(session, now),
      mark: SessionMark.encode({ _tag: "LossesReported", losses }),
      sentMark: SessionMark.encode({ _tag: "LossesSent", losses }),
      notices
    }
  ]
}
