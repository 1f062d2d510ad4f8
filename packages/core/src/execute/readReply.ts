/** Reads the reply of a hook: its outcome, or the reason for which it is none. */
import type * as Change from "@hookline/schema/Change"
import { changedByJson, changedFields } from "@hookline/schema/kit/changedByJson"
import type { Hook } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import type { HookReply } from "@hookline/schema/HookReply"
import { isJson } from "@hookline/schema/Json"
import * as Outcome from "@hookline/schema/Outcome"
import type { Dialect, Interpretation } from "../Dialect.ts"
import { HookFailed, InvalidReply, sentence } from "../PipelineError.ts"
import { targetsOf } from "../translate/changes.ts"
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

/** Returns the objects in a value, of any class. */
const objectsIn = (root: unknown): ReadonlySet<unknown> => {
  const found = new Set([root])
  // What is added during iteration is visited, too.
  for (const value of found)
    if (typeof value === "object" && value !== null) for (const part of Object.values(value)) found.add(part)
  return found
}

const canBeEncoded = (value: unknown): boolean => {
  try {
    JSON.stringify(value)
    return true
  } catch {
    return false
  }
}

/**
 * Returns what is wrong with a change: it makes its target another kind of thing, or guards would judge another value. What
 * the hook was given it may return: whether guards can judge that is asked of the event.
 */
const wrongIn = ({ target, value }: Change.Change, event: HookEvent): string | undefined => {
  if (target === "input" && !isJson(value)) return "its change of the input is no object"
  if (target === "prompt" && typeof value !== "string") return "its change of the prompt is no text"
  if (value === undefined) return `its change of the ${target} has no value`
  const what = `its change of the ${target}`
  if (!canBeEncoded(value)) return `${what} can't be encoded for hooks`
  const changed = target === "input" ? changedFields : changedByJson
  if (changed(what, value) === undefined) return undefined
  const given = objectsIn(targetsOf(event)[target])
  return changed(what, value, (part) => given.has(part))
}

/** Returns a value as JSON has it, and `null` for one that JSON can't hold. */
const asJson = (value: unknown): unknown => {
  // The type leaves out that there is no text for a function.
  const text = canBeEncoded(value) ? (JSON.stringify(value) as string | undefined) : undefined
  return text === undefined ? null : (JSON.parse(text) as unknown)
}

/**
 * Returns the change that counts in place of an impossible one. What a hook put in the place of a result counts as JSON has
 * it, because the tool has run, and the old result may hold what the hook removed.
 */
const instead = (change: Change.Change): ReadonlyArray<Change.Change> =>
  change.target === "result" ? [{ ...change, value: asJson(change.value) }] : []

/** Returns the outcome without changes that can't be made as they are. */
const possible = (outcome: Outcome.Outcome, event: HookEvent): Possible => {
  const wrong = outcome.changes.map((change) => wrongIn(change, event))
  const first = wrong.find((one) => one !== undefined)
  if (first === undefined) return { outcome }
  const changes = outcome.changes.flatMap((change, at) => (wrong[at] === undefined ? [change] : instead(change)))
  return { outcome: { ...outcome, changes }, wrong: first }
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
  const { outcome: made, wrong } = said.changes.length === 0 ? { outcome: said } : possible(said, input.event)
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
