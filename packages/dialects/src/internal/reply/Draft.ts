/** A reply in the reading: what it has said so far, and what of it can't be understood. */
import * as Carry from "@hookline/core/Carry"
import * as Carries from "@hookline/schema/Carries"
import type { Change } from "@hookline/schema/Change"
import * as HookEvent from "@hookline/schema/HookEvent"
import type { HostEffect, Notice, Outcome } from "@hookline/schema/Outcome"
import * as Verdict from "@hookline/schema/Verdict"
import type { Json } from "@hookline/schema/Json"
import { isJson } from "@hookline/schema/Json"

export interface Draft {
  readonly by: string
  readonly said: { -readonly [Part in keyof Outcome]: Outcome[Part] }
  /** The strictest of its decisions. */
  tag: Verdict.Tag
  /** Its reasons, whichever decision they stood beside: all are one hook's. */
  reasons: ReadonlyArray<string>
  /** Its message to the user, which speaks where a reason is missing. */
  message: string | undefined
  issues: ReadonlyArray<string>
}

// One list for all that is empty, since nearly all of them are.
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
  issues: none
})

const append = <A>(list: ReadonlyArray<A>, item: A): ReadonlyArray<A> => (list.length === 0 ? [item] : [...list, item])

export const decide = (draft: Draft, tag: Verdict.Tag): void => {
  if (Verdict.isStricter(tag, draft.tag)) draft.tag = tag
}

export const reason = (draft: Draft, text: string | undefined): void => {
  if (text !== undefined && !draft.reasons.includes(text)) draft.reasons = append(draft.reasons, text)
}

export const complain = (draft: Draft, issue: string): void => {
  draft.issues = append(draft.issues, issue)
}

export const inform = (draft: Draft, text: string | undefined): void => {
  if (text === undefined) return
  draft.said.context = append(draft.said.context, { by: draft.by, text, role: "system", ephemeral: false })
}

export const notify = (draft: Draft, level: Notice["level"], text: string): void => {
  draft.said.notices = append(draft.said.notices, { by: draft.by, level, text })
}

export const change = (draft: Draft, target: Change["target"], mode: Change["mode"], value: unknown): void => {
  draft.said.changes = append(draft.said.changes, { by: draft.by, target, mode, value })
}

export const effect = (draft: Draft, kind: string, value: unknown): void => {
  draft.said.effects = append(draft.said.effects, { by: draft.by, kind, value })
}

/** The agent is to stop, for this reason or for the best there is. */
export const halt = (draft: Draft, text: string | undefined): void => {
  const why = text ?? draft.reasons[0] ?? draft.message ?? `${draft.by} stopped the agent, without saying why`
  draft.said.halts = append(draft.said.halts, { by: draft.by, reason: why })
}

// A field's readers: its value, or nothing where it is absent. Null is absent, since that is how many a script says it.

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
  if (isJson(value)) return value
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
  return Verdict.because(tag, by, tag === "Deny" ? (message ?? `${by} denied ${eventName}, without saying why`) : "")
}

const widens = ({ kind }: HostEffect): boolean => kind === "updatedPermissions"

/**
 * What the reply amounts to, within what its event can carry. One that is not understood whole grants nothing: what
 * can't be read may have been the condition of it.
 */
export const finish = (draft: Draft, event: HookEvent.HookEvent): Outcome => {
  const { said } = draft
  if (draft.issues.length > 0 && draft.tag === "Allow") draft.tag = "Pass"
  if (draft.tag !== "Allow" && said.effects.some(widens)) {
    said.effects = said.effects.filter((effect) => !widens(effect))
    notify(draft, "warning", `${draft.by} has updatedPermissions in its reply, which count only beside a grant`)
  }
  const eventName = HookEvent.nameOf(event)
  said.verdict = verdictOf(draft, eventName)
  return Carry.within(Carries.of(event), eventName, said)
}
