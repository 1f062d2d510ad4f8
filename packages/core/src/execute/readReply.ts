/** Reads the reply of a hook: its outcome, or the reason for which it is none. */
import type * as Change from "@hookline/schema/Change"
import { changedByJson } from "@hookline/schema/kit/changedByJson"
import type { Hook } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { HookReply } from "@hookline/schema/HookReply"
import { isJson } from "@hookline/schema/Json"
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

/** Returns the failure of a hook that has replied: of a function after it returned, or of what the hook was given. */
const failureBeside = (hook: Hook, input: HookInput, reply: HookReply): HookFailed | undefined => {
  const unlike = input.unlike()
  if (unlike !== undefined) return new HookFailed({ hook: hook.id, issue: `it was not given its event: ${unlike}` })
  return reply._tag === "Value" && reply.failure !== undefined
    ? new HookFailed({ hook: hook.id, issue: reply.failure })
    : undefined
}

/** An outcome with the changes that are possible, and what is wrong with the first other one. */
interface Possible {
  readonly outcome: Outcome.Outcome
  readonly wrong?: string
}

/** Returns what is wrong with a change: it makes its target another kind of thing, or guards would judge another value. */
const wrongIn = ({ target, value }: Change.Change): string | undefined => {
  if (target === "input" && !isJson(value)) return "its change of the input is no object"
  if (target === "prompt" && typeof value !== "string") return "its change of the prompt is no text"
  if (value === undefined) return `its change of the ${target} has no value`
  return changedByJson(`its change of the ${target}`, value)
}

/** Returns the outcome without changes that can't be made as they are. */
const possible = (outcome: Outcome.Outcome): Possible => {
  const wrong = outcome.changes.map(wrongIn)
  const first = wrong.find((one) => one !== undefined)
  if (first === undefined) return { outcome }
  return { outcome: { ...outcome, changes: outcome.changes.filter((_, at) => wrong[at] === undefined) }, wrong: first }
}

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
  const { outcome: made, wrong } = said.changes.length === 0 ? { outcome: said } : possible(said)
  const { outcome, remarks: own } = exactOutcome(context, hook, input.event, made)
  const remarks = own.length === 0 ? others : [...(others ?? []), ...own]
  const strict = (hook.onFailure ?? onFailureOf(context)) !== "open"
  const beside = failureBeside(hook, input, reply)
  const invalid = wrong === undefined ? undefined : new InvalidReply({ hook: hook.id, issue: wrong })
  const reason = failure ?? invalid ?? beside ?? (strict ? softFailure : undefined)
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
    reason && { stage: reason === beside ? "execute" : "translate", reason: reason._tag, text: reason.message }
  )
  return remarks === undefined ? result : { ...result, remarks }
}
