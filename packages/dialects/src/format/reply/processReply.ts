/** The output of a hook, as JSON or as plain text. */
import { HookFailed, InvalidReply } from "@hookline/core/PipelineError"
import * as Capabilities from "@hookline/schema/Capabilities"
import type { Hook } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Draft from "./Draft.ts"
import * as fields from "./fields.ts"
import type { ReplyRules } from "./ReplyRules.ts"
import { type Ending, holdsReply, isUnfinished, noObject, parse, withoutColors, type Written } from "./text.ts"

/** The reading of one reply: its hook, its event, and its draft. */
export interface Reading {
  readonly manner: ReplyRules
  readonly hook: Hook
  readonly event: HookEvent
  readonly draft: Draft.Draft
}

export type Failure = InvalidReply | HookFailed | undefined

export const garbled = ({ draft }: Reading, issue: string): InvalidReply => new InvalidReply({ hook: draft.by, issue })

export const failed = ({ draft }: Reading, issue: string): HookFailed => new HookFailed({ hook: draft.by, issue })

type Case<Tag extends Written["_tag"]> = Extract<Written, { readonly _tag: Tag }>

/**
 * Reads an object. A part that can't be decoded is a failure, and the rest is kept. Other text behind the object is a
 * failure too, except text that a process which the hook left behind may have written: it must not undo the reply, but
 * for a second object.
 */
export const object = (reading: Reading, written: Case<"Object">, { cut, held }: Ending): Failure => {
  const { object: value, repeated, rest } = written
  fields.read(reading.draft, reading.manner, reading.event, value)
  if (repeated !== undefined) Draft.complain(reading.draft, `${repeated} is in it twice`)
  if (rest !== "" && (held !== true || cut === true || holdsReply(rest)))
    Draft.complain(reading.draft, "other text follows its object")
  const { issues } = reading.draft
  return issues.length === 0 ? undefined : garbled(reading, issues.join("; "))
}

const amid = "a field of a reply is amid other text, and all of it counts as plain text"

/** Reports plain text with a field of a reply in it, where the exit code has decided. */
export const tellHidden = ({ draft }: Reading, text: string): void => {
  if (holdsReply(text)) Draft.notify(draft, "warning", `${draft.by} gave a reply that can't be understood: ${amid}`)
}

/** Reads plain text of a successful hook. It is a failure if it may have been meant as the reply. */
export const plain = (reading: Reading, text: string): Failure => {
  const { draft, event, manner } = reading
  if (text === "") return undefined
  const isForModel = Capabilities.of(event).plainText
  if (event._tag === "WorktreeCreate") {
    // Such a hook creates the worktree itself, and its last line is the path.
    const path = withoutColors(text).trim().split("\n").at(-1)?.trim()
    if (path !== undefined && path !== "") Draft.effect(draft, "worktreePath", path)
  } else if (manner.informsUser === true) Draft.notify(draft, "info", text)
  else if (manner.feedback || isForModel) Draft.inform(draft, text)
  if (holdsReply(text)) return garbled(reading, amid)
  return isUnfinished(text, isForModel) ? garbled(reading, noObject) : undefined
}

/** Reads the output of a successful hook. */
export const output = (reading: Reading, stdout: string, ending: Ending): Failure => {
  const written = parse(stdout, ending)
  switch (written._tag) {
    case "Broken":
      return garbled(reading, written.issue)
    case "Object":
      return object(reading, written, ending)
    case "Text":
      return plain(reading, written.text)
  }
}
