/** What a hook printed, as JSON or as plain text. */
import { Failed, Garbled } from "@hookline/core/PipelineError"
import * as Carries from "@hookline/schema/Carries"
import type { Hook } from "@hookline/schema/Hook"
import type { HookEvent } from "@hookline/schema/HookEvent"
import * as Draft from "./Draft.ts"
import * as fields from "./fields.ts"
import type { Manner } from "./Manner.ts"
import type { Json } from "@hookline/schema/Json"
import { holdsObject, parse } from "./text.ts"

/** One reply in the reading: whose it is, about what, and what it has said so far. */
export interface Reading {
  readonly manner: Manner
  readonly hook: Hook
  readonly event: HookEvent
  readonly draft: Draft.Draft
}

export type Failure = Garbled | Failed | undefined

export const garbled = ({ draft }: Reading, issue: string): Garbled => new Garbled({ hook: draft.by, issue })

export const failed = ({ draft }: Reading, issue: string): Failed => new Failed({ hook: draft.by, issue })

export const broken = "the output begins like a JSON object, and is none"

/** Reads an object. What can't be understood of it is a failure, and the rest is kept. */
export const object = (reading: Reading, value: Json): Failure => {
  fields.read(reading.draft, reading.manner, reading.event, value)
  const { issues } = reading.draft
  return issues.length === 0 ? undefined : garbled(reading, issues.join("; "))
}

/** Says so where a plain text holds what may have been meant for the reply. */
export const tellHidden = ({ draft }: Reading, text: string): void => {
  if (!holdsObject(text)) return
  Draft.notify(draft, "warning", `${draft.by} printed a JSON object amid other text: all of it counts as plain text`)
}

const colors = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[ -/]*[@-~]`, "g")

/** Reads a plain text that stands for a success. */
export const plain = (reading: Reading, text: string): void => {
  const { draft, event, manner } = reading
  if (text === "") return
  if (event._tag === "WorktreeCreate") {
    // Such a hook makes the worktree itself, and its last line says where.
    const path = text.replace(colors, "").trim().split("\n").at(-1)?.trim()
    if (path !== undefined && path !== "") Draft.effect(draft, "worktreePath", path)
    return
  }
  if (manner.feedback || Carries.of(event).plainText) Draft.inform(draft, text)
  tellHidden(reading, text)
}

/** Reads the output of a success. */
export const output = (reading: Reading, stdout: string, cut: boolean | undefined): Failure => {
  const written = parse(stdout, cut)
  if (written === undefined) return garbled(reading, broken)
  if (typeof written !== "string") return object(reading, written)
  plain(reading, written)
  return undefined
}
