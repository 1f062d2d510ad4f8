/** Reads the reply of a hook: its outcome, or the reason for which it is none. */
import type { Hook } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { HookReply } from "@hookline/schema/HookReply"
import * as Outcome from "@hookline/schema/Outcome"
import type { Dialect, Interpretation } from "../Dialect.ts"
import { HookFailed, InvalidReply, sentence } from "../PipelineError.ts"
import { type EventContext, onFailureOf } from "./EventContext.ts"
import { exactOutcome } from "./exactNumbers.ts"
import type { HookInput } from "./HookInput.ts"
import { done, type HookResult, type Times } from "./HookResult.ts"

const tags: Readonly<Record<HookReply["_tag"], true>> = { Exit: true, Http: true, Judgement: true, Value: true }

/** Reads a reply in the words of the dialect. A reply that makes the dialect throw is invalid. */
const translate = (
  context: EventContext,
  dialect: Dialect,
  hook: Hook,
  event: HookEvent,
  reply: HookReply
): Interpretation => {
  try {
    if (!Object.hasOwn(tags, reply._tag)) {
      return { outcome: Outcome.empty, failure: new InvalidReply({ hook: hook.id, issue: "its runner gave no reply" }) }
    }
    return context.translator.translate(dialect, hook, event, reply)
  } catch (error) {
    const issue = `its reply could not be translated: ${sentence(error)}`
    return { outcome: Outcome.empty, failure: new InvalidReply({ hook: hook.id, issue }) }
  }
}

/** Returns the failure of a function after it has returned its value. */
const failureAfter = (hook: Hook, reply: HookReply): HookFailed | undefined =>
  reply._tag === "Value" && reply.failure !== undefined
    ? new HookFailed({ hook: hook.id, issue: reply.failure })
    : undefined

/** Returns the result of a hook that has replied. */
export const answered = (
  context: EventContext,
  dialect: Dialect,
  hook: Hook,
  times: Times,
  input: HookInput,
  reply: HookReply
): HookResult => {
  const { failure, outcome: said, remarks: others, softFailure } = translate(context, dialect, hook, input.event, reply)
  const { outcome, remarks: own } = exactOutcome(context, hook, input.event, said)
  const remarks = own.length === 0 ? others : [...(others ?? []), ...own]
  const strict = (hook.onFailure ?? onFailureOf(context)) !== "open"
  const later = failureAfter(hook, reply)
  const reason = failure ?? later ?? (strict ? softFailure : undefined)
  // The same object where nothing changes, because an empty outcome is recognized by identity.
  const localized = outcome.changes.length === 0 ? outcome : { ...outcome, changes: outcome.changes.map(input.toHost) }
  const told = reply._tag === "Value" && reply.notice !== undefined ? [...own, `${hook.id} ${reply.notice}`] : own
  const notices = told.map((text) => ({ by: hook.id, level: "warning" as const, text }))
  const complete = notices.length === 0 ? localized : { ...localized, notices: [...localized.notices, ...notices] }
  const result = done(
    context,
    hook,
    times,
    input.event,
    { outcome: complete, reply },
    reason && { stage: reason === later ? "execute" : "translate", reason: reason._tag, text: reason.message }
  )
  return remarks === undefined ? result : { ...result, remarks }
}
