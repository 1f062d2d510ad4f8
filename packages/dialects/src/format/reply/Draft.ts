/** A reply while it is read: its decisions so far, and the parts that can't be decoded. */
import * as fit from "@hookline/core/kit/translate/fit"
import * as Capabilities from "@hookline/schema/Capabilities"
import type { Change } from "@hookline/schema/Change"
import * as HookEvent from "@hookline/schema/HookEvent"
import type { HostEffect, Notice, Outcome } from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import type { Json } from "@hookline/schema/Json"
import type { Doubt } from "./doubts.ts"
import * as ExactJson from "@hookline/schema/kit/ExactJson"

export interface Draft {
  readonly by: string
  readonly said: { -readonly [Part in keyof Outcome]: Outcome[Part] }
  /** The strictest of its decisions. */
  tag: Verdict.Tag
  /** The reasons of all its decisions, which are one hook's. */
  reasons: ReadonlyArray<string>
  /** Its message to the user, which replaces a missing reason. */
  message: string | undefined
  issues: ReadonlyArray<string>
  /** The strictest decision that fields may be which are not read. */
  doubt: Doubt | undefined
  /** True if the action must not happen without its changes. */
  mustApply: boolean
  /** The texts of notices that a session gets once. */
  remarks: ReadonlyArray<string>
}

// One shared list, because nearly all lists are empty.
const none: ReadonlyArray<never> = []

export const start = (by: string): Draft => ({
  by,
  said: {
    verdict: Verdict.pass,
    changes: none,
    context: none,
    notices: none,
    halts: none,
    quiet: none,
    effects: none
  },
  tag: "Pass",
  reasons: none,
  message: undefined,
  issues: none,
  doubt: undefined,
  mustApply: false,
  remarks: none
})

const append = <A>(list: ReadonlyArray<A>, item: A): ReadonlyArray<A> => (list.length === 0 ? [item] : [...list, item])

export const decide = (draft: Draft, tag: Verdict.Tag): void => {
  if (draft.tag === "Pass" || Verdict.isStricter(tag, draft.tag)) draft.tag = tag
}

export const reason = (draft: Draft, text: string | undefined): void => {
  if (text === undefined) return
  const { reasons } = draft
  if (reasons.length === 0 || !reasons.includes(text)) draft.reasons = append(reasons, text)
}

export const complain = (draft: Draft, issue: string): void => {
  draft.issues = append(draft.issues, issue)
}

/** Adds a decision that fields may be which are not read. */
export const suspect = (draft: Draft, doubt: Doubt): void => {
  if (draft.doubt?.tag !== "Deny") draft.doubt = doubt
}

/** Returns what may be a stricter decision than those that were read, if nothing stops the action as it is. */
export const doubtOf = ({ doubt, said, tag }: Draft): Doubt | undefined =>
  doubt === undefined || said.halts.length > 0 || (tag !== "Pass" && !Verdict.isStricter(doubt.tag, tag))
    ? undefined
    : doubt

export const inform = (draft: Draft, text: string | undefined): void => {
  if (text === undefined) return
  draft.said.context = append(draft.said.context, { by: draft.by, text, role: "system", ephemeral: false })
}

export const notify = (draft: Draft, level: Notice["level"], text: string): void => {
  draft.said.notices = append(draft.said.notices, { by: draft.by, level, text })
}

/** Adds a notice that a session gets once. */
export const remark = (draft: Draft, text: string): void => {
  notify(draft, "info", text)
  draft.remarks = append(draft.remarks, text)
}

export const change = (draft: Draft, target: Change["target"], mode: Change["mode"], value: unknown): void => {
  draft.said.changes = append(draft.said.changes, { by: draft.by, target, mode, value })
}

export const effect = (draft: Draft, kind: string, value: unknown): void => {
  draft.said.effects = append(draft.said.effects, { by: draft.by, kind, value })
}

/** Adds a halt. The default reason is the reply's message or reason. */
export const halt = (draft: Draft, text: string | undefined): void => {
  const why = text ?? draft.reasons[0] ?? draft.message ?? `${draft.by} stopped the agent without a reason`
  draft.said.halts = append(draft.said.halts, { by: draft.by, reason: why })
}

// The readers of fields: the value, or `undefined` if it is absent. `null` counts as absent, because many scripts write
// it so.

export const text = (draft: Draft, name: string, value: unknown): string | undefined => {
  if (typeof value === "string") return value === "" ? undefined : value
  if (value !== undefined && value !== null) complain(draft, `${name} is no text`)
  return undefined
}

export const flag = (draft: Draft, name: string, value: unknown): boolean | undefined => {
  if (typeof value === "boolean") return value
  if (value !== undefined && value !== null) complain(draft, `${name} is neither true nor false`)
  return undefined
}

export const object = (draft: Draft, name: string, value: unknown): Json | undefined => {
  if (value === undefined || value === null) return undefined
  if (ExactJson.isObject(value)) return value
  complain(draft, `${name} is no object`)
  return undefined
}

const verdictOf = ({ by, message, reasons, tag }: Draft, eventName: string): Verdict.Verdict => {
  if (tag === "Pass") return Verdict.pass
  if (tag === "Ask") {
    const prompt = reasons[0] ?? message ?? `${by} asks whether ${eventName} may go on`
    return reasons.length < 2
      ? Verdict.ask({ by, prompt }, prompt)
      : { _tag: "Ask", reasons: reasons.map((text) => ({ by, text })), questions: [{ by, prompt }] }
  }
  if (reasons.length > 0) return { _tag: tag, reasons: reasons.map((text) => ({ by, text })) }
  return Verdict.by(tag, {
    by,
    reason: tag === "Deny" ? (message ?? `${by} denied ${eventName} without a reason`) : ""
  })
}

const widens = ({ kind }: HostEffect): boolean => kind === "updatedPermissions"

/** Removes effects that grant something, unless the reply allows. */
const dropWidening = (draft: Draft): void => {
  const { said, tag } = draft
  if (tag === "Allow" || !said.effects.some(widens)) return
  said.effects = said.effects.filter((effect) => !widens(effect))
  notify(draft, "warning", `${draft.by} has updatedPermissions in its reply, which count only beside a grant`)
}

/**
 * Returns the outcome of the reply, within its event's capabilities. A reply with a part that can't be decoded, or may be a
 * denial, grants nothing, because that part may have been a condition.
 */
export const finish = (draft: Draft, event: HookEvent.HookEvent): Outcome => {
  const { said } = draft
  if ((draft.issues.length > 0 || draft.doubt !== undefined) && draft.tag === "Allow") draft.tag = "Pass"
  if (said.effects !== none) dropWidening(draft)
  if (draft.mustApply) said.changes = said.changes.map((one) => ({ ...one, mustApply: true }))
  const eventName = HookEvent.nameOf(event)
  said.verdict = verdictOf(draft, eventName)
  return fit.toEvent(Capabilities.of(event), eventName, said)
}
