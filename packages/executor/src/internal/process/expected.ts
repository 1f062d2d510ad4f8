/** The reply for which an answer waits when the hook's process has exited, and one that it left behind has not. */
import { inBackground, type Work } from "@hookline/core/Runner"
import * as Capabilities from "@hookline/schema/Capabilities"
import * as HookReply from "@hookline/schema/HookReply"
import type { Json } from "@hookline/schema/Json"
import type { Expected } from "./supervise.ts"

/** A denial through a filter (`exec > >(filter)`) comes this late at most. */
const longMillis = 1000

const shortMillis = 100

/** Checks for a reply: an object with one of its fields, or an empty one. Programs also write logs as objects. */
const isReply = (object: Json): boolean => {
  const names = Object.keys(object)
  return names.length === 0 || names.some(HookReply.isField)
}

/** Checks whether the event waits for the hook and can be denied, so that a missing reply may be a denial. */
export const mayDeny = ({ event, hook }: Pick<Work, "event" | "hook">): boolean =>
  !inBackground(hook) && Capabilities.mayDeny(event)

const mayDecide = (work: Pick<Work, "event" | "hook">): boolean =>
  mayDeny(work) || (!inBackground(work.hook) && Capabilities.of(work.event).changes.length > 0)

/** Returns what the answer waits for. */
export const expectedOf = (work: Pick<Work, "event" | "hook">): Expected => ({
  patienceMillis: mayDecide(work) ? longMillis : shortMillis,
  isReply
})

/** Waits for no reply: for programs that are no hooks. */
export const noReply: Expected = { patienceMillis: shortMillis, isReply: () => true }
